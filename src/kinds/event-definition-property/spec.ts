/** The spec of an event-definition property: its place in the YAML, its identity, and its checks. */

import { z } from 'zod';
import { EVENT_PROPERTY_TYPES } from '../../contract/allowed-values.ts';
import { typeMeanings } from '../../contract/meanings.ts';
import { EVENT_LABEL_LENGTH, HELD_NAME, HELD_NAME_EXPECTED } from '../../contract/names.ts';
import { createParser } from '../../contract/parse-with.ts';
import { type Address, formatAddress } from '../../model/address.ts';
import type { FieldHint } from '../../model/field-rule.ts';
import type { Fields } from '../../model/json.ts';
import type { Level, SpecIssue } from '../../model/kind.ts';
import { optionIssues, presenceIssues } from '../option-issues.ts';
import { DeclaredOptions, OPTION_LIST } from '../options.ts';
import { labelIssues, reservedNameIssues, unusualNameIssues } from '../text-issues.ts';

const EventName = z
  .string()
  .regex(HELD_NAME, { error: HELD_NAME_EXPECTED })
  .register(z.globalRegistry, {
    description: 'Internal name of the custom event, as in the account.',
    examples: ['order_placed'],
  });

const PropertyName = z
  .string()
  .regex(HELD_NAME, { error: HELD_NAME_EXPECTED })
  .register(z.globalRegistry, {
    examples: ['ordertotal'],
    description:
      'Internal name. A new name has at most 50 lowercase letters, digits and underscores and starts with a letter.',
  });

const owned = {
  label: z
    .string()
    .max(EVENT_LABEL_LENGTH)
    .register(z.globalRegistry, {
      description: `Label shown to users, at most ${EVENT_LABEL_LENGTH} characters. Fixed on the documented surface.`,
      examples: ['Order total'],
    }),
  type: z.enum(EVENT_PROPERTY_TYPES).register(z.globalRegistry, {
    description: 'What the property stores. It cannot be changed later.',
    enumDescriptions: typeMeanings(EVENT_PROPERTY_TYPES),
  }),
  fieldType: z
    .string()
    .regex(/^\S(?:.*\S)?$/, {
      error: 'expected a string without leading or trailing whitespace, such as text or select',
    })
    .register(z.globalRegistry, { examples: ['text', 'textarea', 'number', 'select', 'radio', 'checkbox', 'date'] })
    .exactOptional()
    .register(z.globalRegistry, {
      description:
        'Display of the property: any string. The service chooses if not declared, and always on the dated surface. It cannot be changed later.',
    }),
  description: z
    .string()
    .exactOptional()
    .register(z.globalRegistry, {
      description: 'Help text. Fixed on the documented surface.',
      examples: ['The total of the order, taxes included.'],
    }),
  options: DeclaredOptions.exactOptional().describe(
    'Options of an enumeration, in order. Fixed on the documented surface.',
  ),
};

export const levels: readonly Level[] = [
  {
    key: 'eventDefinitions',
    each: 'entry',
    capture: { as: 'eventName', schema: EventName },
    fields: {},
    about: 'Custom events by internal name. The events themselves must already exist.',
  },
  {
    key: 'properties',
    each: 'entry',
    capture: { as: 'name', schema: PropertyName },
    fields: owned,
    about: 'Properties of the event by internal name.',
  },
];

/** Comparison of the fields, on each surface. */
export const FIELD_HINTS: Readonly<Record<string, FieldHint>> = {
  label: { compare: 'exact' },
  type: { compare: 'exact' },
  fieldType: { compare: 'exact' },
  description: { compare: 'text' },
  options: { compare: 'options', list: OPTION_LIST },
};

const Declared = z.object({ eventName: EventName, name: PropertyName, ...owned });
const declaredOf = createParser(Declared);
export type EventDefinitionPropertySpec = Readonly<z.infer<typeof Declared>>;

export function buildSpec(captured: Fields): EventDefinitionPropertySpec {
  return declaredOf(captured);
}

export function addressOfEventProperty(spec: EventDefinitionPropertySpec): Address {
  return formatAddress('event-definition-property', spec.eventName, spec.name);
}

/** Reports options that do not fit the type, because the service refuses such a create (interface 2.9, 4.4). */
export function check(spec: EventDefinitionPropertySpec): readonly SpecIssue[] {
  const presence = presenceIssues(spec).map((issue) =>
    issue.code === 'options-unused' ? { ...issue, blocks: [['options']] } : issue,
  );
  return [...checkGiven(spec), ...presence];
}

export function checkGiven(given: Partial<EventDefinitionPropertySpec>): readonly SpecIssue[] {
  const { eventName, name, label, options } = given;
  return [
    ...(eventName === undefined ? [] : unusualNameIssues('eventName', eventName, 'event')),
    ...(name === undefined ? [] : [...reservedNameIssues(name), ...unusualNameIssues('name', name, 'event-property')]),
    ...(label === undefined ? [] : labelIssues(label, ['label'])),
    ...optionIssues(options),
  ];
}
