/** Bodies and replies of property groups on the dated surface (interface 11.2). */

import { z } from 'zod';
import { lazy } from './lazy.ts';
import { onePage } from './one-page.ts';
import { flag, maybeInteger, optionalInteger, optionalText, text } from './shapes.ts';

export const DatedGroupCreate = lazy(() =>
  z.strictObject({
    name: text,
    label: text,
    displayOrder: optionalInteger,
  }),
);

/** Partial: missing members keep their values. */
export const DatedGroupUpdate = lazy(() =>
  z.strictObject({
    label: optionalText,
    displayOrder: optionalInteger,
  }),
);

export const DatedGroup = lazy(() =>
  z.looseObject({
    name: text,
    label: text,
    displayOrder: maybeInteger,
    archived: flag,
  }),
);
export type DatedGroup = z.infer<ReturnType<typeof DatedGroup>>;

/** All groups of the object type in one page, without archived groups. */
export const DatedGroups = lazy(() => onePage(z.array(DatedGroup())));
