import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPattern } from '../../../src/engine/rules/pattern.ts';

function matches(pattern: string, name: string): boolean | string {
  const read = readPattern(pattern);
  return 'fault' in read ? read.fault : read.matches(name);
}

/** Patterns of what both RE2 and JavaScript read, and read alike. */
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
  it('agrees with the regular expression', () => {
    const name = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '_', '1'), maxLength: 7 });
    fc.assert(
      fc.property(pattern, name, (made, text) => {
        expect(matches(made, text)).toBe(new RegExp(made, 'u').test(text));
      }),
      { numRuns: 700 },
    );
  });

  it.each([
    ['^[a-z]+(_[a-z0-9]+)*$', 'loyalty_tier_2', true],
    ['^[a-z]+(_[a-z0-9]+)*$', 'loyalty__tier', false],
    ['^(?:crm|erp)_', 'erp_id', true],
    ['^(?:crm|erp)_', 'my_erp_id', false],
    ['tier', 'loyaltytier', true],
    ['^.{3,5}$', 'abcdef', false],
    ['\\bid\\b', 'id', true],
    ['^[a-z]((_[a-z]+)+x)+$', 'a_bx_cx', true],
    ['^[a-z_]{3,150}$', 'loyaltytier', true],
  ])('%s against %s', (made, name, expected) => {
    expect(matches(made, name)).toBe(expected);
  });

  it.each([
    '^(a+)+$',
    '^(a|a)*$',
    '^(a*)*b$',
    '^(?:(?:a?){10}){10}b$',
    `^${'a?'.repeat(60)}${'a'.repeat(60)}b$`,
    `^${'a*'.repeat(99)}b$`,
    `^(?:(?:${'a|'.repeat(10)}a?){10}){5}b$`,
  ])('ends at once where backtracking would not: %s', (made) => {
    expect(matches(made, `${'a'.repeat(99)}_`)).toBe(false);
  });

  it.each([
    ['(', 'invalid pattern: missing closing ): `(`'],
    ['[z-a]', 'invalid pattern: invalid character class range: `z-a`'],
    ['a**', 'invalid pattern: invalid nested repetition operator: `**`'],
    ['ab(?=c)', 'invalid pattern: invalid or unsupported Perl syntax: `(?=`'],
    ['(a)\\1', 'invalid pattern: invalid escape sequence: `\\1`'],
    ['a{1001}', 'invalid pattern: invalid repeat count: `{1001}`'],
    ['^(?:(?:a?b?c?){31}){31}$', 'this pattern is too large: repeat fewer times'],
  ])('refuses %s', (made, fault) => {
    expect(matches(made, '')).toBe(fault);
  });
});
