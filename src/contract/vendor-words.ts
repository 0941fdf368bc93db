/** Words of the vendor's screens, and of other tools, for types and field types of properties. */

/** Types by the word in lower case, without blanks and dashes. */
const TYPES: Readonly<Record<string, string>> = {
  boolean: 'bool',
  calculation: 'number',
  checkbox: 'bool',
  currency: 'number',
  datepicker: 'date',
  dateandtime: 'datetime',
  dateandtimepicker: 'datetime',
  decimal: 'number',
  dropdown: 'enumeration',
  dropdownselect: 'enumeration',
  email: 'string',
  enum: 'enumeration',
  file: 'string',
  float: 'number',
  html: 'string',
  integer: 'number',
  int: 'number',
  list: 'enumeration',
  multilinetext: 'string',
  multiplecheckboxes: 'enumeration',
  multiselect: 'enumeration',
  phone: 'phone_number',
  phonenumber: 'phone_number',
  picklist: 'enumeration',
  radio: 'enumeration',
  radioselect: 'enumeration',
  richtext: 'string',
  select: 'enumeration',
  singlecheckbox: 'bool',
  singlelinetext: 'string',
  text: 'string',
  textarea: 'string',
  timestamp: 'datetime',
  url: 'string',
};

const FIELD_TYPES: Readonly<Record<string, string>> = {
  bool: 'booleancheckbox',
  boolean: 'booleancheckbox',
  calculation: 'calculation_equation',
  currency: 'number',
  datepicker: 'date',
  dateandtimepicker: 'date',
  datetime: 'date',
  dropdown: 'select',
  dropdownselect: 'select',
  email: 'text',
  enum: 'select',
  enumeration: 'select',
  hubspotuser: 'hubspot_user',
  input: 'text',
  integer: 'number',
  multilinetext: 'textarea',
  multiplecheckboxes: 'checkbox',
  multiselect: 'checkbox',
  phone: 'phonenumber',
  picklist: 'select',
  radioselect: 'radio',
  richtext: 'html',
  singlecheckbox: 'booleancheckbox',
  singlelinetext: 'text',
  string: 'text',
  url: 'text',
};

/** Returns the value of the interface for a word, or undefined if the field or the word has none. */
export function vendorWord(field: string, word: string): string | undefined {
  const words = field === 'type' ? TYPES : field === 'fieldType' ? FIELD_TYPES : {};
  const plain = word.toLowerCase().replace(/[^a-z]/g, '');
  return Object.hasOwn(words, plain) ? words[plain] : undefined;
}
