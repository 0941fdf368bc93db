/** A looser policy that nobody allowed holds for no later merge, however ordinary that is. */

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { BRANCH, mergeSha } from './repository.ts';
import { ALLOW, aTierRepository, DISPATCH, LOOSER, type Said, type TierRepository } from './tier-project.ts';

const FEWER = ['gold', 'silver'];

let repository: TierRepository;
beforeEach(async () => {
  repository = await aTierRepository();
});
afterEach(() => repository.close());

/** The plan says first what is looser than before what nobody allowed, and approves nothing. */
async function stopped(pull: number, said: Said, held: string): Promise<void> {
  const ran = await repository.planned(pull, said);
  expect(ran).toMatchObject({ code: 3, outputs: { result: 'failed' } });
  const at = `in commit ${held.slice(0, 12)}, and nobody has allowed that for this account so far`;
  expect(repository.comment(pull)).toContain(`is looser than ${at}:**\n>\n> - ${LOOSER}`);
  expect(repository.comment(pull)).toContain('The plan needs this, so it is refused');
  expect(repository.comment(pull).indexOf(LOOSER)).toBeLessThan(
    repository.comment(pull).indexOf('property:contacts/tier'),
  );
  expect(ran.outputs['digest'] ?? '').toBe('');
}

/** It cannot be applied, and without a looser policy it never can. */
async function refused(pull: number): Promise<string> {
  const before = await repository.writes();
  const ran = await repository.applyAgain(pull);
  expect(ran).toMatchObject({ code: 3, outputs: { result: 'failed' } });
  expect(ran.summary.replaceAll('\\', '')).toContain(LOOSER);
  const digest = ran.outputs['digest'] ?? '';
  expect(ran.log).toContain(`digest: ${digest}\npolicy-changes: allow\n`);
  const given = { command: 'apply', digest };
  expect(await repository.job(mergeSha(pull), { inputs: given, event: DISPATCH })).toMatchObject({ code: 3 });
  expect(await repository.writes()).toEqual(before);
  return digest;
}

/** Merged although it was refused: it needs what main does not allow. */
async function loosened(pull: number, said: Said): Promise<void> {
  await repository.planned(pull, said);
  repository.merged(pull);
  expect(await repository.applyAgain(pull)).toMatchObject({ outputs: { result: 'failed' } });
}

describe('a merge that loosens the policy and is refused', { timeout: 180_000 }, () => {
  beforeEach(async () => {
    await repository.applied(1, { include: 'strict' });
    await loosened(2, { include: 'loose', options: ['gold'] });
  });

  test('is said of a plan that does not need it, and not taken over by one that does, until somebody allows it', async () => {
    expect(await repository.planned(5, { include: 'loose', label: 'Level' })).toMatchObject({ code: 0 });
    expect(repository.comment(5)).toContain(LOOSER);
    expect(repository.comment(5)).toContain('The plan does not need this.');
    await stopped(3, { include: 'loose', options: FEWER }, mergeSha(1));
    repository.merged(3);
    const digest = await refused(3);
    const inputs = { command: 'apply', digest, 'policy-changes': 'allow' };
    expect(await repository.job(mergeSha(3), { inputs, event: DISPATCH })).toMatchObject({ code: 0 });
    await repository.applied(4, { include: 'loose', options: ['gold'] });
  });

  test('is not taken over by the second next either, when the next one does not need it', async () => {
    await repository.applied(3, { include: 'loose', label: 'Level' });
    await stopped(4, { include: 'loose', label: 'Level', options: FEWER }, mergeSha(1));
    repository.merged(4);
    await refused(4);
  });

  describe('and is allowed for the plan of the next one', () => {
    const next: Said = { include: 'loose', options: FEWER };
    beforeEach(async () => {
      await stopped(3, next, mergeSha(1));
      expect(await repository.planned(3, next, ALLOW)).toMatchObject({ code: 0 });
      expect(repository.comment(3)).toContain(LOOSER);
    });

    test('is not allowed for another one, is applied with that, and holds from then on', async () => {
      await stopped(4, { include: 'loose', options: ['gold'] }, mergeSha(1));
      await repository.declare(next);
      expect(await repository.merge(3)).toMatchObject({ code: 0, outputs: { result: 'passed' } });
      await repository.applied(5, { include: 'loose', options: ['gold'] });
    });

    test('is not allowed any more once the plan is made without that', async () => {
      await stopped(3, next, mergeSha(1));
      repository.merged(3);
      await refused(3);
    });

    test('is not allowed for a policy that became looser still before the merge', async () => {
      await repository.file(
        'loose.yaml',
        'policy: { allow: ["option-removal=property:contacts/tier"], maxChanges: { percent: 90 } }\n',
      );
      await repository.pushed({ include: 'loose', options: ['gold'] });
      await repository.declare(next);
      repository.merged(3);
      await refused(3);
    });
  });

  test('is no matter once it is reverted', async () => {
    await repository.applied(3, { include: 'strict', label: 'Level' });
    await repository.applied(4, { include: 'strict', label: 'Other' });
  });
});

describe('a push that loosens the policy', () => {
  beforeEach(async () => {
    await repository.applied(1, { include: 'strict' });
    await repository.pushed({ include: 'loose' });
  });

  test('is not taken over by the next pull request, whose base allows it', async () => {
    await stopped(2, { include: 'loose', options: FEWER }, mergeSha(1));
    repository.merged(2);
    await refused(2);
  });

  test('nor by the one after an apply without a review', async () => {
    await repository.applied(2, { include: 'loose', label: 'Level' }, { review: 'none' });
    await stopped(3, { include: 'loose', label: 'Level', options: FEWER }, mergeSha(1));
    repository.merged(3);
    await refused(3);
  });

  test('is taken over once somebody allows a plan of it', async () => {
    await repository.pushed({ include: 'loose', options: FEWER });
    const commit = repository.head();
    const run = (inputs: Readonly<Record<string, string>>) =>
      repository.job(commit, { inputs: { command: 'apply', ...inputs }, event: DISPATCH });
    const { outputs } = await run({});
    const digest = outputs['digest'] ?? '';
    expect(await run({ digest })).toMatchObject({ code: 3 });
    expect(await run({ digest, 'policy-changes': 'allow' })).toMatchObject({ code: 0 });
    await repository.applied(2, { include: 'loose', options: ['gold'] });
  });
});

