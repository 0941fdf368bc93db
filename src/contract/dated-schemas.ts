/** Queries and replies of object schemas on the dated surface (interface 11.4). */

import { z } from 'zod';
import { DatedProperty } from './dated-properties.ts';
import { lazy } from './lazy.ts';
import { onePage } from './one-page.ts';
import { maybeFlag, maybeInteger, maybeText, text } from './shapes.ts';

const trueOrFalse = lazy(() => z.enum(['true', 'false']).optional());

export const DatedSchemaQuery = lazy(() =>
  z.strictObject({
    archived: trueOrFalse(),
    includePropertyDefinitions: trueOrFalse(),
    includeAssociationDefinitions: trueOrFalse(),
  }),
);

/** A direction of an association type. If no user set a limit, maxToObjectIds is the limit of the service. */
const SchemaAssociation = lazy(() =>
  z.looseObject({
    id: text,
    name: maybeText,
    label: maybeText,
    fromObjectTypeId: text,
    toObjectTypeId: text,
    maxToObjectIds: maybeInteger,
    hasUserEnforcedMaxToObjectIds: maybeFlag,
  }),
);

export const DatedSchema = lazy(() =>
  z.looseObject({
    name: text,
    fullyQualifiedName: maybeText,
    objectTypeId: text,
    labels: z.looseObject({ singular: maybeText, plural: maybeText }).nullish(),
    description: maybeText,
    requiredProperties: z.array(text).nullish(),
    archived: maybeFlag,
    createdAt: maybeText,
    updatedAt: maybeText,
    properties: z.array(DatedProperty()).nullish(),
    associations: z.array(SchemaAssociation()).nullish(),
  }),
);
export type DatedSchema = z.infer<ReturnType<typeof DatedSchema>>;

/** Schemas of custom object types. Standard object types have schemas too, but the list does not contain them. */
export const DatedSchemas = lazy(() => onePage(z.array(DatedSchema())));
