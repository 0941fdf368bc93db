/** Bodies and replies of the writes of object schemas on the dated surface (interface 11.4; assumptions A67, A68). */

import { z } from 'zod';
import { DatedPropertyCreate } from './dated-properties.ts';
import { maybeFlag, maybeInteger, maybeText } from './shapes.ts';

/** The name of an object type that a create takes; it keeps its case, and no update changes it. */
export const NEW_OBJECT_NAME = /^[A-Za-z][A-Za-z0-9_]{0,99}$/;

const names = z.array(z.string());

/** What people see of an object type, by names of its properties. */
const shownMembers = {
  description: z.string().optional(),
  primaryDisplayProperty: z.string().optional(),
  secondaryDisplayProperties: names.optional(),
  searchableProperties: names.optional(),
};

const Labels = z.strictObject({ singular: z.string().optional(), plural: z.string().optional() });

/** A property of the new type: in the group of its own unless it names another. */
const SchemaProperty = DatedPropertyCreate.omit({
  dataSensitivity: true,
  dateDisplayHint: true,
  currencyPropertyName: true,
  calculationFormula: true,
  externalOptions: true,
}).extend({
  groupName: z.string().optional(),
  // Both are taken, and nothing follows from them here.
  optionSortStrategy: z.enum(['ALPHABETICAL', 'DISPLAY_ORDER']).optional(),
  searchableInGlobalSearch: z.boolean().optional(),
});

export const DatedSchemaCreate = z.strictObject({
  name: z.string(),
  labels: Labels,
  requiredProperties: names,
  properties: z.array(SchemaProperty),
  associatedObjects: names,
  ...shownMembers,
});
export type DatedSchemaCreate = z.infer<typeof DatedSchemaCreate>;

/** Partial: what is left out keeps its value. */
export const DatedSchemaUpdate = z.strictObject({
  labels: Labels.optional(),
  requiredProperties: names.optional(),
  ...shownMembers,
  clearDescription: z.boolean().optional(),
  // Taken, and nothing follows from it here.
  restorable: z.boolean().optional(),
});
export type DatedSchemaUpdate = z.infer<typeof DatedSchemaUpdate>;

/** True removes a schema that is archived, for good. */
export const DatedSchemaRemoval = z.strictObject({ archived: z.enum(['true', 'false']).optional() });

/** A schema without its properties and associations. */
export const DatedSchemaDefinition = z.looseObject({
  id: z.string(),
  name: z.string(),
  fullyQualifiedName: maybeText,
  objectTypeId: z.string(),
  portalId: maybeInteger,
  labels: z.looseObject({ singular: maybeText, plural: maybeText }),
  description: maybeText,
  requiredProperties: names,
  archived: maybeFlag,
  createdAt: maybeText,
  updatedAt: maybeText,
});

export const SchemaAssociationCreate = z.strictObject({
  fromObjectTypeId: z.string(),
  toObjectTypeId: z.string(),
  name: z.string().optional(),
});

export const SchemaAssociationReply = z.looseObject({
  id: z.string(),
  fromObjectTypeId: z.string(),
  toObjectTypeId: z.string(),
  name: maybeText,
  createdAt: maybeText,
  updatedAt: maybeText,
});
