import { describe, expect, it } from 'vitest';
import { check } from '../../../src/kinds/property/documented/check.ts';
import { levels, type PropertySpec } from '../../../src/kinds/property/spec.ts';

const plain: PropertySpec = {
  objectType: 'contacts',
  groupName: 'loyalty',
  name: 'tier',
  label: 'Tier',
  type: 'string',
  fieldType: 'text',
};
const gold = { value: 'gold', label: 'Gold' };
const silver = { value: 'silver', label: 'Silver' };
const select = { type: 'enumeration', fieldType: 'select', options: [gold, silver] };
const radio = { type: 'bool', fieldType: 'radio' };

/** Severity, code and path of each issue. */
const CASES: readonly [name: string, changes: Partial<PropertySpec>, issues: readonly string[]][] = [
  ['nothing', {}, []],
  ['an enumeration with options', select, []],
  ['an empty label', { label: ' ' }, ['warning text-blank label']],
  ['a label with a blank at its end', { label: 'Tier ' }, ['warning text-untrimmed label']],
  ['a label with a line break', { label: 'Tier\nof it' }, ['warning text-control-character label']],
  ['a name of the service', { name: 'hs_tier' }, ['warning name-reserved ']],
  [
    'a pair that only another object type has',
    { objectType: 'deals', type: 'date', fieldType: 'date' },
    ['warning property-type-not-allowed type'],
  ],
  [
    'a name that the only route cannot take',
    { objectType: 'companies', name: 'a_b', type: 'date', fieldType: 'date' },
    ['warning property-name-form name'],
  ],
  ['options of a text', { options: [gold] }, ['warning options-unused options']],
  ['retired options of a text', { retire: [{ value: 'gold', stage: 'hide' }] }, ['warning options-unused retire']],
  [
    'an enumeration that declares no options',
    { type: 'enumeration', fieldType: 'select' },
    ['warning options-missing type'],
  ],
  ['an enumeration with an empty list', { ...select, options: [] }, ['warning options-missing options']],
  [
    'an option value used twice',
    { ...select, options: [gold, { ...silver, value: 'gold' }] },
    ['error option-value-repeated options.1.value'],
  ],
  [
    'an option label used twice',
    { ...select, options: [gold, { ...silver, label: 'Gold' }] },
    ['warning option-label-repeated options.1.label'],
  ],
  [
    'an empty option value',
    { ...select, options: [{ ...gold, value: '' }] },
    ['error option-value-blank options.0.value'],
  ],
  ['an empty option label', { ...select, options: [{ ...gold, label: '' }] }, ['warning text-blank options.0.label']],
  [
    'an option value with a blank',
    { ...select, options: [{ ...gold, value: ' gold' }] },
    ['warning text-untrimmed options.0.value'],
  ],
  [
    'a bool with true and false',
    {
      ...radio,
      options: [
        { value: 'true', label: 'Yes' },
        { value: 'false', label: 'No' },
      ],
    },
    [],
  ],
  ['a bool without options', radio, ['warning bool-options type']],
  ['a bool with other options', { ...radio, options: [gold, silver] }, ['warning bool-options options']],
  ['a retired option', { ...select, retire: [{ value: 'bronze', stage: 'remove' }] }, []],
  [
    'an option declared and retired',
    { ...select, retire: [{ value: 'gold', stage: 'hide' }] },
    ['error option-declared-and-retired retire.0.value'],
  ],
  [
    'an option retired twice',
    {
      ...select,
      retire: [
        { value: 'bronze', stage: 'hide' },
        { value: 'bronze', stage: 'remove' },
      ],
    },
    ['error option-retired-twice retire.1.value'],
  ],
];

describe('the check of a property', () => {
  it.each(CASES)('finds faults for %s', (_name, changes, issues) => {
    const found = check({ ...plain, ...changes });
    expect(found.map(({ severity, code, path }) => `${severity} ${code} ${path.join('.')}`)).toEqual(issues);
  });

  it('names the nearest pair that has a route', () => {
    const [issue] = check({ ...plain, objectType: 'deals', type: 'date', fieldType: 'booleancheckbox' });
    expect(issue?.hint).toBe(
      'The nearest match is type datetime with fieldType radio. Allowed: string, number, bool, datetime, enumeration. Correct it, unless the property already has exactly this type and fieldType.',
    );
  });
});

describe('the levels of a property', () => {
  const properties = levels.at(-1);

  it.each(['', '  ', 'tier\n', '.', '..', '__proto__', 'a'.repeat(256)])('refuses the name %j', (name) => {
    expect(properties?.capture?.schema.safeParse(name).success).toBe(false);
  });

  it.each(['Tier', 'tier-x', 'tier.x', '1tier', '_tier', 'a tier', ' tier', 'tier ', 'a'.repeat(101), 'a'.repeat(255)])(
    'takes the name %j, with a warning that no create does',
    (name) => {
      expect(properties?.capture?.schema.safeParse(name).success).toBe(true);
      const found = check({ ...plain, name, objectType: 'companies', type: 'date', fieldType: 'date' });
      expect(found.map(({ severity, code, path }) => `${severity} ${code} ${path.join('.')}`)).toEqual([
        'warning name-unusual name',
      ]);
    },
  );

  it.each(['Contacts', '0-48', 'calls', 'p1001_Pets', 'my-object.v2'])('takes the object type %j', (objectType) => {
    expect(levels[0]?.capture?.schema.safeParse(objectType).success).toBe(true);
  });

  it.each([' contacts', ''])('refuses the object type %j', (objectType) => {
    expect(levels[0]?.capture?.schema.safeParse(objectType).success).toBe(false);
  });

  it('refuses a type that no variant has', () => {
    expect(properties?.fields['type']?.safeParse('telephone').success).toBe(false);
  });
});
