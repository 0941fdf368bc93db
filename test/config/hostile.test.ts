/** Files made to cost time, memory or stack: they end quickly with a finding. */

import { expect, test } from 'vitest';
import { hintless, places, resolveTexts } from './builders.ts';

const MEGABYTES_5 = 5_000_000;

const aliases = (levels: number) =>
  `version: 1\na0: &a0 [x,x,x,x,x,x,x,x,x]\n${Array.from({ length: levels }, (_, level) => `a${level + 1}: &a${level + 1} [${Array(9).fill(`*a${level}`).join(',')}]\n`).join('')}`;

test.each([
  ['open lists', '['.repeat(MEGABYTES_5), ['too-deep 1:53']],
  ['open mappings', '{a: '.repeat(MEGABYTES_5 / 4), ['too-deep 1:257']],
  ['dashes', '- '.repeat(MEGABYTES_5 / 2), ['too-deep 1:104']],
  ['question marks', '? '.repeat(MEGABYTES_5 / 2), ['too-deep 1:104']],
  ['stairs', Array.from({ length: 3_000 }, (_, level) => `${' '.repeat(level)}a:\n`).join(''), ['too-deep 53:51']],
  ['closing brackets', ']'.repeat(MEGABYTES_5), ['yaml-unexpected-token 1:1']],
  ['commas', `[${','.repeat(MEGABYTES_5)}]`, ['yaml-unexpected-token 1:3']],
  ['braces', '{}'.repeat(100_000), ['yaml-unexpected-token 1:3']],
  ['an open quote', `version: 1\nx: "${'a'.repeat(MEGABYTES_5)}`, [`yaml-missing-char 2:${MEGABYTES_5 + 5}`]],
  ['one word', 'a'.repeat(MEGABYTES_5), ['wrong-type 1:1']],
  ['a bomb of aliases', aliases(20), ['alias-bomb 1:1']],
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

test('never adds to a prototype', () => {
  resolveTexts(
    'version: 1\n__proto__: { polluted: 1 }\nobjects: { __proto__: { polluted: 1 }, constructor: { prototype: 1 } }\n',
  );
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
});

test('spends time on 10,000 properties in proportion to 2,500 of them', () => {
  const text = (count: number) =>
    `version: 1\nobjects:\n  contacts:\n    groups:\n      g:\n        properties:\n${Array.from({ length: count }, (_, index) => `          p${index}: { label: L${index}, type: string, fieldType: text }\n`).join('')}`;
  const time = (count: number) => {
    const source = text(count);
    const start = performance.now();
    expect(resolveTexts(source).desired.resources.length).toBe(count);
    return performance.now() - start;
  };
  time(1_000);
  const small = Math.min(time(2_500), time(2_500));
  // Linear is 4, quadratic 16; the middle leaves room for a busy machine.
  expect(Math.min(time(10_000), time(10_000)) / small).toBeLessThan(10);
});
