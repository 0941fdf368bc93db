/** Files made to cost time, memory or stack: they end quickly with a finding. */

import { expect, test } from 'vitest';
import { ConfigError } from '../../src/errors.ts';
import { findingCounts } from '../../src/report/text/findings.ts';
import { aProperty, hintless, places, resolveTexts } from './builders.ts';

const MEGABYTE = 1_000_000;

const aliases = (levels: number) =>
  `version: 1\na0: &a0 [x,x,x,x,x,x,x,x,x]\n${Array.from({ length: levels }, (_, level) => `a${level + 1}: &a${level + 1} [${Array(9).fill(`*a${level}`).join(',')}]\n`).join('')}`;

test.each([
  ['open lists', '['.repeat(MEGABYTE), ['too-deep 1:53']],
  ['open mappings', '{a: '.repeat(MEGABYTE / 4), ['too-deep 1:257']],
  ['dashes', '- '.repeat(MEGABYTE / 2), ['too-deep 1:104']],
  ['question marks', '? '.repeat(MEGABYTE / 2), ['too-deep 1:104']],
  ['stairs', Array.from({ length: 3_000 }, (_, level) => `${' '.repeat(level)}a:\n`).join(''), ['too-deep 53:51']],
  ['closing brackets', ']'.repeat(MEGABYTE), ['yaml-unexpected-token 1:1']],
  ['commas', `[${','.repeat(MEGABYTE)}]`, ['yaml-unexpected-token 1:3']],
  ['braces', '{}'.repeat(100_000), ['yaml-unexpected-token 1:3']],
  ['an open quote', `version: 1\nx: "${'a'.repeat(MEGABYTE)}`, ['yaml-missing-char 2:4']],
  ['one word', 'a'.repeat(MEGABYTE), ['wrong-type 1:1']],
  ['a bomb of aliases', aliases(20), ['alias-bomb 1:1']],
  ['empty lines', `version: 1\n${'\n'.repeat(MEGABYTE)}`, ['too-long 500001:1']],
  ['lines of one sign', 'a\n'.repeat(MEGABYTE), ['too-long 500001:1']],
  ['items on one line', `[${'a,'.repeat(2 * MEGABYTE)}]`, ['too-long 1:3000001']],
  ['an endless loop of aliases', 'version: 1\npolicy: &p { allow: *p }\n', ['alias-recursive 2:21']],
])('ends with one finding and a hint: %s', (_what, text, expected) => {
  const { findings } = resolveTexts(text);
  expect(places(findings)).toEqual(expected);
  expect(hintless(findings)).toEqual([]);
});

test('reads 50 levels and refuses the next', () => {
  const nested = (levels: number) => places(resolveTexts('['.repeat(levels) + ']'.repeat(levels)).findings);
  expect(nested(50)).toEqual(['wrong-type 1:1']);
  expect(nested(53)).toEqual(['too-deep 1:53']);
});

test('reports the first twenty interpolations of a text that is full of them', () => {
  const text = `version: 1\npolicy: { allow: ["${`\${env.X}`.repeat(100_000)}"] }\n`;
  expect(resolveTexts(text).findings.length).toBe(20);
});

test.each([
  ['18 groups of braces', '{a,b}'.repeat(18)],
  ['braces in braces', `${'{a,'.repeat(120)}b${'}'.repeat(120)}`],
  ['a range', 'schema/{1..1000000}.yaml'],
  ['many stars in one name', 'schema/*a*a*a*a.yaml'],
  ['many depths', '**/a/**/a/**/a/**/b.yaml'],
  ['groups of repetitions', 'schema/+(a|+(b)).yaml'],
  ['a way out behind a sign', 'schema/*/../../../b.yaml'],
  ['a way out in braces', 'schema/{a,..}/b.yaml'],
  ['a long one', `${'a'.repeat(600)}*`],
])('does not try a pattern that could take very long: %s', (_what, pattern) => {
  const { findings } = resolveTexts({
    'trueup.yaml': `version: 1\ninclude: [${JSON.stringify(pattern)}]\n`,
    [`${'a'.repeat(200)}.yaml`]: '',
  });
  expect(places(findings).slice(0, 1)).toEqual(['include-too-complex 2:11']);
});

test.each(['schema/*.yaml', 'schema/**/*.yaml', '**/a-*.yaml'])('tries the pattern %s', (pattern) => {
  const { findings } = resolveTexts(`version: 1\ninclude: [${JSON.stringify(pattern)}]\n`);
  expect(places(findings)).toEqual(['include-unmatched 2:11']);
});

