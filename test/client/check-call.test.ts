import { expect, it } from 'vitest';
import { atMost } from '../../src/client/check-call.ts';

it.each([
  [5, ['1', '2', '3', '4', '5']],
  [7, ['1', '2', '3', '4', '5', 'and 2 more']],
])('%i faults of one call are shown as the first five and a count', (count, shown) => {
  expect(atMost(Array.from({ length: count }, (_, index) => String(index + 1)))).toEqual(shown);
});
