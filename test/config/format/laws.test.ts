/** Laws of the layout over random documents: nothing but the layout changes, and it changes once. */

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { formatYaml } from '../../../src/config/format/format.ts';
import { parseText } from '../../../src/config/yaml/document.ts';
import { KEYS, randomDocument } from '../yaml/random-document.ts';

/** Knows every key of the random documents, in another order than they come in. */
const ORDER = ['options', 'value', 'label', ...KEYS.toReversed()];
const level = (depth: number): z.ZodType =>
  depth === 0
    ? z.unknown()
    : z.union([
        z.strictObject(Object.fromEntries(ORDER.map((key) => [key, level(depth - 1).optional()]))),
        z.array(level(depth - 1)),
      ]);
const SCHEMA = level(3);

const read = (text: string) => {
  const { value, findings } = parseText({ path: 'a.yaml', text });
  expect(findings).toEqual([]);
  return value;
};

const commentsOf = (text: string) => (text.match(/# comment \d+/g) ?? []).toSorted();

it('keeps what a document says, its comments and its line breaks, and is done after one time', () => {
  let moved = 0;
  fc.assert(
    fc.property(randomDocument, ({ text, value }) => {
      fc.pre(text.isWellFormed());
      const after = formatYaml(text, SCHEMA) ?? '';
      expect(read(after)).toEqual(value);
      expect(commentsOf(after)).toEqual(commentsOf(text));
      expect(after.includes('\r\n')).toBe(text.includes('\r\n'));
      expect(formatYaml(after, SCHEMA)).toBe(after);
      // Whatever could not be laid out would stay as it was.
      const keys = Object.keys(Object(read(after)));
      expect(keys).toEqual(keys.toSorted((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b)));
      expect(after).not.toMatch(/\n(\r?\n){2}/);
      moved += after === text ? 0 : 1;
    }),
    { numRuns: Number(process.env['TRUEUP_CASES'] ?? 300) },
  );
  expect(moved).toBeGreaterThan(50);
});
