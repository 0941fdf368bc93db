import { expect, test } from 'vitest';
import { hasSameOperands, isSameFormula, readFormula } from '../../src/contract/formula.ts';

test('a formula names properties, not functions, keywords or strings', () => {
  expect(readFormula('IF a = "b" THEN max(c, 2d) ELSE a ENDIF')?.properties).toEqual(['a', 'c', 'd']);
  expect(readFormula('[a]')).toBeUndefined();
});

test.each([
  ['a*2', 'a * 2.0', true],
  ['"x"', "'x'", true],
  ['a - b', 'b - a', false],
  ['[a]', ' [a] ', true],
  ['[a]', '[b]', false],
])('%s and %s are one formula: %s', (one, other, same) => {
  expect([isSameFormula(one, other), isSameFormula(other, one)]).toEqual([same, same]);
});

test.each([
  ['a + b', 'add(a, b)', true],
  ['a + b', 'b + a', false],
  ['a + 2', 'a + 3', false],
  ['a', '[a]', false],
  ['[a]', '[a]', false],
])('%s may be stored as %s: %s', (one, other, same) => {
  expect(hasSameOperands(one, other)).toBe(same);
});
