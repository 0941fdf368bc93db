/** What is merged and not yet applied is said wherever it matters. */

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { aRepositoryOfNumbers, type NumbersUnderTest } from './numbers.ts';

let repository: NumbersUnderTest;
beforeEach(async () => {
  repository = await aRepositoryOfNumbers();
});
afterEach(() => repository.close());

describe('what is merged and not yet applied', () => {
  test('is said in every plan, and a plan made meanwhile is applied after it without a new review', async () => {
    await repository.plan(1, { points: 'Points' });
    await repository.mergeOnly(1, { points: 'Points' });
    const planned = await repository.plan(2, { points: 'Points', visits: 'Visits' });
    for (const told of [planned.log, planned.summary, repository.comment(2)])
      expect(told).toContain('Merged, not yet applied: #1.');
    await repository.declare({ points: 'Points' });
    expect(await repository.applyAgain(1)).toMatchObject({ code: 0 });
    expect(repository.comment(2)).toMatch(
      /^<!-- [\s\S]*\n> \*\*The account changed since this plan: run the plan again\.\*\* #1 was applied .*\n\n### Plan/,
    );
    await repository.mergeOnly(2, { points: 'Points', visits: 'Visits' });
    expect(await repository.applyAgain(2)).toMatchObject({ code: 0, outputs: { result: 'passed' } });
    expect(await repository.writes()).toEqual(['createProperty', 'createProperty']);
    const after = await repository.plan(3, { points: 'Points', visits: 'All visits' });
    for (const told of [after.log, after.summary, repository.comment(3)]) expect(told).not.toContain('not yet applied');
  });

  test('is used up by an apply that asks for no review, too', async () => {
    await repository.plan(1, { points: 'Points' });
    await repository.mergedOnly(1);
    const applied = await repository.applyAgain(1, { review: 'none' });
    expect(applied).toMatchObject({ code: 0, outputs: { result: 'passed' } });
    const after = await repository.plan(2, { points: 'Points', visits: 'Visits' });
    for (const told of [after.log, after.summary, repository.comment(2)]) expect(told).not.toContain('not yet applied');

    await repository.declare({ points: 'Points' });
    await repository.service.admin(1001).deleteProperty('contacts', 'points');
    const written = await repository.writes();
    const again = await repository.applyAgain(1);
    expect(again).toMatchObject({ code: 6, outputs: { result: 'failed' } });
    expect(again.log).toContain('title=approval-used');
    expect(repository.comment(1)).toContain('> **Not applied: the approval of what was reviewed is used up, and ');
    expect(await repository.writes()).toEqual(written);
  });

  test('is told the outcome of an apply that asks for no review, and of one that failed nothing is used up', async () => {
    await repository.plan(1, { points: 'Points' });
    await repository.mergedOnly(1);
    await repository.plan(2, { points: 'Points', visits: 'Visits' });
    await repository.mergedOnly(2);
    repository.service.faults.add({ do: 'status', endpoint: 'createProperty', status: 400 });
    expect(await repository.applyAgain(2, { review: 'none', concurrency: '1' })).toMatchObject({ code: 4 });
    for (const pull of [1, 2]) expect(repository.comment(pull)).toContain('**Not everything was applied.**');
    await repository.plan(3, { points: 'Points', visits: 'All visits' });
    expect(repository.comment(3)).toContain('Merged, not yet applied: #2, #1.');
  });

  test('tells an open pull request once, and one that is about something else not at all', async () => {
    await repository.plan(2, { points: 'Score' });
    await repository.plan(3, { visits: 'Visits' });
    await repository.plan(1, { points: 'Points' });
    expect((await repository.merge(1)).code).toBe(0);
    expect(repository.comment(2).match(/The account changed since this plan/g)).toHaveLength(1);
    expect(repository.comment(3)).not.toContain('The account changed');
    const edited = repository.standIn.requests.filter((line) =>
      line.startsWith('PATCH /repos/acme/schema/issues/comments'),
    );
    expect(edited).toHaveLength(2);
    expect((await repository.plan(2, { points: 'Score' })).code).toBe(0);
    expect(repository.comment(2)).not.toContain('The account changed');
  });
});
