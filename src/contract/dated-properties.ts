/** Bodies, queries and replies of property definitions on the dated surface (interface 11.3). */

import { z } from 'zod';
import { DATED_FIELD_TYPES, DATED_TYPES } from './dated-values.ts';
import { DATA_SENSITIVITIES } from './event-definitions.ts';
import { lazy } from './lazy.ts';
import { onePage } from './one-page.ts';
import { definitionList } from './properties.ts';
import {
  flag,
  integer,
  maybeFlag,
  maybeInteger,
  maybeText,
  optionalFlag,
  optionalInteger,
  optionalText,
  text,
} from './shapes.ts';

/** Selects the properties of a read. The default is active properties that are not sensitive. */
export const DatedPropertyQuery = lazy(() =>
  z.strictObject({
    archived: z.enum(['true', 'false']).optional(),
    dataSensitivity: z.enum(DATA_SENSITIVITIES).optional(),
    locale: optionalText,
  }),
);

/** The members displayOrder, hidden, label and value are required. */
const DatedOptionInput = lazy(() =>
  z.strictObject({
    label: text,
    value: text,
    displayOrder: integer,
    hidden: flag,
    description: optionalText,
  }),
);

const optionalMembers = lazy(() => ({
  description: optionalText,
  options: z.array(DatedOptionInput()).optional(),
  displayOrder: optionalInteger,
  formField: optionalFlag,
  hidden: optionalFlag,
  calculationFormula: optionalText,
  showCurrencySymbol: optionalFlag,
}));

/** Members that only a create sets. An update accepts and ignores them. */
const createOnlyMembers = lazy(() => ({
  hasUniqueValue: optionalFlag,
  dataSensitivity: z.enum(DATA_SENSITIVITIES).optional(),
  referencedObjectType: optionalText,
  externalOptions: optionalFlag,
  // A create ignores this member too.
  dateDisplayHint: optionalText,
}));

export const DatedPropertyCreate = lazy(() =>
  z.strictObject({
    name: text,
    label: text,
    groupName: text,
    type: z.enum(DATED_TYPES),
    fieldType: z.enum(DATED_FIELD_TYPES),
    ...optionalMembers(),
    ...createOnlyMembers(),
    numberDisplayHint: optionalText,
    textDisplayHint: optionalText,
    currencyPropertyName: optionalText,
  }),
);
export type DatedPropertyCreate = z.infer<ReturnType<typeof DatedPropertyCreate>>;

/** Partial: members that are missing or null keep their values. */
export const DatedPropertyUpdate = lazy(() =>
  z.strictObject({
    name: optionalText,
    label: optionalText,
    groupName: optionalText,
    type: z.enum(DATED_TYPES).optional(),
    fieldType: z.enum(DATED_FIELD_TYPES).optional(),
    ...optionalMembers(),
    ...createOnlyMembers(),
    numberDisplayHint: maybeText,
    textDisplayHint: maybeText,
    currencyPropertyName: maybeText,
  }),
);
export type DatedPropertyUpdate = z.infer<ReturnType<typeof DatedPropertyUpdate>>;

const DatedOption = lazy(() =>
  z.looseObject({
    label: text,
    value: text,
    displayOrder: maybeInteger,
    hidden: maybeFlag,
    description: maybeText,
  }),
);

/** Read-only flags. A missing flag means unlocked. */
const ModificationMetadata = lazy(() =>
  z.looseObject({
    archivable: maybeFlag,
    readOnlyDefinition: maybeFlag,
    readOnlyOptions: maybeFlag,
    readOnlyValue: maybeFlag,
  }),
);

/** Replies may contain other types and field types. Properties of the service lack `archived`. */
export const DatedProperty = lazy(() =>
  z.looseObject({
    name: text,
    label: text,
    groupName: text,
    type: text,
    fieldType: text,
    description: maybeText,
    options: z.array(DatedOption()).nullish(),
    displayOrder: maybeInteger,
    formField: maybeFlag,
    hidden: maybeFlag,
    hasUniqueValue: maybeFlag,
    dataSensitivity: maybeText,
    sensitiveDataCategories: z.array(text).nullish(),
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
    modificationMetadata: ModificationMetadata().nullish(),
    archived: maybeFlag,
    archivedAt: maybeText,
    createdAt: maybeText,
    updatedAt: maybeText,
    createdUserId: maybeText,
    updatedUserId: maybeText,
  }),
);
export type DatedProperty = z.infer<ReturnType<typeof DatedProperty>>;

/** All requested properties in one page. */
export const DatedProperties = lazy(() => onePage(definitionList(DatedProperty())));