test('lists the first thousand findings, errors before others, and counts the rest', () => {
  const groups = Array.from({ length: 30 }, (_, index) => `      hs_${index}: { displayName: G }\n`).join('');
  const wrong = Array.from({ length: 4_000 }, (_, index) => `k${index}: 1\n`).join('');
  const { findings } = resolveTexts(`version: 1\nobjects:\n  contacts:\n    groups:\n${groups}${wrong}`);
  expect(new Set(findings.slice(0, -1).map(({ code }) => code))).toEqual(new Set(['unknown-key']));
  expect([findings.length, findings.at(-1)]).toEqual([
    1_001,
    {
      code: 'findings-left-out',
      severity: 'error',
      message: 'Only 1,000 findings are listed: 3,000 errors, 30 warnings are omitted.',
      hint: 'Fix the listed findings, then run again to see the rest.',
      leftOut: { error: 3_000, warning: 30, info: 0 },
    },
  ]);
  expect(new ConfigError(findings).summary).toBe('The configuration has 4000 errors.');
  expect(findingCounts(findings)).toBe('4000 errors, 30 warnings');
});

/** The stack holds some 120,000 faults: options have two each, properties three. */
const MANY = 70_000;
const MANY_PROPERTIES = 45_000;
const anEnumeration = aProperty('label: Tier', 'type: enumeration', 'fieldType: select');
const properties = (count: number, fields: (index: number) => string = () => '') =>
  aProperty('label: T', 'type: string', 'fieldType: text') +
  Array.from({ length: count }, (_, index) => `          p${index}: {${fields(index)}}\n`).join('');

test.each([
  [
    'options that repeat each other',
    `${anEnumeration}            options:\n${'              - { value: gold, label: Gold }\n'.repeat(MANY)}`,
    ['option-value-repeated'],
    { error: MANY - 1_001, warning: MANY - 1 },
  ],
  [
    'properties without a field',
    properties(MANY_PROPERTIES),
    ['missing-key'],
    { error: 3 * MANY_PROPERTIES - 1_000, warning: 0 },
  ],
])(
  'lists the first thousand of more findings than the stack holds: %s',
  (_what, text, codes, leftOut) => {
    const { findings } = resolveTexts(text);
    expect(new Set(findings.slice(0, -1).map(({ code }) => code))).toEqual(new Set(codes));
    expect([findings.length, findings.at(-1)?.leftOut]).toEqual([1_001, { ...leftOut, info: 0 }]);
  },
  120_000,
);

test('says the same of too many faults as of a few', () => {
  const faulty = (count: number) =>
    properties(
      count,
      (index) => ['labl: x, options: [{ value: [] }, 1]', 'label: 1, type: strin, retire: x'][index] ?? '',
    );
  const few = resolveTexts(faulty(20)).findings;
  expect(new Set(few.map(({ code }) => code))).toEqual(
    new Set(['missing-key', 'unknown-key', 'unknown-value', 'wrong-type']),
  );
  expect(resolveTexts(faulty(5_000)).findings.slice(0, few.length)).toEqual(few);
}, 120_000);

test('never adds to a prototype', () => {
  resolveTexts(
    'version: 1\n__proto__: { polluted: 1 }\nobjects: { __proto__: { polluted: 1 }, constructor: { prototype: 1 } }\n',
  );
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
});

const options = (count: number, line: (index: number) => string) =>
  `${anEnumeration}            options:\n${Array.from({ length: count }, (_, index) => `              - ${line(index)}\n`).join('')}`;
const HOLE = `\${env.NAME}`;
const labelled = (count: number) => options(count, (index) => `{ value: v${index}, label: "${HOLE} ${index}" }`);

test.each<[string, number, (count: number) => string, Readonly<Record<string, string>>]>([
  ['properties', 1_000, (count) => properties(count, (index) => `label: L${index}, type: string, fieldType: text`), {}],
  ['empty items', 2_000, (count) => options(count, () => ''), {}],
  ['interpolations that are filled in', 2_000, labelled, { NAME: 'x' }],
  ['interpolations that have no value', 2_000, labelled, {}],
  [
    'interpolations in one text',
    25_000,
    (count) => aProperty('type: string', 'fieldType: text', `label: "${HOLE.repeat(count)}"`),
    { NAME: 'x' },
  ],
])('spends time in proportion to the number of %s', (_what, few, text, env) => {
  const time = (source: string) => {
    // Processor time, which other programs of the machine do not change.
    const start = process.cpuUsage();
    resolveTexts(source, { env });
    return process.cpuUsage(start).user;
  };
  const [small, large] = [text(few), text(8 * few)];
  time(small);
  const rounds = [1, 2, 3].map(() => [time(small), time(large)] as const);
  const least = (of: 0 | 1) => Math.min(...rounds.map((round) => round[of]));
  // Linear is 8, quadratic 64; the middle leaves room for a busy machine.
  expect(least(1) / least(0)).toBeLessThan(30);
});
