/** Tests the error of a call whose basis was too old at every try. */

import { expect, it } from 'vitest';
import { neverInTime } from '../../src/client/patience.ts';

it('the error of a call mentions a wait only if the call could wait', () => {
  expect(neverInTime('PATCH /a', 0).message).toBe(
    'PATCH /a was not sent. It must get a connection within a second of the last read of the account.',
  );
  expect(neverInTime('PATCH /a', 30_000).message).toContain(
    'of the last read of the account, and waited 30 s for that.',
  );
});
