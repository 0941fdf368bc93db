import { describe, expect, it } from 'vitest';
import { offlineFindings } from '../../../src/engine/rules/evaluate.ts';
import { houseRules } from '../../../src/engine/rules/index.ts';
import { listKinds } from '../../../src/kinds/index.ts';
import type { Kind } from '../../../src/model/kind.ts';
import { resolveTexts } from '../../config/builders.ts';
import { aKind } from '../a-kind.ts';

const NOW = Date.UTC(2026, 5, 1);

const SCHEMA = `
objects:
  contacts:
    groups:
      g:
        displayName: G
        properties:
          crm_tier: { label: Tier, type: enumeration, fieldType: select, description: Level, options: [{ value: "10", label: Ten }, { value: "9", label: Nine }, { value: b, label: apple }] }
          shoesize: { label: tier, type: number, fieldType: number }
  deals:
    groups:
      g:
        displayName: G
        properties:
          crm_notes: { label: Tier, type: string, fieldType: textarea, description: "  " }
eventDefinitions:
  order_placed:
    properties:
      channel: { label: Channel, type: enumeration, options: [{ value: shop, label: Shop }, { value: old, label: Old, hidden: true }] }
`;

/** Returns the findings of the rules for the schema above, as `severity code line: message`. */
function said(policy: string): readonly string[] {
  const resolution = resolveTexts(`version: 1\npolicy:\n  rules:\n    ${policy}\n${SCHEMA}`);
  return offlineFindings(resolution, listKinds('documented'), NOW).map(
    ({ severity, code, provenance, message }) => `${severity} ${code} ${provenance?.line}: ${message}`,
  );
}

describe('the house rules', () => {
  it.each([
    [
      'name-pattern: { severity: error, pattern: ^crm_ }',
      [
        'error name-pattern 23: The name of event-definition-property:order_placed/channel does not match ^crm_.',
        'error name-pattern 13: The name of property:contacts/shoesize does not match ^crm_.',
      ],
    ],
    [
      'name-pattern: { severity: error, pattern: "^.{3,}$", kinds: [property-group], objects: [contact] }',
      ['error name-pattern 9: The name of property-group:contacts/g does not match ^.{3,}$.'],
    ],
    [
      'description-required: warn',
      [
        'warning description-required 23: event-definition-property:order_placed/channel has no description.',
        'warning description-required 13: property:contacts/shoesize has no description.',
        'warning description-required 19: property:deals/crm_notes has no description.',
      ],
    ],
    [
      'description-required: { severity: info, kinds: [event-definition-property] }',
      ['info description-required 23: event-definition-property:order_placed/channel has no description.'],
    ],
    [
      'label-unique: error',
      ['error label-unique 13: property:contacts/shoesize has the same label as property:contacts/crm_tier.'],
    ],
    [
      'forbidden-type: { severity: error, types: [number], fieldTypes: [textarea, number] }',
      [
        'error forbidden-type 13: property:contacts/shoesize has the type number, which this project forbids.',
        'error forbidden-type 13: property:contacts/shoesize has the fieldType number, which this project forbids.',
        'error forbidden-type 19: property:deals/crm_notes has the fieldType textarea, which this project forbids.',
      ],
    ],
    ['forbidden-type: { severity: error, types: [number], objects: [deals] }', []],
    ['max-properties: { severity: error, max: 2 }', []],
    [
      'max-properties: { severity: error, max: 1 }',
      ['error max-properties 13: contacts has 2 declared properties, more than 1.'],
    ],
    [
      'event-options-hidden: warning',
      [
        'warning event-options-hidden 23: event-definition-property:order_placed/channel hides the option "old", and no call can unhide it later.',
      ],
    ],
    [
      'options-sorted: warn',
      [
        'warning options-sorted 23: The options of event-definition-property:order_placed/channel are not sorted by label: "Old" comes after "Shop".',
        'warning options-sorted 12: The options of property:contacts/crm_tier are not sorted by label: "Nine" comes after "Ten".',
      ],
    ],
    [
      'options-sorted: { severity: warn, by: value, objects: [contacts] }',
      [
        'warning options-sorted 12: The options of property:contacts/crm_tier are not sorted by value: "9" comes after "10".',
      ],
    ],
    [
      'options-capped: { severity: warn, max: 2 }',
      ['warning options-capped 12: property:contacts/crm_tier declares 3 options, more than 2.'],
    ],
    ['label-unique: off', []],
  ])('%s', (policy, expected) => {
    expect(said(policy)).toEqual(expected);
  });
});

const faults = (pattern: string) =>
  resolveTexts(
    `version: 1\npolicy: { rules: { name-pattern: { severity: error, pattern: ${JSON.stringify(pattern)} } } }\n`,
  ).findings.map(({ code }) => code);

it('name-pattern refuses a pattern that cannot be read', () => {
  expect(faults('^crm_')).toEqual([]);
  expect(faults('(unclosed')).toHaveLength(1);
});

/** Returns the place of the first property above a maximum of two. */
function placeOfFirstTooMany(properties: string): string | undefined {
  const resolution = resolveTexts(`version: 1
policy: { rules: { max-properties: { severity: error, max: 2 } } }
objects:
  contacts:
    groups:
      contactinformation:
        properties:
${properties}
`);
  // The desired state is sorted by address.
  const [finding] = offlineFindings(resolution, listKinds('documented'), 0);
  return finding?.provenance && `${finding.provenance.line}:${finding.provenance.column}`;
}

const field = (name: string): string => `${name}: { label: ${name}, type: string, fieldType: text }`;

it('max-properties points at the first property too many in the file', () => {
  const lines = ['zebra', 'mango', 'apple'].map((name) => `          ${field(name)}`).join('\n');
  expect(placeOfFirstTooMany(lines)).toBe('10:11');
});

it('max-properties tells properties of one line apart by their column', () => {
  const line = `          { ${field('zebra')}, ${field('mango')}, ${field('apple')} }`;
  const column = line.indexOf('apple') + 1;
  expect(placeOfFirstTooMany(line)).toBe(`8:${column}`);
});

const ADDRESS = 'property:contacts/here';
const DESIRED = {
  resources: [
    { address: ADDRESS, kind: 'property', spec: { name: 'here' }, provenance: { file: 'a.yaml', line: 1, column: 1 } },
  ],
} as const;

function named(more: Partial<Kind>, parameters: Readonly<Record<string, string | readonly string[]>>) {
  const kind = aKind({ traits: { description: false, type: false, name: 'always' }, ...more });
  return houseRules([kind])['name-pattern'].findings(DESIRED, { pattern: '^there', ...parameters }).length;
}

it('a rule checks the kinds that have its trait', () => {
  expect(named({}, {})).toBe(1);
  expect(named({ traits: { description: false, type: false, name: 'on-request' } }, {})).toBe(0);
  expect(named({ traits: { description: false, type: false, name: 'on-request' } }, { kinds: ['property'] })).toBe(1);
  expect(() => named({ traits: { description: false, type: false, name: 'none' } }, { kinds: ['property'] })).toThrow();
});

it('a rule for object types checks the resources of these types', () => {
  const objectTypes = () => ['companies', 'deals'];
  expect(named({ objectTypes }, { objects: ['deal'] })).toBe(1);
  expect(named({ objectTypes }, { objects: ['contacts'] })).toBe(0);
  expect(named({}, { objects: ['contacts'] })).toBe(0);
});
