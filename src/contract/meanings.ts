/** The meanings of enumeration values, one sentence each. Editors show them next to the values. */

import type {
  EVENT_PROPERTY_TYPES,
  V1_COMPANY_FIELD_TYPES,
  V1_COMPANY_TYPES,
  V1_CONTACT_FIELD_TYPES,
  V1_CONTACT_TYPES,
  V2_FIELD_TYPES,
  V2_TYPES,
} from './allowed-values.ts';
import type { DATED_FIELD_TYPES, DATED_TYPES, SHOWN_FIELD_TYPES, SHOWN_TYPES } from './dated-values.ts';
import type { EventType } from './webhooks.ts';

type ValueOf<T extends readonly unknown[]> = T[number];
type PropertyType = ValueOf<
  | typeof V2_TYPES
  | typeof V1_CONTACT_TYPES
  | typeof V1_COMPANY_TYPES
  | typeof EVENT_PROPERTY_TYPES
  | typeof DATED_TYPES
  | typeof SHOWN_TYPES
>;
type FieldType = ValueOf<
  | typeof V2_FIELD_TYPES
  | typeof V1_CONTACT_FIELD_TYPES
  | typeof V1_COMPANY_FIELD_TYPES
  | typeof DATED_FIELD_TYPES
  | typeof SHOWN_FIELD_TYPES
>;

/** Returns the meanings of the types of interface 2.6 and 2.9, in the order of the values. */
export function typeMeanings(values: readonly string[]): readonly string[] {
  return listMeanings(values, TYPES);
}

export function fieldTypeMeanings(values: readonly string[]): readonly string[] {
  return listMeanings(values, FIELD_TYPES);
}

/** Returns the meanings of the event types of interface 6. */
export function eventMeanings(values: readonly EventType[]): readonly string[] {
  return values.map((value) => {
    const [prefix = '', suffix] = value.split('.');
    const noun = prefix === 'object' ? 'record of the object type' : prefix.replace('_', ' ');
    return EVENTS[suffix as Suffix](noun);
  });
}

function listMeanings(values: readonly string[], meanings: Readonly<Record<string, string>>): readonly string[] {
  return values.map((value) => meanings[value] ?? '');
}

const TYPES: Readonly<Record<PropertyType, string>> = {
  string: 'Text.',
  number: 'A number.',
  bool: 'True or false. Requires exactly the options true and false.',
  date: 'A date. On the documented surface, contacts and companies only.',
  datetime: 'A date and time.',
  enumeration: 'One or more of the options.',
  phone_number: 'A phone number. Dated surface only.',
  json: 'Structured data. Existing properties only.',
  object_coordinates: 'A reference to another record. Existing properties only.',
};

const FIELD_TYPES: Readonly<Record<FieldType, string>> = {
  textarea: 'Multi-line text.',
  text: 'Single-line text.',
  date: 'A date picker.',
  file: 'A file upload.',
  number: 'A number field.',
  select: 'A drop-down list, single choice.',
  radio: 'Radio buttons, single choice.',
  checkbox: 'Checkboxes, multiple choice.',
  booleancheckbox: 'A single checkbox, on or off. On the documented surface, contacts and companies only.',
  calculation_equation: 'Calculated from a formula. Dated surface only.',
  html: 'Rich text. Dated surface only.',
  phonenumber: 'A phone number field. Dated surface only.',
  calculation_read_time: 'A duration that the service calculates. Existing properties only.',
  calculation_rollup: 'Calculated from associated records. Existing properties only.',
  calculation_score: 'A score that the service calculates. Existing properties only.',
  hubspot_user: 'A user of the account. Existing properties only.',
};

type Suffix = EventType extends `${string}.${infer S}` ? S : never;

const EVENTS: Readonly<Record<Suffix, (noun: string) => string>> = {
  associationChange: (noun) => `An association of a ${noun} was added or removed.`,
  completed: () => 'A custom event occurred.',
  creation: (noun) => `A ${noun} was created.`,
  deletion: (noun) => `A ${noun} was deleted.`,
  merge: (noun) => `A ${noun} was merged with another one.`,
  newMessage: (noun) => `A ${noun} has a new message.`,
  privacyDeletion: (noun) => `A ${noun} was deleted for privacy reasons.`,
  propertyChange: (noun) => `The property in propertyName changed on a ${noun}.`,
  restore: (noun) => `A deleted ${noun} was restored.`,
};
