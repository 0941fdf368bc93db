/** Bodies and replies of the writes of object schemas on the dated surface (interface 11.4; assumptions A67, A68). */

import { z } from 'zod';
import { DatedPropertyCreate } from './dated-properties.ts';
import { schemaMembers } from './dated-schemas.ts';
import { lazy } from './lazy.ts';
import { maybeInteger, maybeText, optionalFlag, optionalText, text } from './shapes.ts';

/** Longest name and longest label of an object type, in characters (assumption A67). */
export const LONGEST_SCHEMA_NAME = 50;
export const LONGEST_SCHEMA_LABEL = 50;

/** Maximum number of secondary display properties of an object type (assumption A97). */
export const MOST_SECONDARY_PROPERTIES = 2;

/** Name that a create gives to an association of object types (assumption A68). */
export const NEW_ASSOCIATION_NAME = /^[A-Za-z][A-Za-z0-9_]{0,99}$/;

/** Name of a new object type (assumption A67). */
export const SCHEMA_NAME = new RegExp(`^[A-Za-z][A-Za-z0-9_]{0,${LONGEST_SCHEMA_NAME - 1}}$`);
const newName = z
  .string()
  .regex(
    SCHEMA_NAME,
    `expected at most ${LONGEST_SCHEMA_NAME} letters, digits and underscores, starting with a letter`,
  );
/** Singular or plural label of an object type (assumption A67). */
const label = z.string().max(LONGEST_SCHEMA_LABEL, `expected at most ${LONGEST_SCHEMA_LABEL} characters`);

const names = lazy(() => z.array(text));

/** Members that a create and an update can set. Properties are named, and the object type must have them. */
const settableMembers = lazy(() => ({
  description: optionalText,
  primaryDisplayProperty: optionalText,
  /** In the order of the user interface, each once. */
  secondaryDisplayProperties: names().optional(),
  requiredProperties: names().optional(),
  searchableProperties: names().optional(),
  allowsSensitiveProperties: optionalFlag,
}));

/** A property of the new type. Its default group is the group of the new type. */
const SchemaProperty = lazy(() =>
  DatedPropertyCreate()
    .omit({
      dataSensitivity: true,
      dateDisplayHint: true,
      currencyPropertyName: true,
      calculationFormula: true,
      externalOptions: true,
    })
    .extend({
      groupName: optionalText,
      // Accepted without effect here, like the next member.
      optionSortStrategy: z.enum(['ALPHABETICAL', 'DISPLAY_ORDER']).optional(),
      searchableInGlobalSearch: optionalFlag,
    }),
);

/** The service also requires primaryDisplayProperty. Its refusal has a subCategory (assumption A67). */
export const DatedSchemaCreate = lazy(() =>
  z.strictObject({
    name: newName,
    labels: z.strictObject({ singular: label, plural: label }),
    properties: z.array(SchemaProperty()).optional(),
    associatedObjects: names().optional(),
    ...settableMembers(),
  }),
);
export type DatedSchemaCreate = z.infer<ReturnType<typeof DatedSchemaCreate>>;

/** A call should send every member: a missing member may fall back to an earlier value (assumption A95). */
export const DatedSchemaUpdate = lazy(() =>
  z.strictObject({
    labels: z.strictObject({ singular: label.optional(), plural: label.optional() }).optional(),
    ...settableMembers(),
    clearDescription: optionalFlag,
    restorable: optionalFlag,
    // Accepted without effect, like the next member.
    name: optionalText,
    associatedObjects: names().optional(),
  }),
);
export type DatedSchemaUpdate = z.infer<ReturnType<typeof DatedSchemaUpdate>>;

/** True removes an archived schema permanently. */
export const DatedSchemaRemoval = lazy(() => z.strictObject({ archived: z.enum(['true', 'false']).optional() }));

/** A schema without its properties and associations. */
export const DatedSchemaDefinition = lazy(() =>
  z.looseObject({ ...schemaMembers(), id: text, portalId: maybeInteger }),
);

export const SchemaAssociationCreate = lazy(() =>
  z.strictObject({
    fromObjectTypeId: text,
    toObjectTypeId: text,
    name: optionalText,
  }),
);

export const SchemaAssociationReply = lazy(() =>
  z.looseObject({
    id: text,
    fromObjectTypeId: text,
    toObjectTypeId: text,
    name: maybeText,
    createdAt: maybeText,
    updatedAt: maybeText,
  }),
);
