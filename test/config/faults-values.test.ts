/** Negative tables: values that do not fit the schema, and interpolations. Each row has every finding, with code and place. */

import { expect, test } from 'vitest';
import { EVERY_FIELD_TYPE, EVERY_TYPE } from '../../src/contract/allowed-values.ts';
import { vendorWord } from '../../src/contract/vendor-words.ts';
import { aProperty, places, resolveTexts } from './builders.ts';

const OK = ['label: Tier', 'type: string', 'fieldType: text'];

const ROWS: readonly (readonly [what: string, text: string, expected: readonly string[]])[] = [
  ['unknown root key', 'version: 1\nobject: {}\n', ['unknown-key 2:1']],
  ['unknown property key', aProperty(...OK, 'lable: x'), ['unknown-key 11:13']],
  ['misspelt required', aProperty('lable: x', ...OK.slice(1)), ['unknown-key 8:13']],
  ['missing required', aProperty(...OK.slice(1)), ['missing-key 7:11']],
  ['enum near', aProperty('label: Tier', 'type: sting', 'fieldType: text'), ['unknown-value 9:19']],
  ['enum far', aProperty('label: Tier', 'type: zzzzzzzzz', 'fieldType: text'), ['unknown-value 9:19']],
  ['text for number', aProperty(...OK, 'displayOrder: x'), ['wrong-type 11:27']],
  ['quoted number', aProperty(...OK, 'displayOrder: "2"'), ['wrong-type 11:27']],
  ['float', aProperty(...OK, 'displayOrder: 1.5'), ['wrong-type 11:27']],
  ['huge', aProperty(...OK, 'displayOrder: 12345678901234567890'), ['out-of-range 11:27']],
  ['yes', aProperty(...OK, 'formField: yes'), ['wrong-type 11:24']],
  ['off', aProperty(...OK, 'formField: off'), ['wrong-type 11:24']],
  ['null text', aProperty('label:', ...OK.slice(1)), ['empty-value 8:13']],
  ['number for text', aProperty('label: 007', ...OK.slice(1)), ['wrong-type 8:20']],
  ['bool for text', aProperty('label: true', ...OK.slice(1)), ['wrong-type 8:20']],
  ['map for list', aProperty(...OK, 'options: { value: a, label: b }'), ['wrong-type 11:22']],
  ['text for map', 'version: 1\nobjects: contacts\n', ['wrong-type 2:10']],
  ['null map', 'version: 1\nobjects:\n', ['empty-value 2:1']],
  [
    'option unknown key',
    aProperty(
      'label: T',
      'type: enumeration',
      'fieldType: select',
      'options:',
      '  - { value: a, label: A, colour: red }',
    ),
    ['unknown-key 12:39'],
  ],
  [
    'option missing label',
    aProperty('label: T', 'type: enumeration', 'fieldType: select', 'options:', '  - { value: a }'),
    ['missing-key 12:17'],
  ],
  [
    'bad property name',
    'version: 1\nobjects:\n  contacts:\n    groups:\n      g:\n        properties:\n          "": { label: T, type: string, fieldType: text }\n',
    ['bad-key 7:11'],
  ],
  ['interp key', `version: 1\nobjects:\n  "\${env.X}": {}\n`, ['bad-key 3:3']],
  [
    'under a bad key',
    'version: 1\neventDefinitions:\n  "order\\t":\n    properties:\n      total: { label: T, type: numbr, unit: x }\n',
    ['bad-key 3:3', 'unknown-value 5:32', 'unknown-key 5:39'],
  ],
  ['bad object', 'version: 1\nobjects:\n  "contacts ": {}\n', ['bad-key 3:3']],
  ['version 2', 'version: 2\n', ['unknown-value 1:10']],
  ['version text', 'version: "1"\n', ['unknown-value 1:10']],
  ['version none', 'objects: {}\n', ['version-missing 1:1']],
  ['env unset', aProperty(`label: a \${env.NOPE} b`, ...OK.slice(1)), ['env-unset 8:22']],
  ['value unset', aProperty(`label: "a \${values.nope}"`, ...OK.slice(1)), ['value-unset 8:23']],
  ['second hole', aProperty(`label: '\\\${ok} \${env.NOPE}'`, ...OK.slice(1)), ['env-unset 8:28']],
  ['unknown space', aProperty(`label: \${vars.x}`, ...OK.slice(1)), ['interpolation-unknown 8:20']],
  ['unclosed', aProperty(`label: a \${env.X`, ...OK.slice(1)), ['interpolation-malformed 8:22']],
  ['blank', aProperty(`label: \${ env.X }`, ...OK.slice(1)), ['interpolation-malformed 8:20']],
  ['block scalar hole', aProperty('description: |', '  first', `  second \${env.NOPE}`, ...OK), ['env-unset 10:22']],
];

test.each(ROWS)('finds every fault in the values at its place: %s', (_what, text, expected) => {
  expect(places(resolveTexts(text).findings)).toEqual(expected);
});

test('a resource with a faulty field has its other fields checked in the same run', () => {
  const { findings } = resolveTexts(
    aProperty(
      "label: ' Tier'",
      'type: strng',
      'fieldType: select',
      'options: [{ value: a, label: A }, { value: a, label: B }]',
    ),
  );
  expect(places(findings)).toEqual(['text-untrimmed 8:20', 'unknown-value 9:19', 'option-value-repeated 11:56']);
});

test('a resource with a faulty name or app is checked, but not declared', () => {
  const { findings, desired } = resolveTexts(
    `version: 1
objects:
  deals:
    groups:
      g:
        properties:
          "1\t": { label: First, type: enumeration, fieldType: select, options: [{ value: " a", label: A }] }
          second: { type: date, fieldType: date }
webhooks:
  - appId: none
    subscriptions:
      - { eventType: contact.creation, propertyName: email }
      - { eventType: contact.propertyChange }
`,
    { env: { TRUEUP_SURFACE: 'documented' } },
  );
  expect(places(findings)).toEqual([
    'bad-key 7:11',
    'text-untrimmed 7:90',
    'missing-key 8:11',
    'property-type-not-allowed 8:27',
    'bad-form 10:12',
    'subscription-member-superfluous 12:54',
  ]);
  expect(desired.resources).toEqual([]);
});

test.each([
  ['type', 'enum', 'enumeration'],
  ['type', 'Dropdown select', 'enumeration'],
  ['type', 'boolean', 'bool'],
  ['type', 'text', 'string'],
  ['fieldType', 'dropdown', 'select'],
  ['fieldType', 'single-line text', 'text'],
  ['fieldType', 'Multiple checkboxes', 'checkbox'],
  ['fieldType', 'rich_text', 'html'],
])('suggests the value of the interface for the %s %j', (field, word, value) => {
  const lines = { type: 'type: string', fieldType: 'fieldType: text', [field]: `${field}: ${word}` };
  const { findings } = resolveTexts(aProperty('label: Tier', lines.type, lines.fieldType));
  expect(findings.map(({ code, hint }) => [code, hint?.split('.')[0]])).toEqual([
    ['unknown-value', `Use \`${value}\``],
  ]);
});

test('suggests only values that the interface takes', () => {
  const suggested = ['type', 'fieldType'].flatMap((field) =>
    ['enum', 'dropdown', 'boolean', 'phone', 'date picker', 'calculation', 'hubspot user'].flatMap(
      (word) => vendorWord(field, word) ?? [],
    ),
  );
  expect([...EVERY_TYPE, ...EVERY_FIELD_TYPE]).toEqual(expect.arrayContaining(suggested));
});
