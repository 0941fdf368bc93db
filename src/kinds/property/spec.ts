/** The spec of a property: its place in the YAML, its identity, and its checks. */

import { z } from 'zod';
import { EVERY_FIELD_TYPE, EVERY_TYPE } from '../../contract/allowed-values.ts';
import { fieldTypeMeanings, typeMeanings } from '../../contract/meanings.ts';
import { canonicalObjectType } from '../../contract/object-types.ts';
import { createParser } from '../../contract/parse-with.ts';
import { type Address, formatAddress } from '../../model/address.ts';
import type { FieldHint } from '../../model/field-rule.ts';
import type { Fields } from '../../model/json.ts';
import type { Level, SpecIssue } from '../../model/kind.ts';
import { groupLevel, HeldName, ObjectType, objectLevel, objectTypeIssues } from '../object-levels.ts';
import { optionIssues } from '../option-issues.ts';
import { DeclaredOptions, OPTION_LIST } from '../options.ts';
import { labelIssues, reservedNameIssues, unusualNameIssues } from '../text-issues.ts';
import { datedMembers } from './members.ts';
import { Rules, toEntries } from './validation.ts';

const owned = {
  label: z.string().register(z.globalRegistry, { description: 'Label shown to users.', examples: ['Loyalty tier'] }),
  type: z.enum(EVERY_TYPE).register(z.globalRegistry, {
    description:
      'What the property stores. A change needs consent; on the documented surface, only companies and deals can change it.',
    enumDescriptions: typeMeanings(EVERY_TYPE),
    examples: ['enumeration'],
  }),
  fieldType: z.enum(EVERY_FIELD_TYPE).register(z.globalRegistry, {
    description: 'How the property is displayed in forms and in the app.',
    enumDescriptions: fieldTypeMeanings(EVERY_FIELD_TYPE),
    examples: ['select'],
  }),
  description: z
    .string()
    .exactOptional()
    .register(z.globalRegistry, {
      description: 'Help text.',
      examples: ['The tier of the loyalty programme.'],
    }),
  options: DeclaredOptions.exactOptional().describe('Options of an enumeration, in order.'),
  displayOrder: z
    .int()
    .exactOptional()
    .register(z.globalRegistry, {
      description: 'Position within the group, from 0. -1 or omitted: the service chooses.',
      examples: [2],
    }),
  formField: z
    .boolean()
    .exactOptional()
    .register(z.globalRegistry, { description: 'True: forms can use the property.' }),
  ...datedMembers,
};

const rules = {
  optionsMode: z
    .enum(['merge', 'exact'])
    .register(z.globalRegistry, {
      enumDescriptions: ['They stay.', 'They are removed, with consent.'],
    })
    .exactOptional()
    .register(z.globalRegistry, {
      description: 'What happens to options that other users added in the account.',
      default: 'merge',
    }),
  retire: z
    .array(
      z.strictObject({
        value: z.string().register(z.globalRegistry, {
          description: 'Value of an option that has left options.',
          examples: ['bronze'],
        }),
        stage: z.enum(['hide', 'remove']).register(z.globalRegistry, {
          enumDescriptions: [
            'Records keep it, but it is no longer offered.',
            'It is removed. Records that have it lose their value.',
          ],
          description: 'What happens to the option.',
        }),
      }),
    )
    .exactOptional()
    .register(z.globalRegistry, {
      description: 'Options to retire: hidden first, then removed. An entry is the consent to do so.',
    }),
};

export const levels: readonly Level[] = [
  objectLevel,
  groupLevel('groupName', {}),
  {
    key: 'properties',
    each: 'entry',
    capture: { as: 'name', schema: HeldName.meta({ examples: ['loyaltytier'] }) },
    fields: { ...owned, ...rules },
    about: 'Properties of the group by internal name.',
  },
];

/** Comparison of the fields that both surfaces have. */
export const FIELD_HINTS = {
  label: { compare: 'exact' },
  description: { compare: 'text' },
  groupName: { compare: 'exact' },
  type: { compare: 'exact', risk: 'type-change' },
  fieldType: { compare: 'exact' },
  options: { compare: 'options', list: { ...OPTION_LIST, retires: 'enumeration' } },
  displayOrder: { compare: 'order' },
  formField: { compare: 'flag' },
} as const satisfies Readonly<Record<string, FieldHint>>;

const identity = { objectType: ObjectType, groupName: HeldName, name: HeldName };
const Declared = z.object({ ...identity, ...owned, ...rules, validation: Rules.exactOptional() });
const declaredOf = createParser(Declared);
export type PropertySpec = Readonly<z.infer<typeof Declared>>;

/** In a spec, validation rules are a list. A spec gives the same spec again. */
export function buildSpec({ validation, ...captured }: Fields): PropertySpec {
  const declared = declaredOf(validation === undefined ? captured : { ...captured, validation: toEntries(validation) });
  const spec = { ...declared, objectType: canonicalObjectType(declared.objectType) };
  // A bool has exactly the options true and false (assumption A19). Options of an earlier enumeration cannot remain next to them.
  return spec.type === 'bool' ? { ...spec, optionsMode: 'exact' } : spec;
}

export function addressOfProperty(spec: Pick<PropertySpec, 'objectType' | 'name'>): Address {
  return formatAddress('property', spec.objectType, spec.name);
}

export function buildGroupAddress(spec: Pick<PropertySpec, 'objectType' | 'groupName'>): Address {
  return formatAddress('property-group', spec.objectType, spec.groupName);
}

/** Checks the given fields by the rules of all surfaces. */
export function listIssues(given: Partial<PropertySpec>): readonly SpecIssue[] {
  const { groupName, name, label, options, retire } = given;
  return [
    ...objectTypeIssues(given, 'objectType'),
    ...(groupName === undefined ? [] : unusualNameIssues('groupName', groupName, 'internal')),
    ...(name === undefined ? [] : [...reservedNameIssues(name), ...unnameableIssues(name)]),
    ...(label === undefined ? [] : labelIssues(label, ['label'])),
    ...optionIssues(options, retire),
  ];
}

function unnameableIssues(name: string): readonly SpecIssue[] {
  return unusualNameIssues('name', name, 'internal').map((issue) => ({ ...issue, blocks: [['name']] }));
}
