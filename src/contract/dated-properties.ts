/** Bodies, queries and replies of property definitions on the dated surface (interface 11.3). */

import { z } from 'zod';
import { DATED_FIELD_TYPES, DATED_TYPES } from './dated-values.ts';
import { DATA_SENSITIVITIES } from './event-definitions.ts';
import { definitionList } from './properties.ts';
import { integer, maybeFlag, maybeInteger, maybeText } from './shapes.ts';

/** What a read shows: active ones that are not sensitive, unless it asks for others. */
export const DatedPropertyQuery = z.strictObject({
  archived: z.enum(['true', 'false']).optional(),
  dataSensitivity: z.enum(DATA_SENSITIVITIES).optional(),
  locale: z.string().optional(),
});

/** All of displayOrder, hidden, label and value are needed. */
const DatedOptionInput = z.strictObject({
  label: z.string(),
  value: z.string(),
  displayOrder: integer,
  hidden: z.boolean(),
  description: z.string().optional(),
});

const optionalMembers = {
  description: z.string().optional(),
  options: z.array(DatedOptionInput).optional(),
  displayOrder: integer.optional(),
  formField: z.boolean().optional(),
  hidden: z.boolean().optional(),
  calculationFormula: z.string().optional(),
  showCurrencySymbol: z.boolean().optional(),
};

/** A create sets these for good: an update takes them and ignores them. */
const createOnlyMembers = {
  hasUniqueValue: z.boolean().optional(),
  dataSensitivity: z.enum(DATA_SENSITIVITIES).optional(),
  referencedObjectType: z.string().optional(),
  externalOptions: z.boolean().optional(),
  // Ignored by a create too.
  dateDisplayHint: z.string().optional(),
};

export const DatedPropertyCreate = z.strictObject({
  name: z.string(),
  label: z.string(),
  groupName: z.string(),
  type: z.enum(DATED_TYPES),
  fieldType: z.enum(DATED_FIELD_TYPES),
  ...optionalMembers,
  ...createOnlyMembers,
  numberDisplayHint: z.string().optional(),
  textDisplayHint: z.string().optional(),
  currencyPropertyName: z.string().optional(),
});
export type DatedPropertyCreate = z.infer<typeof DatedPropertyCreate>;

/** Partial: what is left out keeps its value, and so does null. */
export const DatedPropertyUpdate = z.strictObject({
  name: z.string().optional(),
  label: z.string().optional(),
  groupName: z.string().optional(),
  type: z.enum(DATED_TYPES).optional(),
  fieldType: z.enum(DATED_FIELD_TYPES).optional(),
  ...optionalMembers,
  ...createOnlyMembers,
  numberDisplayHint: maybeText,
  textDisplayHint: maybeText,
  currencyPropertyName: maybeText,
});
export type DatedPropertyUpdate = z.infer<typeof DatedPropertyUpdate>;

const DatedOption = z.looseObject({
  label: z.string(),
  value: z.string(),
  displayOrder: maybeInteger,
  hidden: maybeFlag,
  description: maybeText,
});

/** What may be changed: a flag that is left out is no lock. */
const ModificationMetadata = z.looseObject({
  archivable: maybeFlag,
  readOnlyDefinition: maybeFlag,
  readOnlyOptions: maybeFlag,
  readOnlyValue: maybeFlag,
});

/** Types and field types are open in replies; `archived` is left out of the service's own properties. */
export const DatedProperty = z.looseObject({
  name: z.string(),
  label: z.string(),
  groupName: z.string(),
  type: z.string(),
  fieldType: z.string(),
  description: maybeText,
  options: z.array(DatedOption).nullish(),
  displayOrder: maybeInteger,
  formField: maybeFlag,
  hidden: maybeFlag,
  hasUniqueValue: maybeFlag,
  dataSensitivity: maybeText,
  sensitiveDataCategories: z.array(z.string()).nullish(),
  externalOptions: maybeFlag,
  referencedObjectType: maybeText,
  calculated: maybeFlag,
  calculationFormula: maybeText,
  numberDisplayHint: maybeText,
  textDisplayHint: maybeText,
  dateDisplayHint: maybeText,
  showCurrencySymbol: maybeFlag,
  currencyPropertyName: maybeText,
  hubspotDefined: maybeFlag,
  modificationMetadata: ModificationMetadata.nullish(),
  archived: maybeFlag,
  archivedAt: maybeText,
  createdAt: maybeText,
  updatedAt: maybeText,
  createdUserId: maybeText,
  updatedUserId: maybeText,
});
export type DatedProperty = z.infer<typeof DatedProperty>;

/** All that the read asks for, in one page. */
export const DatedProperties = z.looseObject({ results: definitionList(DatedProperty) });
