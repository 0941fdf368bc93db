/** The input target: an apply of a part puts no policy in force and leaves the rest to an apply of everything. */

import { afterEach, beforeEach, expect, test } from 'vitest';
import { declareNumbers, labelsOf } from './numbers.ts';
import { aRepository, type RepositoryUnderTest } from './repository.ts';

const POINTS = { target: 'property:contacts/points' };
const BOTH = { points: 'Points', visits: 'Visits' };

let repository: RepositoryUnderTest;
beforeEach(async () => {
  repository = await aRepository();
  await declareNumbers(repository, BOTH);
});
afterEach(() => repository.close());

test('an apply of a target makes that part alone, and is no complete apply', async () => {
  expect(await repository.push(1, POINTS)).toMatchObject({ code: 0 });
  const merged = await repository.merge(1, POINTS);
  expect(merged).toMatchObject({ code: 0, outputs: { result: 'passed' } });
  expect(await labelsOf(repository)).toEqual({ points: 'Points' });
  expect(repository.standIn.state.checks.at(-1)?.output.summary).toBe('Not all of this commit is in the account.');
  expect(repository.inForce()?.commit).toBeUndefined();

  const rest = await repository.applyAgain(1);
  expect(rest).toMatchObject({ code: 6, outputs: { result: 'failed' } });
  expect(await repository.start({ digest: rest.outputs['digest'] ?? '' })).toMatchObject({ code: 0 });
  expect(await labelsOf(repository)).toEqual(BOTH);
  expect(repository.inForce()?.commit).toBe(repository.head());
});

test('an apply of a target closes no issue about the rest', async () => {
  const pushed = await repository.pushToMain();
  expect(pushed.code).toBe(6);
  const part = await repository.start({ ...POINTS, digest: '0'.repeat(20) });
  expect(await repository.start({ ...POINTS, digest: part.outputs['digest'] ?? '' })).toMatchObject({ code: 0 });
  expect(repository.standIn.state.issues).toMatchObject([{ state: 'open' }]);
});
