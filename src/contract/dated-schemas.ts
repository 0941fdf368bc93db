/** Queries and replies of object schemas on the dated surface (interface 11.4). */

import { z } from 'zod';
import { DatedProperty } from './dated-properties.ts';
import { lazy } from './lazy.ts';
import { onePage } from './one-page.ts';
import { flag, integer, maybeFlag, maybeInteger, maybeText, text } from './shapes.ts';

/** Delay, in milliseconds, before the read of a single schema shows a write (assumption A94). The list of schemas is current. */
export const SCHEMA_READ_LAG_MS = 70_000;

/** Delay, in milliseconds, before the number of object types omits a type that was removed for good (assumption A96). */
export const TYPE_LIMIT_LAG_MS = 30_000;

const trueOrFalse = lazy(() => z.enum(['true', 'false']).optional());

export const DatedSchemaQuery = lazy(() =>
  z.strictObject({
    archived: trueOrFalse(),
    includePropertyDefinitions: trueOrFalse(),
    includeAssociationDefinitions: trueOrFalse(),
    // Replies always show who made and changed a schema.
    includeAuditMetadata: trueOrFalse(),
  }),
);

/** Object types of the schemas to read, and the parts that the reply shows. */
export const DatedSchemaBatch = lazy(() =>
  z.strictObject({
    inputs: z.array(text),
    includePropertyDefinitions: flag,
    includeAssociationDefinitions: flag,
    includeAuditMetadata: flag,
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

const maybeNames = lazy(() => z.array(text).nullish());

/** Members that every reply about a schema has. Lists of required and searchable properties are sets. */
export const schemaMembers = lazy(() => ({
  name: text,
  fullyQualifiedName: maybeText,
  objectTypeId: text,
  labels: z.looseObject({ singular: maybeText, plural: maybeText }).nullish(),
  description: maybeText,
  primaryDisplayProperty: maybeText,
  secondaryDisplayProperties: maybeNames(),
  requiredProperties: maybeNames(),
  searchableProperties: maybeNames(),
  allowsSensitiveProperties: maybeFlag,
  restorable: maybeFlag,
  archived: maybeFlag,
  createdAt: maybeText,
  updatedAt: maybeText,
}));

export const DatedSchema = lazy(() =>
  z.looseObject({
    ...schemaMembers(),
    properties: z.array(DatedProperty()).nullish(),
    associations: z.array(SchemaAssociation()).nullish(),
  }),
);
export type DatedSchema = z.infer<ReturnType<typeof DatedSchema>>;

/** Schemas of custom object types. Standard object types have schemas too, but the list does not contain them. */
export const DatedSchemas = lazy(() => onePage(z.array(DatedSchema())));

/** Number of custom object types that the account may have, and has. In percentage, 100 is the limit. */
export const ObjectTypeLimit = lazy(() =>
  z.looseObject({ limit: integer, usage: integer, percentage: z.number().nullish() }),
);
