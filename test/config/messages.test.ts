/** Tests of messages for the most frequent mistakes: the cause on its line, and the correct form. */

import { describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import { rangeHint } from '../../src/config/check/issues.ts';
import type { Finding } from '../../src/model/finding.ts';
import { aProperty, resolveTexts } from './builders.ts';

const told = (text: string) => resolveTexts(text, { env: { TRUEUP_SURFACE: 'documented' } }).findings.map(tell);

function tell({ code, message, hint, provenance }: Finding): readonly (string | undefined)[] {
  return [`${code} ${provenance?.line}:${provenance?.column}`, message, hint];
}

const LINES: readonly string[] = [
  'version: 1',
  'objects:',
  '  contacts:',
  '    groups:',
  '      loyalty:',
  '        displayName: Loyalty',
  '        properties:',
  '          tier:',
  '            label: Tier',
  '            type: enumeration',
  '            fieldType: select',
  '            options:',
  '              - { value: gold, label: Gold }',
  '              - value: silver',
  '                label: Silver',
  '            description: "x"',
  '          other:',
  "            label: 'Other'",
  '            type: string',
  '            fieldType: text',
];

/** The document with one line moved. */
function moved(line: number, by: number): string {
  const lines = LINES.map((text, index) => {
    if (index !== line - 1) return text;
    return by > 0 ? ' '.repeat(by) + text : text.slice(-by);
  });
  return `${lines.join('\n')}\n`;
}

describe('a wrong indentation', () => {
  const MISFIT = [
    'The indentation does not match the lines above.',
    'Keys of one mapping start in the same column; use two spaces for each level.',
  ];

  it.each([
    ['a key between two levels', moved(10, -1), 'yaml-bad-indent 10:12'],
    ['a key in an item of a list', moved(15, -1), 'yaml-bad-indent 15:16'],
    ['a key below a value in quotes', moved(16, 1), 'yaml-bad-indent 16:14'],
    ['an item of a list', moved(14, -1), 'yaml-bad-indent 14:14'],
  ])('is reported at the first character of the line: %s', (_what, text, place) => {
    expect(told(text)).toContainEqual([place, ...MISFIT]);
  });

  it('is reported at the value if the line above continues', () => {
    expect(told(moved(10, 1))).toEqual([
      [
        'yaml-block-as-implicit-key 9:20',
        'A mapping cannot start on the line of its key.',
        'Put a value with a colon in quotes. Otherwise check the indentation of the line below.',
      ],
    ]);
  });
});

describe('the marks of a merge conflict', () => {
  const conflict = [
    '<<<<<<< HEAD',
    '        displayName: Loyalty',
    '=======',
    '        displayName: Club',
    '>>>>>>> other',
  ];
  const text = (lines: readonly string[]) => [...LINES.slice(0, 5), ...lines, ...LINES.slice(6), ''].join('\n');

  it('are reported at the first mark, and other faults of the file are skipped', () => {
    expect(told(text(conflict))).toEqual([
      [
        'merge-conflict 6:1',
        'An unresolved merge conflict starts here.',
        'Keep the side that you want, and remove the lines that start with <<<<<<<, ======= and >>>>>>>.',
      ],
    ]);
    expect(told(text([...conflict, ...conflict])).map(([place]) => place)).toEqual(['merge-conflict 6:1']);
  });

  it('are found where only one is left, and with line ends of Windows', () => {
    expect(told(text(['        displayName: Loyalty', '>>>>>>> other']))[0]?.[0]).toBe('merge-conflict 7:1');
    expect(told(text(conflict).replaceAll('\n', '\r\n'))[0]?.[0]).toBe('merge-conflict 6:1');
  });

  it('are let stand in a text that can be read', () => {
    expect(told('"\n=======\n"\n').map(([place]) => place)).toEqual(['wrong-type 1:1']);
  });
});

test('plain texts in a list of mappings are told once', () => {
  const text = aProperty('label: Tier', 'type: enumeration', 'fieldType: select', 'options: [gold, very_big]');
  expect(told(text)).toEqual([
    [
      'wrong-type 11:23',
      'Expected a mapping, found the string "gold".',
      expect.stringMatching(/^Write keys with their values, as in `key: value`\. Allowed: value, label, /),
    ],
  ]);
});

test.each([
  ['loyalty-tier', 'Did you mean `loyalty_tier`?'],
  ['Loyalty Tier', 'Did you mean `loyalty_tier`?'],
  ['loyaltyTier', 'Did you mean `loyalty_tier`?'],
  ['Größe', 'Did you mean `grosse`?'],
  ['2nd', undefined],
  ['会員', undefined],
  ['loyalty.tier', 'Did you mean `loyalty_tier`?'],
])('the name %s is answered with the nearest that has the right form', (name, hint) => {
  const text = LINES.slice(0, 7)
    .concat([`          ${name}: { label: T, type: string, fieldType: text }`])
    .join('\n');
  expect(told(text)).toEqual([
    [
      'name-unusual 8:11',
      `The name ${JSON.stringify(name)} is not valid for a new definition: use at most 100 lowercase letters, digits and underscores, starting with a letter.`,
      `${hint === undefined ? '' : `${hint} `}Correct it, unless the account has it under exactly this name.`,
    ],
  ]);
});

test('an unusual reference gets the nearest valid name', () => {
  const subscription = '{ eventType: contact.propertyChange, propertyName: loyalty-tier }';
  expect(told(`version: 1\nwebhooks: [{ appId: 1, subscriptions: [${subscription}] }]\n`)[0]?.[2]).toBe(
    'Did you mean `loyalty_tier`? Correct it, unless the account has it under exactly this name.',
  );
});

describe('the name of an object', () => {
  const named = (name: string) => told(LINES.slice(0, 6).join('\n').replace('contacts', name));

  it.each(['contakts', 'contatcs', 'Contakts'])('%s gets a hint with the similar standard object', (name) => {
    expect(named(name)[0]?.[2]).toContain('If `contacts` is meant, correct it.');
  });

  it('is told at its key, once for all that is declared below it', () => {
    const text = LINES.join('\n').replace('contacts', 'contakts');
    expect(told(text)).toEqual([
      [
        'object-misspelt 3:3',
        '"contakts" is not a standard object.',
        'If the account has a custom object of this name, keep it. If `contacts` is meant, correct it. Resources that were applied under this name stay in the account.',
      ],
    ]);
  });

  it.each(['contacts', 'contact', 'Contacts', '0-1', '0-48', 'calls', '2-3451', 'pets', 'kontakte', 'p1001_Pets'])(
    '%s is no slip of another',
    (name) => {
      expect(named(name)).toEqual([]);
    },
  );

  it('is looked at on both sides of a limit', () => {
    const text =
      'version: 1\nassociationLimits:\n  - { from: contakts, to: compnies, limits: [{ typeId: 1, maxToObjectIds: 1 }] }\n';
    expect(told(text).map(([place]) => place)).toEqual(['object-misspelt 3:13', 'object-misspelt 3:27']);
  });
});

test('a type unknown to an object gets the allowed types in one line', () => {
  const deals = (...lines: readonly string[]) => told(aProperty(...lines).replace('contacts', 'deals'));
  expect(deals('label: T', 'type: date', 'fieldType: date')).toEqual([
    [
      'property-type-not-allowed 9:19',
      'For deals, the interface does not allow type date.',
      'The nearest match is type datetime. Allowed: string, number, bool, datetime, enumeration. The dated surface allows it. Correct it, unless the property already has exactly this type and fieldType.',
    ],
  ]);
});

test('a name that the only route rejects is marked with a valid name', () => {
  const text = `version: 1\nobjects: { companies: { groups: { profile: { displayName: P, properties: {
  founded_on: { label: F, type: date, fieldType: date } } } } } }\n`;
  expect(told(text)).toEqual([
    [
      'property-name-form 3:3',
      expect.stringContaining('founded_on has other characters'),
      'Rename it to foundedon, or choose another type. The nearest match is type datetime. The dated surface allows it. Correct it, unless the property already has exactly this type and fieldType.',
    ],
  ]);
});

test('a wrong value for a flag or an app id gets the correct form', () => {
  const text = `version: 1\nwebhooks: [{ appId: x, subscriptions: [{ eventType: contact.creation, active: maybe }] }]\n`;
  expect(told(text)).toEqual([
    [
      'bad-form 2:21',
      'Expected an app id such as 2001: at most 15 digits, without a zero in front.',
      'Write it as in `2001`.',
    ],
    ['wrong-type 2:79', 'Expected true or false, found the string "maybe".', 'Write true or false, without quotes.'],
  ]);
});

test.each([
  ['127.0.0.1:4010', 'Write http://127.0.0.1:4010.'],
  ['localhost:4010', 'Write http://localhost:4010.'],
  ['http://crm.example.com', 'Write https:// instead.'],
  ['pat-na1-1234', 'Write it as https://api.hubapi.com, or http://127.0.0.1:4010 for the embedded service.'],
])('a refused base URL says how to write it: %s', (url, hint) => {
  const [finding] = told(`version: 1\naccounts: { a: { baseUrl: "${url}" } }\n`);
  expect([finding?.[0], finding?.[2]]).toEqual(['base-url-refused 2:27', hint]);
});

describe('a value that is too short or too long', () => {
  const formula = ['label: T', 'type: number', 'fieldType: calculation_equation'];
  const range = (text: string) => told(text).find(([place = '']) => place.startsWith('out-of-range'));
  const rule = (text: string) =>
    range(`version: 1\npolicy: { rules: { name-pattern: { severity: warn, ${text} } } }\n`);

  it('shows the correct form and offers to remove an optional key', () => {
    expect(range(aProperty(...formula, 'calculationFormula: ""'))).toEqual([
      'out-of-range 11:33',
      'Expected at least 1 character, found the string "".',
      'Write it as in `amount - costs`, or remove `calculationFormula`.',
    ]);
    expect(range(aProperty(...formula, 'numberDisplayHint: ""'))?.[2]).toBe(
      'Write a text, or remove `numberDisplayHint`.',
    );
    expect(rule('pattern: "^a", objects: []')?.[2]).toBe('List at least one item, or remove `objects`.');
  });

  it('does not offer to remove a required key', () => {
    const given = z.object({ name: z.string().min(1), more: z.array(z.string()).min(1) });
    const issues = given.safeParse({ name: '', more: [] }).error?.issues ?? [];
    expect(issues.flatMap((one) => (one.code === 'too_small' ? rangeHint(given, ['name'], one) : []))).toEqual([
      'Write a text.',
      'List at least one item.',
    ]);
    expect(rule('pattern: ""')).toEqual([
      'out-of-range 2:61',
      'Expected a regular expression, such as ^[a-z][a-z0-9_]*$.',
      undefined,
    ]);
    expect(rule(`pattern: "${'a'.repeat(201)}"`)?.[2]).toBe('Shorten it.');
  });
});

test('a value of another type is told with the form that it has', () => {
  const [finding] = resolveTexts('version: 1\nfleet: { baseUrl: { host: a } }\n').findings;
  expect(finding?.hint).toBe('Write it as in `https://api.hubapi.com`.');
});

test('another value in place of a mapping gets the allowed keys', () => {
  const [finding] = resolveTexts('version: 1\npolicy: { maxChanges: 500 }\n').findings;
  expect(finding?.hint).toBe('Write keys with their values, as in `key: value`. Allowed: percent, above.');
});

test('says what to write where a key is missing', () => {
  const missing = (text: string) =>
    resolveTexts(text).findings.flatMap(({ code, message, hint }) => (code === 'missing-key' ? [[message, hint]] : []));
  expect(missing(aProperty('type: number', 'fieldType: number'))).toEqual([
    ['Missing key "label": expected a string.', 'Add it, as in `label: Loyalty tier`.'],
  ]);
  expect(
    missing(aProperty('label: T', 'type: enumeration', 'fieldType: select', 'options: [{ label: Gold }]')),
  ).toEqual([['Missing key "value": expected a string.', expect.stringMatching(/^Add it, as in `value: /)]]);
});