test('a looser policy that a reviewed pull request showed holds for the next one', async () => {
  await repository.applied(1, { include: 'strict' });
  await repository.applied(2, { include: 'loose' });
  await repository.applied(3, { include: 'loose', options: FEWER });
});

test('it holds also where that one waits still', async () => {
  await repository.applied(1, { include: 'strict' });
  expect(await repository.planned(2, { include: 'loose', label: 'Level' })).toMatchObject({ code: 0 });
  repository.merged(2);
  repository.toMain(await repository.commit(undefined, mergeSha(2)));
  await repository.applied(3, { include: 'loose', label: 'Level', options: FEWER });
});

test('a policy that was made stricter and looser again by a merge that is refused does not hold for the next one', async () => {
  await repository.applied(1, { include: 'loose' });
  expect(await repository.planned(2, { include: 'loose', options: ['gold'] })).toMatchObject({ code: 0 });
  await repository.pushed({ include: 'strict' });
  await repository.declare({ include: 'loose', options: ['gold'] });
  expect(await repository.merge(2)).toMatchObject({ code: 3 });
  expect(await repository.planned(3, { include: 'loose', options: FEWER })).toMatchObject({ code: 3 });
  expect(repository.comment(3)).toContain(LOOSER);
  repository.merged(3);
  const before = await repository.writes();
  const ran = await repository.applyAgain(3);
  expect(ran).toMatchObject({ code: 6, outputs: { result: 'failed' } });
  const given = { command: 'apply', digest: ran.outputs['digest'] ?? '' };
  expect(await repository.job(mergeSha(3), { inputs: given, event: DISPATCH })).toMatchObject({ code: 3 });
  expect(await repository.writes()).toEqual(before);
});

test('a push that loosens the policy between a plan and its merge does not hold for the next one', async () => {
  await repository.applied(1, { include: 'strict' });
  expect(await repository.planned(2, { include: 'strict', label: 'Level' })).toMatchObject({ code: 0 });
  await repository.pushed({ include: 'loose' });
  await repository.declare({ include: 'loose', label: 'Level' });
  expect(await repository.merge(2)).toMatchObject({ code: 0, outputs: { result: 'passed' } });
  await stopped(3, { include: 'loose', label: 'Level', options: FEWER }, mergeSha(1));
});

test('a plan on top of what was applied last asks for no other policy, and one on top of what was refused for that and the last', async () => {
  await repository.applied(1, { include: 'strict' });
  const asked = async (pull: number, said: Said) => {
    const { git, requests } = repository.standIn;
    const ledger = git.refs.get(`refs/heads/${BRANCH}`) ?? '';
    requests.splice(0);
    await repository.planned(pull, said);
    const commits = requests.filter((line) => line.includes('/git/commits/') && !line.endsWith(ledger));
    return { commits: commits.map((line) => line.slice(-40)), count: requests.length };
  };
  const none = await asked(2, { include: 'strict', label: 'Level' });
  expect(none.commits).toEqual([repository.head()]);
  await loosened(3, { include: 'loose', options: ['gold'] });
  await repository.pushed({ include: 'loose', options: ['gold'], label: 'Level' });
  const some = await asked(4, { include: 'loose', options: ['gold'], label: 'Other' });
  expect(new Set(some.commits)).toEqual(new Set([repository.head(), mergeSha(1), mergeSha(3)]));
  expect(some.count).toBeLessThan(none.count + 35);
});

describe('in a merge queue, whose runs are allowed what was allowed before', () => {
  const next: Said = { include: 'loose', options: FEWER };

  async function queued(pull: number, said: Said) {
    await repository.declare(said);
    const base = repository.head();
    const sha = await repository.commit(base);
    const ref = `refs/heads/gh-readonly-queue/main/pr-${pull}-${base}`;
    repository.standIn.git.refs.set(ref, sha);
    const group = { head_sha: sha, head_ref: ref, base_sha: base, base_ref: 'refs/heads/main' };
    const event = { name: 'merge_group', payload: { action: 'checks_requested', merge_group: group } };
    return repository.job(sha, { inputs: { command: 'plan', ...ALLOW }, ref, event });
  }

  test('a plan that nobody allowed to need a looser policy is stopped', async () => {
    await repository.applied(1, { include: 'loose' });
    expect(await repository.planned(2, next)).toMatchObject({ code: 0 });
    await repository.pushed({ include: 'strict' });
    const ran = await queued(2, next);
    expect(ran).toMatchObject({ code: 3, outputs: { result: 'failed' } });
    expect(ran.log).toContain('The policy of the base branch changed after the plan of #2 was made.');
  });

  test('a plan goes through for which somebody allowed the policy that a refused merge loosened', async () => {
    await repository.applied(1, { include: 'strict' });
    await loosened(2, { include: 'loose', options: ['gold'] });
    expect(await repository.planned(3, next, ALLOW)).toMatchObject({ code: 0 });
    expect(await queued(3, next)).toMatchObject({ code: 0, outputs: { result: 'passed' } });
    expect(await repository.merge(3)).toMatchObject({ code: 0, outputs: { result: 'passed' } });
  });
});
