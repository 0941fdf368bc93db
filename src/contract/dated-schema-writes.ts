/** Bodies and replies of the writes of object schemas on the dated surface (interface 11.4; assumptions A67, A68). */

import { z } from 'zod';
import { DatedPropertyCreate } from './dated-properties.ts';
import { lazy } from './lazy.ts';
import { maybeFlag, maybeInteger, maybeText, optionalFlag, optionalText, text } from './shapes.ts';

/** Name that a create gives to an association of object types (assumption A68). */
export const NEW_ASSOCIATION_NAME = /^[A-Za-z][A-Za-z0-9_]{0,99}$/;

/** Name of a new object type (assumption A67). */
const newName = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_]{0,49}$/, 'expected at most 50 letters, digits and underscores, starting with a letter');
/** Singular or plural label of an object type (assumption A67). */
const optionalLabel = z.string().max(50, 'expected at most 50 characters').optional();

const names = lazy(() => z.array(text));

/** Properties that the user interface shows for an object type, by name. */
const shownMembers = lazy(() => ({
  description: optionalText,
  primaryDisplayProperty: optionalText,
  secondaryDisplayProperties: names().optional(),
  searchableProperties: names().optional(),
}));

const Labels = lazy(() => z.strictObject({ singular: optionalLabel, plural: optionalLabel }));

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

export const DatedSchemaCreate = lazy(() =>
  z.strictObject({
    name: newName,
    labels: Labels(),
    requiredProperties: names(),
    properties: z.array(SchemaProperty()),
    associatedObjects: names(),
    ...shownMembers(),
  }),
);
export type DatedSchemaCreate = z.infer<ReturnType<typeof DatedSchemaCreate>>;

/** Partial: missing members keep their values. */
export const DatedSchemaUpdate = lazy(() =>
  z.strictObject({
    labels: Labels().optional(),
    requiredProperties: names().optional(),
    ...shownMembers(),
    clearDescription: optionalFlag,
    // Accepted without effect here.
    restorable: optionalFlag,
  }),
);
export type DatedSchemaUpdate = z.infer<ReturnType<typeof DatedSchemaUpdate>>;

/** True removes an archived schema permanently. */
export const DatedSchemaRemoval = lazy(() => z.strictObject({ archived: z.enum(['true', 'false']).optional() }));

/** A schema without its properties and associations. */
export const DatedSchemaDefinition = lazy(() =>
  z.looseObject({
    id: text,
    name: text,
    fullyQualifiedName: maybeText,
    objectTypeId: text,
    portalId: maybeInteger,
    labels: z.looseObject({ singular: maybeText, plural: maybeText }),
    description: maybeText,
    requiredProperties: names(),
    archived: maybeFlag,
    createdAt: maybeText,
    updatedAt: maybeText,
  }),
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
