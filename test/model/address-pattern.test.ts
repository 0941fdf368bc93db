import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Address, formatAddress } from '../../src/model/address.ts';
import { isPattern, matchesPattern, selectMatching } from '../../src/model/address-pattern.ts';

const ALL: readonly Address[] = [
  'property:contacts/a',
  'property:contacts/a*',
  'property:contacts/ab',
  'property-group:contacts/a',
];

it('a pattern selects each address that it matches', () => {
  expect(selectMatching('property:*/a*', ALL)).toEqual(ALL.slice(0, 3));
  expect(selectMatching('property', ALL)).toEqual(ALL.slice(0, 3));
  expect(selectMatching('property*', ALL)).toEqual(ALL);
  expect(selectMatching('property:contacts/.b', ALL)).toEqual([]);
});

it('stars stand for any characters', () => {
  const part = fc.string({ maxLength: 4 });
  fc.assert(
    fc.property(
      fc.array(part, { minLength: 1, maxLength: 4 }),
      fc.array(part, { minLength: 4, maxLength: 4 }),
      (parts, fill) => {
        const address = formatAddress(
          'property',
          parts.map((one, index) => `${index === 0 ? '' : (fill[index] ?? '')}${one}`).join(''),
        );
        const pattern = `property:${parts.map((one) => formatAddress('property', one).slice('property:'.length)).join('*')}`;
        expect(matchesPattern(pattern, address)).toBe(true);
        expect(matchesPattern(pattern, `x${address}`)).toBe(false);
      },
    ),
  );
});

it('a pattern is of a kind that there is', () => {
  expect(['property', 'property:*', '*', 'prop*:contacts/a'].map(isPattern)).toEqual([true, true, true, true]);
  expect(['', 'propperty', 'property:', 'x:*'].map(isPattern)).toEqual([false, false, false, false]);
});
