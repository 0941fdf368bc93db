/** Bodies and replies of property groups (interface 2.5, 4.2). */

import { z } from 'zod';
import { lazy } from './lazy.ts';
import { V1CompanyProperty, V1ContactProperty } from './properties.ts';
import { maybeFlag, maybeInteger, optionalInteger, optionalText, text } from './shapes.ts';

/** A create needs name and displayName, an update nothing (assumption A04). */
export const GroupCreate = lazy(() =>
  z.strictObject({
    name: text,
    displayName: text,
    displayOrder: optionalInteger,
  }),
);
export type GroupCreate = z.infer<ReturnType<typeof GroupCreate>>;

export const GroupUpdate = lazy(() =>
  z.strictObject({
    displayName: optionalText,
    displayOrder: optionalInteger,
  }),
);
export type GroupUpdate = z.infer<ReturnType<typeof GroupUpdate>>;

/** The query flag of the v1 group replies (interface 2.5; passed as `includeProperties=true`, assumption A02). */
export const IncludeProperties = lazy(() =>
  z.strictObject({ includeProperties: z.enum(['true', 'false']).optional() }),
);

const groupBase = {
  name: text,
  displayName: text,
  displayOrder: maybeInteger,
  serviceDefined: maybeFlag,
  hubspotDefined: maybeFlag,
};

export const V1CompanyGroup = lazy(() =>
  z.looseObject({ ...groupBase, properties: z.array(V1CompanyProperty()).nullish() }),
);
export const V1ContactGroup = lazy(() =>
  z.looseObject({ ...groupBase, properties: z.array(V1ContactProperty()).nullish() }),
);
export const V2Group = lazy(() => z.looseObject({ ...groupBase, portalId: maybeInteger }));
export type V2Group = z.infer<ReturnType<typeof V2Group>>;
