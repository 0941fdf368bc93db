/** Laws of the layout over random documents: nothing but the layout changes, and it changes once. */

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { keyOrder } from '../../../src/config/schema/walk.ts';
import { parseText } from '../../../src/config/yaml/document.ts';
import { formatYaml } from '../../../src/config/yaml/edit.ts';
import { KEYS, randomDocument, randomDocumentWithAlias, SHARED_KEYS } from './random-document.ts';

/** Knows every key of the random documents, in another order than they come in. */
const ORDER = ['options', 'value', 'label', ...[...SHARED_KEYS, ...KEYS].toReversed()];
const level = (depth: number): z.ZodType =>
  depth === 0
    ? z.unknown()
    : z.union([
        z.strictObject(Object.fromEntries(ORDER.map((key) => [key, level(depth - 1).optional()]))),
        z.array(level(depth - 1)),
      ]);
const KEY_ORDER = keyOrder(level(3));

const read = (text: string) => {
  const { value, findings } = parseText({ path: 'a.yaml', text });
  expect(findings).toEqual([]);
  return value;
};

const commentsOf = (text: string) => (text.match(/# comment \d+/g) ?? []).toSorted();

it('keeps meaning, comments and line breaks, and is idempotent', () => {
  let moved = 0;
  fc.assert(
    fc.property(randomDocument, ({ text, value }) => {
      fc.pre(text.isWellFormed());
      const after = formatYaml(text, KEY_ORDER) ?? '';
      expect(read(after)).toEqual(value);
      expect(commentsOf(after)).toEqual(commentsOf(text));
      expect(after.includes('\r\n')).toBe(text.includes('\r\n'));
      expect(formatYaml(after, KEY_ORDER)).toBe(after);
      // The formatter would keep a text that it cannot lay out.
      const keys = Object.keys(Object(read(after)));
      expect(keys).toEqual(keys.toSorted((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b)));
      expect(after).not.toMatch(/\n(\r?\n){2}/);
      moved += after === text ? 0 : 1;
    }),
    { numRuns: Number(process.env['TRUEUP_CASES'] ?? 300) },
  );
  expect(moved).toBeGreaterThan(50);
});

it('is idempotent and keeps the key order if an alias would precede its anchor', () => {
  fc.assert(
    fc.property(randomDocumentWithAlias, ({ text, value }) => {
      fc.pre(text.isWellFormed());
      const after = formatYaml(text, KEY_ORDER) ?? '';
      expect(read(after)).toEqual(value);
      expect(Object.keys(Object(read(after)))).toEqual(Object.keys(value));
      expect(commentsOf(after)).toEqual(commentsOf(text));
      expect(formatYaml(after, KEY_ORDER)).toBe(after);
    }),
    { numRuns: Number(process.env['TRUEUP_CASES'] ?? 300) },
  );
});

const spaces = fc.nat(9).map((amount) => ' '.repeat(amount));
const text = fc.record({
  sign: fc.constantFrom('|', '>', '|-', '|+', '>-', '>+', '|2', '|2+'),
  words: fc.array(fc.constantFrom('word', '  deep', 'k: v'), { maxLength: 2 }),
  above: fc.array(spaces, { maxLength: 3 }),
  below: fc.array(spaces, { maxLength: 3 }),
});

it('is idempotent for block texts with any blank lines', () => {
  let moved = 0;
  fc.assert(
    fc.property(text, text, fc.integer({ min: 1, max: 6 }), fc.boolean(), (one, other, step, isList) => {
      const pad = ' '.repeat(step);
      const linesOf = ({ sign, words, above, below }: typeof one, indent: string) => [
        sign,
        ...above,
        ...words.map((word) => `${indent}  ${word}`),
        ...below,
      ];
      const first = linesOf(one, `${pad}${isList ? '  ' : ''}`).join('\n');
      const second = linesOf(other, pad).join('\n');
      const source = `a:\n${pad}${isList ? '- ' : ''}é: ${first}\n${isList ? 'b:\n' : ''}${pad}x: ${second}\nno: 1\n`;
      const after = formatYaml(source, KEY_ORDER);
      fc.pre(after !== undefined);
      expect(formatYaml(after ?? '', KEY_ORDER)).toBe(after);
      expect(read(after ?? '')).toEqual(read(source));
      moved += after === source ? 0 : 1;
    }),
    { numRuns: Number(process.env['TRUEUP_CASES'] ?? 300) },
  );
  expect(moved).toBeGreaterThan(50);
});
