/** The spec of a property: its place in the YAML, its identity, and its checks. */

import { z } from 'zod';
import { EVERY_FIELD_TYPE, EVERY_TYPE } from '../../contract/allowed-values.ts';
import { fieldTypeMeanings, typeMeanings } from '../../contract/meanings.ts';
import { INTERNAL_NAME } from '../../contract/names.ts';
import { canonicalObjectType } from '../../contract/object-types.ts';
import { parserOf } from '../../contract/parse-with.ts';
import { type Address, addressOf } from '../../model/address.ts';
import type { Fields } from '../../model/json.ts';
import type { Level, SpecIssue } from '../../model/kind.ts';
import { groupLevel, HeldName, ObjectType, objectLevel, objectTypeIssues } from '../object-levels.ts';
import { optionIssues, presenceIssues } from '../option-issues.ts';
import { DeclaredOptions } from '../options.ts';
import { labelIssues, reservedNameIssues, unusualNameIssues } from '../text-issues.ts';
import { createRoute, type Definition, nearestAllowed } from './routes.ts';

const owned = {
  label: z.string().describe('Label shown to users.'),
  type: z
    .enum(EVERY_TYPE)
    .describe('What the property stores. It can be changed later for companies and deals only, and only with consent.')
    .meta({ enumDescriptions: typeMeanings(EVERY_TYPE) }),
  fieldType: z
    .enum(EVERY_FIELD_TYPE)
    .describe('How the property is displayed in forms and in the app.')
    .meta({ enumDescriptions: fieldTypeMeanings(EVERY_FIELD_TYPE) }),
  description: z.string().exactOptional().describe('Help text. Unchanged if not declared.'),
  options: DeclaredOptions.exactOptional().describe(
    'Options of an enumeration, in order. Options that other users added in the account are kept unless optionsMode is exact.',
  ),
  displayOrder: z
    .int()
    .exactOptional()
    .describe('Position within the group, ascending from 0. -1 or omitted: the service chooses.'),
  formField: z.boolean().exactOptional().describe('Whether forms can use the property. Unchanged if not declared.'),
};

const rules = {
  optionsMode: z
    .enum(['merge', 'exact'])
    .meta({
      enumDescriptions: [
        'Options that other users added in the account are kept and sent along.',
        'The declared options are the full list: all others are removed, with consent.',
      ],
    })
    .exactOptional()
    .describe(
      'How the list is managed. merge (the default) keeps options that other users added in the account; exact removes them.',
    ),
  retire: z
    .array(
      z.strictObject({
        value: z.string().describe('Value of an option that is no longer declared.'),
        stage: z
          .enum(['hide', 'remove'])
          .meta({
            enumDescriptions: [
              'Records keep it, but it is no longer offered.',
              'It is removed from the list: records that have it lose a valid value.',
            ],
          })
          .describe('hide: records keep it, but it is no longer offered. remove: it is removed from the list.'),
      }),
    )
    .exactOptional()
    .describe('Options to retire: hidden first, then removed. An entry is the consent to do so.'),
};

export const levels: readonly Level[] = [
  objectLevel,
  groupLevel('groupName', {}),
  {
    key: 'properties',
    each: 'entry',
    capture: { as: 'name', schema: HeldName },
    fields: { ...owned, ...rules },
    about: 'Properties of the group by internal name.',
  },
];

const Declared = z.object({ objectType: ObjectType, groupName: HeldName, name: HeldName, ...owned, ...rules });
const declaredOf = parserOf(Declared);
export type PropertySpec = Readonly<z.infer<typeof Declared>>;

export function specOf(captured: Fields): PropertySpec {
  const declared = declaredOf(captured);
  const spec = { ...declared, objectType: canonicalObjectType(declared.objectType) };
  // A bool has exactly true and false (assumption A19): options that an enumeration leaves cannot stay beside them.
  return spec.type === 'bool' ? { ...spec, optionsMode: 'exact' } : spec;
}

export function addressOfProperty(spec: Pick<PropertySpec, 'objectType' | 'name'>): Address {
  return addressOf('property', spec.objectType, spec.name);
}

export function groupOf(spec: Pick<PropertySpec, 'objectType' | 'groupName'>): Address {
  return addressOf('property-group', spec.objectType, spec.groupName);
}

export function check(spec: PropertySpec): readonly SpecIssue[] {
  return [...checkGiven(spec), ...presenceIssues(spec)];
}

export function checkGiven(given: Partial<PropertySpec>): readonly SpecIssue[] {
  const { objectType, groupName, name, label, type, fieldType, options, retire } = given;
  return [
    ...objectTypeIssues(given, 'objectType'),
    ...(groupName === undefined ? [] : unusualNameIssues('groupName', groupName, 'internal')),
    ...(name === undefined ? [] : [...reservedNameIssues(name), ...unusualNameIssues('name', name, 'internal')]),
    ...(label === undefined ? [] : labelIssues(label, ['label'])),
    ...(objectType === undefined || name === undefined || type === undefined || fieldType === undefined
      ? []
      : routeIssues({ objectType: canonicalObjectType(objectType), name, type, fieldType })),
    ...optionIssues(options, retire),
  ];
}

/** A definition that no route can create is wrong before anything is asked (interface 2.6). */
function routeIssues(desired: Definition): readonly SpecIssue[] {
  const routed = createRoute(desired);
  if ('route' in routed) return [];
  const { field, cause, reason, allowed } = routed.none;
  // A name that no create takes is one that exists: nothing has to be created.
  if (cause === 'name' && !INTERNAL_NAME.test(desired.name)) return [];
  return [
    {
      code: cause === 'name' ? 'property-name-form' : 'property-type-not-allowed',
      severity: 'error',
      path: [cause === 'name' ? 'name' : field],
      message: reason,
      hint: [
        ...(cause === 'name' ? nameHint(desired) : []),
        nearestHint(desired),
        ...(allowed.length === 0 ? [] : [`Allowed: ${allowed.join(', ')}.`]),
      ].join(' '),
    },
  ];
}

/** The same name without what the path of the v1 update does not take, where that leaves a name. */
function nameHint({ name, ...rest }: Definition): readonly string[] {
  const plain = name.toLowerCase().replace(/[^a-z0-9]/g, '');
  return 'route' in createRoute({ ...rest, name: plain }) ? [`Rename it to ${plain}, or choose another type.`] : [];
}

function nearestHint(desired: Definition): string {
  const nearest = nearestAllowed(desired);
  if (!('route' in createRoute({ ...desired, ...nearest }))) return 'Choose another type and fieldType.';
  const members = (['type', 'fieldType'] as const).filter((member) => nearest[member] !== desired[member]);
  return `The nearest match is ${members.map((member) => `${member} ${nearest[member]}`).join(' with ')}.`;
}
