/** Bodies and replies of property definitions, one schema per variant (interface 2.3, 2.4, 2.6, 4.3). */

import { z } from 'zod';
import {
  V1_COMPANY_FIELD_TYPES,
  V1_COMPANY_TYPES,
  V1_CONTACT_FIELD_TYPES,
  V1_CONTACT_TYPES,
  V2_FIELD_TYPES,
  V2_TYPES,
} from './allowed-values.ts';
import { lazy } from './lazy.ts';
import {
  maybeFlag,
  maybeInteger,
  maybeText,
  OptionInput,
  OptionReply,
  optionalFlag,
  optionalInteger,
  optionalText,
  text,
} from './shapes.ts';

const optionalMembers = lazy(() => ({
  description: optionalText,
  options: z.array(OptionInput()).optional(),
  displayOrder: optionalInteger,
}));

export const V1CompanyPropertyUpdate = lazy(() =>
  z.strictObject({
    groupName: text,
    type: z.enum(V1_COMPANY_TYPES),
    label: optionalText,
    fieldType: z.enum(V1_COMPANY_FIELD_TYPES).optional(),
    ...optionalMembers(),
  }),
);

export const V1DealPropertyUpdate = lazy(() =>
  z.strictObject({
    name: text,
    groupName: text,
    type: z.enum(V2_TYPES),
    fieldType: z.enum(V2_FIELD_TYPES),
    label: optionalText,
    formField: optionalFlag,
    ...optionalMembers(),
  }),
);

export const V1ContactPropertyCreate = lazy(() =>
  z.strictObject({
    name: text,
    label: text,
    groupName: text,
    type: z.enum(V1_CONTACT_TYPES),
    fieldType: z.enum(V1_CONTACT_FIELD_TYPES),
    formField: optionalFlag,
    ...optionalMembers(),
  }),
);

export const V2PropertyCreate = lazy(() =>
  z.strictObject({
    name: text,
    label: text,
    groupName: text,
    type: z.enum(V2_TYPES),
    fieldType: z.enum(V2_FIELD_TYPES),
    formField: optionalFlag,
    ...optionalMembers(),
  }),
);

export const V2PropertyPatch = lazy(() =>
  z.strictObject({
    label: optionalText,
    groupName: optionalText,
    formField: optionalFlag,
    ...optionalMembers(),
  }),
);

/**
 * Members that all variants share. Replies may contain other types and field types, because lists show pairs outside of their row of
 * interface 2.6 (assumption A33).
 */
const replyBase = lazy(() => ({
  name: text,
  label: maybeText,
  description: maybeText,
  groupName: maybeText,
  options: z.array(OptionReply()).nullish(),
  displayOrder: maybeInteger,
  formField: maybeFlag,
  readOnlyValue: maybeFlag,
  readOnlyDefinition: maybeFlag,
  hidden: maybeFlag,
  mutableDefinitionNotDeletable: maybeFlag,
  favorited: maybeFlag,
  favoritedOrder: maybeInteger,
  calculated: maybeFlag,
  externalOptions: maybeFlag,
  displayMode: maybeText,
  createdUserId: maybeInteger,
  updatedUserId: maybeInteger,
}));

const definedBy = { serviceDefined: maybeFlag, hubspotDefined: maybeFlag };
const timestamps = { createdAt: maybeInteger, updatedAt: maybeInteger };

/** v1 company replies omit serviceDefined, deleted, createdAt and updatedAt (interface 2.3). */
export const V1CompanyProperty = lazy(() => z.looseObject({ ...replyBase(), type: text, fieldType: maybeText }));

/** v1 deal replies omit fieldType, and type in the sample shape (interface 2.3). */
export const V1DealProperty = lazy(() =>
  z.looseObject({
    ...replyBase(),
    ...definedBy,
    ...timestamps,
    type: maybeText,
    fieldType: maybeText,
  }),
);

/** v1 contact replies omit type and fieldType and have deleted (interface 2.3). */
export const V1ContactProperty = lazy(() =>
  z.looseObject({
    ...replyBase(),
    ...definedBy,
    ...timestamps,
    deleted: maybeFlag,
    type: maybeText,
    fieldType: maybeText,
  }),
);

export const V2Property = lazy(() =>
  z.looseObject({
    ...replyBase(),
    ...definedBy,
    ...timestamps,
    type: text,
    fieldType: maybeText,
    deleted: maybeFlag,
    showCurrencySymbol: maybeFlag,
    currencyPropertyName: maybeText,
    textDisplayHint: maybeText,
    numberDisplayHint: maybeText,
    optionsAreMutable: maybeFlag,
    referencedObjectType: maybeText,
    isCustomizedDefault: maybeFlag,
    searchableInGlobalSearch: maybeFlag,
    hasUniqueValue: maybeFlag,
  }),
);

export type V1CompanyProperty = z.infer<ReturnType<typeof V1CompanyProperty>>;
export type V1DealProperty = z.infer<ReturnType<typeof V1DealProperty>>;
export type V1ContactProperty = z.infer<ReturnType<typeof V1ContactProperty>>;
export type V2Property = z.infer<ReturnType<typeof V2Property>>;

export const V1CompanyProperties = lazy(() => definitionList(V1CompanyProperty()));
export const V2Properties = lazy(() => definitionList(V2Property()));

/** Refuses a list that contains a name twice, except for deleted definitions. It is not reliable about either definition. */
export function definitionList<T extends z.ZodType<{ readonly name: string; readonly deleted?: unknown }>>(row: T) {
  return z.array(row).check(({ value, issues }) => {
    const named = new Set<string>();
    for (const [index, { name, deleted }] of value.entries()) {
      if (deleted === true) continue;
      if (named.has(name))
        issues.push({
          code: 'custom',
          path: [index, 'name'],
          message: `${JSON.stringify(name)} appears in the list twice`,
          input: name,
        });
      named.add(name);
    }
  });
}
