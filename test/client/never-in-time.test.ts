/** What is told of a call whose basis was too old each time that it could be sent. */

import { expect, it } from 'vitest';
import { neverInTime } from '../../src/client/patience.ts';

it('the error of a call mentions a wait only if the call could wait', () => {
  expect(neverInTime('PATCH /a', 0).message).toMatch(/^PATCH \/a was not sent: it got no connection /);
  expect(neverInTime('PATCH /a', 30_000).message).toContain('was not sent: for 30 s it got no connection ');
});
