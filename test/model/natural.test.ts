import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareNatural } from '../../src/model/natural.ts';

test('numbers are compared by their value, and everything else by code unit', () => {
  const sorted = [
    '',
    '1',
    '01',
    '2',
    '10',
    'A',
    'a',
    'a-1',
    'a1',
    'a1a',
    'a1b',
    'a01',
    'a2',
    'a10',
    'a10b2',
    'a10b10',
    'ab',
    'ä',
  ];
  const huge = ['p99999999999999999998', 'p99999999999999999999', 'p100000000000000000000'];
  expect([...huge].reverse().sort(compareNatural)).toEqual(huge);
  expect([...sorted].reverse().sort(compareNatural)).toEqual(sorted);
});

test('it is a total order: the order that things come in never shows', () => {
  const text = fc.string({ unit: fc.constantFrom('0', '1', '2', '9', 'a', 'b', '-', 'ä') });
  fc.assert(
    fc.property(text, text, text, (a, b, c) => {
      expect(Math.sign(compareNatural(a, b))).toBe(-Math.sign(compareNatural(b, a)) + 0);
      expect(compareNatural(a, b) === 0).toBe(a === b);
      if (compareNatural(a, b) < 0 && compareNatural(b, c) < 0) expect(compareNatural(a, c)).toBeLessThan(0);
    }),
    { numRuns: 3_000 },
  );
});
