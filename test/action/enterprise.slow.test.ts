/** GitHub Enterprise Server has its interface under a path: every request keeps it, those for further pages too. */

import { afterEach, beforeEach, expect, test } from 'vitest';
import { aRepository, type RepositoryUnderTest } from './repository.ts';

let repository: RepositoryUnderTest;

beforeEach(async () => {
  repository = await aRepository({ apiPath: '/api/v3' });
  await repository.write({});
});

afterEach(() => repository.close());

test('a plan, its merge and a look for drift', async () => {
  const { comments } = repository.standIn.state;
  // More than a page before ours.
  for (let id = 1; id <= 150; id += 1) {
    comments.push({ id, issue: 1, user: { login: 'ann', type: 'User' }, body: 'Words.' });
  }
  expect(await repository.push(1)).toMatchObject({ code: 0, outputs: { result: 'passed', 'has-changes': 'true' } });
  expect(await repository.push(1)).toMatchObject({ code: 0, outputs: { result: 'passed' } });
  expect(repository.comments(1)).toHaveLength(1);
  expect(await repository.merge(1)).toMatchObject({ code: 0, outputs: { result: 'passed' } });
  expect(await repository.drift()).toMatchObject({ code: 0, outputs: { result: 'passed', 'has-changes': 'false' } });
  const elsewhere = repository.standIn.requests.filter((line) => !/^[A-Z]+ \/api\/v3\/repos\//.test(line));
  expect(elsewhere).toEqual([]);
});
