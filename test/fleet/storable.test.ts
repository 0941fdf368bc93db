/** What somebody's code said of an account is kept as far as a database takes it, and people read it. */

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
