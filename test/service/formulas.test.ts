import { describe, expect, it } from 'vitest';
import { isNamedIn, parsedFormula } from '../../src/service/data/dated-property-writes.ts';

describe('a calculation formula', () => {
  it.each([
    ['amount', 'amount', ['amount']],
    ['  closed-amount*2 ', 'closed - amount * 2', ['closed', 'amount']],
    ['2.50amount', '2.5 * amount', ['amount']],
    ['2(amount)', '2 * (amount)', ['amount']],
    ['MAX(amount,"a b")', "max(amount, 'a b')", ['amount']],
    [
      'IF a=1 THEN b ELSEIF NOT (a) THEN 2 ELSE a ENDIF',
      'if a equals 1 then b\nelseif not (a) then 2 else a endif',
      ['a', 'b'],
    ],
    ['-a - -(b)', '- a - - (b)', ['a', 'b']],
    ['now()', 'now()', []],
    ['if true then 1 endif', 'if true then 1 endif', []],
    ['Amount != "amount"', "Amount != 'amount'", ['Amount']],
  ])('%s is stored as %s', (given, text, properties) => {
    expect(parsedFormula(given)).toEqual({ text, properties });
    expect(parsedFormula(text)).toEqual({ text, properties });
  });

  it.each([
    '',
    ' ',
    '(a',
    'a)',
    ')(',
    '[a]',
    'if(a, 1, 2)',
    '"a',
    'a ; b',
    '2points +',
    'a b',
    '* a',
    'a + * b',
    'max(a,)',
    'max(,a)',
    '(a, b)',
    '()',
    'if a then b',
    'if a else b endif',
    'then a',
    'a "b"',
    'a not b',
  ])('cannot be %j', (formula) => {
    expect(() => parsedFormula(formula)).toThrow(`Invalid calculation formula: ${formula}`);
  });

  it('names a property by its whole name', () => {
    expect(['amount', 'amount_2', 'max'].map((name) => isNamedIn('max(amount_2, 1)', name))).toEqual([
      false,
      true,
      true,
    ]);
  });
});
