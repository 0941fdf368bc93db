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

/** Field types that go with each type (assumption A48). */
export const DATED_PAIRS: Readonly<Record<DatedType, readonly DatedFieldType[]>> = {
  bool: ['booleancheckbox', 'calculation_equation', 'radio', 'select'],
  date: ['date'],
  datetime: ['date'],
  enumeration: ['booleancheckbox', 'checkbox', 'radio', 'select', 'calculation_equation'],
  number: ['number', 'calculation_equation'],
  phone_number: ['phonenumber'],
  string: ['text', 'textarea', 'html', 'file', 'phonenumber', 'calculation_equation'],
};

export function isDatedType(type: string): type is DatedType {
  return Object.hasOwn(DATED_PAIRS, type);
}
