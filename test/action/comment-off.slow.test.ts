/** The input `comment` decides about comments alone: what was merged is looked up, what holds is kept, and approvals are used up without it as well. */

import { afterEach, beforeEach, expect, test } from 'vitest';
import { aTierRepository, type TierRepository } from './tier-project.ts';

const OFF = { comment: 'false' };

let repository: TierRepository;
beforeEach(async () => {
  repository = await aTierRepository();
});
afterEach(() => repository.close());

test('a stricter policy that is merged and waits holds', { timeout: 180_000 }, async () => {
  await repository.applied(1, { include: 'loose' });
  await repository.planned(2, { include: 'strict' });
  repository.merged(2);
  await repository.mergedAs(2);
  await repository.pushed({ include: 'loose', options: ['gold'] });
  const digest = (await repository.apply({})).outputs['digest'] ?? '';
  const written = await repository.writes();
  expect(await repository.apply({ digest })).toMatchObject({ code: 3 });
  expect(await repository.apply({ digest, ...OFF })).toMatchObject({ code: 3, outputs: { result: 'failed' } });
  expect(await repository.writes()).toEqual(written);
});

test('without reviews, the policy that was applied is kept for what is pushed next', { timeout: 180_000 }, async () => {
  const none = { review: 'none', ...OFF };
  await repository.planned(1, { include: 'strict' });
  expect(await repository.merge(1, none)).toMatchObject({ code: 0 });
  const merge = repository.head();
  const first = await repository.pushed({ include: 'loose' });
  expect(await repository.apply(none, merge)).toMatchObject({ code: 0 });
  await repository.pushed({ include: 'loose', options: ['gold'] });
  const written = await repository.writes();
  expect(await repository.apply(none, first)).toMatchObject({ code: 3, outputs: { result: 'failed' } });
  expect(await repository.writes()).toEqual(written);
});

test('an approval that was applied by its digest is used up, and nobody is told', { timeout: 180_000 }, async () => {
  await repository.applied(1, { include: 'strict' });
  const plan = await repository.planned(2, { include: 'strict', label: 'Level' });
  const shown = repository.comment(2);
  const digest = plan.outputs['digest'] ?? '';
  expect(await repository.merge(2, { digest, ...OFF })).toMatchObject({ code: 0 });
  expect(repository.comment(2)).toBe(shown);
  expect(repository.standIn.state.checks.at(-1)?.output.title).toBe('Applied');
  await repository.planned(3, { include: 'strict', label: 'Other' });
  expect(repository.comment(3)).not.toContain('not yet applied');
});
