/** Tests that error texts of a caller are stored as text that a database accepts and people can read. */

import { expect, test } from 'vitest';
import { storable } from '../../src/fleet/store/storable.ts';

test.each([
  ['a sentence', 'It is refused.', 'It is refused.'],
  ['what no database takes', 'a\0b\ud800', 'ab\ufffd'],
  ['a page', 'x'.repeat(4_000), 'x'.repeat(4_000)],
  ['megabytes', 'x'.repeat(3_000_000), `${'x'.repeat(4_000)}…`],
  ['nothing', null, null],
])('%s', (_, said, kept) => {
  expect(storable(said)).toBe(kept);
});
