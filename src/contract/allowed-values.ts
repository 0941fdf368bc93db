/** Allowed values of type and fieldType by endpoint variant (interface 2.6), as literal tables. */

import { DATED_FIELD_TYPES, DATED_TYPES, SHOWN_FIELD_TYPES, SHOWN_TYPES } from './dated-values.ts';

export const V2_TYPES = ['string', 'number', 'bool', 'datetime', 'enumeration'] as const;
export const V2_FIELD_TYPES = ['textarea', 'select', 'text', 'date', 'file', 'number', 'radio', 'checkbox'] as const;

export const V1_CONTACT_TYPES = ['string', 'number', 'date', 'datetime', 'enumeration'] as const;
export const V1_CONTACT_FIELD_TYPES = [
  'textarea',
  'text',
  'date',
  'file',
  'number',
  'select',
  'radio',
  'checkbox',
  'booleancheckbox',
] as const;

export const V1_COMPANY_TYPES = ['string', 'number', 'date', 'datetime', 'enumeration'] as const;
export const V1_COMPANY_FIELD_TYPES = [
  'textarea',
  'text',
  'date',
  'number',
  'select',
  'radio',
  'checkbox',
  'booleancheckbox',
] as const;

export const EVENT_PROPERTY_TYPES = ['string', 'number', 'enumeration', 'datetime'] as const;

export type PropertyVariant = 'v2' | 'v1-deals' | 'v1-contacts' | 'v1-companies';

/** The table of interface 2.6, row by row. */
export const ALLOWED: Readonly<
  Record<PropertyVariant, { readonly type: readonly string[]; readonly fieldType: readonly string[] }>
> = {
  v2: { type: V2_TYPES, fieldType: V2_FIELD_TYPES },
  // The rows of the v1 deals and of v2 are identical.
  'v1-deals': { type: V2_TYPES, fieldType: V2_FIELD_TYPES },
  'v1-contacts': { type: V1_CONTACT_TYPES, fieldType: V1_CONTACT_FIELD_TYPES },
  'v1-companies': { type: V1_COMPANY_TYPES, fieldType: V1_COMPANY_FIELD_TYPES },
};

/** All values that a row, the dated surface, or a definition can have. The route decides which pairs can be created. */
export const EVERY_TYPE = [...new Set([...everyAllowed('type'), ...DATED_TYPES, ...SHOWN_TYPES])];
export const EVERY_FIELD_TYPE = [
  ...new Set([...everyAllowed('fieldType'), ...DATED_FIELD_TYPES, ...SHOWN_FIELD_TYPES]),
];

function everyAllowed(member: 'type' | 'fieldType'): readonly string[] {
  return [...new Set(Object.values(ALLOWED).flatMap((row) => row[member]))];
}

export function allows(variant: PropertyVariant, type: string, fieldType: string): boolean {
  return ALLOWED[variant].type.includes(type) && ALLOWED[variant].fieldType.includes(fieldType);
}
