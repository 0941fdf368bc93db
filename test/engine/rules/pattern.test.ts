import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPattern } from '../../../src/engine/rules/pattern.ts';

function matches(pattern: string, name: string): boolean | string {
  const read = readPattern(pattern);
  return 'fault' in read ? read.fault : read.matches(name);
}

/** Patterns of everything that is read, nested no deeper than is allowed. */
const atom = fc.constantFrom(
  'a',
  'b',
  '_',
  '.',
  '\\d',
  '[a-c]',
  '[^a]',
  '\\w',
  '[\\d_]',
  '\\u0061',
  '^',
  '$',
  '\\p{L}',
);
const sign = fc.constantFrom('', '*', '+', '?', '{2}', '{1,}', '{0,3}', '*?', '+?', '{1,2}?');
const quantified = (inner: fc.Arbitrary<string>) =>
  fc.tuple(inner, sign).map(([piece, times]) => (/^[\^$]$/.test(piece) ? piece : `${piece}${times}`));
const flat = fc.array(quantified(atom), { maxLength: 4 }).map((pieces) => pieces.join(''));
const branches = fc.array(flat, { minLength: 1, maxLength: 3 }).map((some) => some.join('|'));
const group = fc.tuple(fc.constantFrom('(', '(?:', '(?<part>'), branches).map(([open, inner]) => `${open}${inner})`);
const pattern = fc
  .array(fc.oneof(quantified(atom), quantified(group)), { maxLength: 4 })
  .map((pieces) => pieces.join(''))
  .filter((made) => made.split('?<part>').length <= 2);

describe('a pattern of names', () => {
  it('matches what the regular expression matches', () => {
    const name = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '_', '1'), maxLength: 7 });
    fc.assert(
      fc.property(pattern, name, (made, text) => {
        expect(matches(made, text)).toBe(new RegExp(made, 'u').test(text));
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['^[a-z]+(_[a-z0-9]+)*$', 'loyalty_tier_2', true],
    ['^[a-z]+(_[a-z0-9]+)*$', 'loyalty__tier', false],
    ['^(?:crm|erp)_', 'erp_id', true],
    ['^(?:crm|erp)_', 'my_erp_id', false],
    ['tier', 'loyaltytier', true],
    ['^.{3,5}$', 'abcdef', false],
  ])('%s against %s', (made, name, expected) => {
    expect(matches(made, name)).toBe(expected);
  });

  it.each([
    '^(a+)+$',
    '^(a|a)*$',
    '^(a*)*b$',
    '^(?:(?:a?){100}){100}b$',
    `^${'a?'.repeat(60)}${'a'.repeat(60)}b$`,
    `^${'a*'.repeat(99)}b$`,
    `^(?:(?:${'a|'.repeat(80)}a?){100}){100}b$`,
  ])('ends at once where backtracking would not: %s', (made) => {
    expect(matches(made, `${'a'.repeat(99)}_`)).toBe(false);
  });

  it.each([
    ['(', 'this pattern cannot be read: Unterminated group'],
    ['[z-a]', 'this pattern cannot be read: Range out of order in character class'],
    ['a**', 'this pattern cannot be read: Nothing to repeat'],
    [
      'ab(?=c)',
      'at character 3 this pattern uses what is not read here: lookaround, back references and word boundaries',
    ],
    [
      '(a)\\1',
      'at character 4 this pattern uses what is not read here: lookaround, back references and word boundaries',
    ],
    [
      '\\bid',
      'at character 1 this pattern uses what is not read here: lookaround, back references and word boundaries',
    ],
    ['x((a+)+)+', 'at character 2 this pattern nests repetitions more than 2 deep'],
    ['a{101}', 'at character 1 this pattern repeats more than 100 times'],
  ])('refuses %s', (made, fault) => {
    expect(matches(made, '')).toBe(fault);
  });
});
