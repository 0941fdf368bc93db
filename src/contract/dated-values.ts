/** Allowed values of type and fieldType on the dated surface, the same for every object type (interface 11.3). */

export const DATED_TYPES = ['bool', 'date', 'datetime', 'enumeration', 'number', 'phone_number', 'string'] as const;
export type DatedType = (typeof DATED_TYPES)[number];

export const DATED_FIELD_TYPES = [
  'booleancheckbox',
  'calculation_equation',
  'checkbox',
  'date',
  'file',
  'html',
  'number',
  'phonenumber',
  'radio',
  'select',
  'text',
  'textarea',
] as const;
type DatedFieldType = (typeof DATED_FIELD_TYPES)[number];

/** Allowed field types of each type (assumption A48). */
export const DATED_PAIRS: Readonly<Record<DatedType, readonly DatedFieldType[]>> = {
  bool: ['booleancheckbox', 'calculation_equation', 'radio', 'select'],
  date: ['date'],
  datetime: ['date'],
  enumeration: ['booleancheckbox', 'checkbox', 'radio', 'select', 'calculation_equation'],
  number: ['number', 'calculation_equation'],
  phone_number: ['phonenumber'],
  string: ['text', 'textarea', 'html', 'file', 'phonenumber', 'calculation_equation'],
};

/** Values that definitions can have in addition, but no create supports. */
export const SHOWN_TYPES = ['json', 'object_coordinates'] as const;
export const SHOWN_FIELD_TYPES = [
  'calculation_read_time',
  'calculation_rollup',
  'calculation_score',
  'hubspot_user',
] as const;

/** True if a create accepts the pair. */
export function isDatedPair(type: string, fieldType: string): boolean {
  const fieldTypes: readonly string[] = isDatedType(type) ? DATED_PAIRS[type] : [];
  return fieldTypes.includes(fieldType);
}

export function isDatedType(type: string): type is DatedType {
  return Object.hasOwn(DATED_PAIRS, type);
}
