/** Addresses: parts of any text, joined and parsed. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatAddress, parseAddress } from '../../src/model/address.ts';

test('parses a joined address with any parts', () => {
  const parts = fc.array(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(parts, (all) => {
      expect(parseAddress(formatAddress('association-limit', ...all))).toEqual({
        kind: 'association-limit',
        parts: all,
      });
    }),
  );
});

test('encodes a star, so that no address is a pattern', () => {
  expect(formatAddress('property', 'contacts', 'old_*')).toBe('property:contacts/old_%2A');
});
