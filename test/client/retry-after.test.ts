import { expect, it } from 'vitest';
import { retryAfter } from '../../src/client/retry-after.ts';

it.each([
  [499, undefined],
  [500, 5_000],
  [503, 5_000],
])('a Retry-After of a %i asks for %j milliseconds', (status, ms) => {
  expect(retryAfter({ status, headers: { 'retry-after': '5' }, body: '' }, 0)?.ms).toBe(ms);
});
