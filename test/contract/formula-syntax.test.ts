import { expect, test } from 'vitest';
import { formulaFault } from '../../src/contract/formula-syntax.ts';

test.each([
  'amount',
  ' 2.5amount * -(costs) ',
  'round(max(net, 1) / 100, 2)',
  'if a = "x" then 1 elseif not b then 2 else c endif',
])('%s can be read', (formula) => {
  expect(formulaFault(formula)).toBeUndefined();
});

test.each([
  ['[net] ** 2', '[net]', 0, 'a value'],
  ['net ** 2', '*', 5, 'a value'],
  ['net gross', 'gross', 4, 'an operator'],
  ['net =  "x', '"x', 7, 'a value'],
  ['net & gross', '&', 4, 'an operator'],
  ['max(net; 1)', ';', 7, 'an operator, "," or ")"'],
  ['(net', '', 4, 'an operator or ")"'],
  ['net)', ')', 3, 'an operator'],
  ['net +', '', 5, 'a value'],
  ['2 * If(net, 1, 2)', 'If(', 4, 'a condition without a bracket after "if"'],
  ['if net > 1', '', 10, 'an operator or "then"'],
  ['if net then 1', '', 13, 'an operator, "elseif", "else" or "endif"'],
  ['if net then 1 else 2 )', ')', 21, 'an operator or "endif"'],
  ['net = = 1', '=', 6, 'a value'],
  ['', '', 0, 'a value'],
])('%s stops at %j, place %i, where %s is expected', (formula, text, at, expected) => {
  expect(formulaFault(formula)).toEqual({ text, at, expected });
});
