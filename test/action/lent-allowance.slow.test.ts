/** What was allowed for one pull request is lent to no other one: how many changes they bring together nobody was asked. */

import { afterEach, beforeEach, expect, test } from 'vitest';
import { later } from '../github/stand-in/moments.ts';
import { REPOSITORY } from '../github/stand-in/server.ts';
import { sandboxText } from '../support/project.ts';
import { aRepository, mergeSha, type RepositoryUnderTest } from './repository.ts';
import { ALLOW } from './tier-project.ts';

type Said = Readonly<Partial<Record<'points' | 'tier' | 'visits' | 'calls', string>>> & { readonly percent: number };

let repository: RepositoryUnderTest;
beforeEach(async () => {
  repository = await aRepository();
});
afterEach(() => repository.close());

const declare = ({ percent, points = 'Points', tier = 'Tier', visits = 'Visits', calls = 'Calls' }: Said) =>
  repository.file(
    'trueup.yaml',
    `${sandboxText(repository.service.url)}policy: { maxChanges: { percent: ${percent}, above: 0 } }
objects:
  contacts:
    groups:
      contactinformation:
        properties:
          points: { label: ${points}, type: number, fieldType: number }
          tier: { label: ${tier}, type: number, fieldType: number }
          visits: { label: ${visits}, type: number, fieldType: number }
          calls: { label: ${calls}, type: number, fieldType: number }
`,
  );

const before = { points: 'Score', tier: 'Level' };
const after = { visits: 'Stays', calls: 'Rings' };

const head = () => repository.standIn.git.refs.get('refs/heads/main') ?? '';

async function planned(pull: number, said: Said, inputs: Readonly<Record<string, string>> = {}) {
  await declare(said);
  return repository.push(pull, inputs, REPOSITORY, head());
}

/** Main becomes the merge; gives what it was before. */
async function merged(pull: number, said: Said): Promise<string> {
  const parent = head();
  await declare(said);
  const { pulls } = repository.standIn.state;
  const at = pulls.findIndex(({ number }) => number === pull);
  const found = pulls[at];
  if (found === undefined) throw new Error(`There is no pull request ${pull}.`);
  pulls[at] = { ...found, mergeSha: mergeSha(pull), mergedAt: later() };
  repository.toMain(await repository.commit(parent, mergeSha(pull)));
  return parent;
}

const pushed = (from: string) =>
  repository.job(head(), {
    inputs: { command: 'apply' },
    event: { name: 'push', payload: { ref: 'refs/heads/main', before: from } },
  });

test('merges that are applied together change no more than one of them was allowed', { timeout: 180_000 }, async () => {
  await planned(1, { percent: 100 });
  expect(await repository.merge(1)).toMatchObject({ code: 0 });
  expect(await planned(3, { percent: 100, ...after })).toMatchObject({ code: 0 });
  expect(await planned(4, { percent: 25 })).toMatchObject({ code: 0 });
  expect(await repository.merge(4)).toMatchObject({ code: 0 });
  expect(await planned(2, { percent: 100, ...before })).toMatchObject({ code: 3 });
  expect(await planned(2, { percent: 100, ...before }, ALLOW)).toMatchObject({ code: 0 });
  const written = await repository.writes();
  expect(await pushed(await merged(3, { percent: 25, ...after }))).toMatchObject({ code: 3 });
  const both = await pushed(await merged(2, { percent: 100, ...before, ...after }));
  expect(both).toMatchObject({ code: 3, outputs: { result: 'failed' } });
  expect(both.log).toContain('too-many-changes: The plan updates or removes 4 of 4 known resources');
  expect(await repository.writes()).toEqual(written);
});

test('what was allowed for a pull request alone is applied', { timeout: 180_000 }, async () => {
  await planned(1, { percent: 25 });
  expect(await repository.merge(1)).toMatchObject({ code: 0 });
  expect(await planned(2, { percent: 100, ...before }, ALLOW)).toMatchObject({ code: 0 });
  expect(await pushed(await merged(2, { percent: 100, ...before }))).toMatchObject({ code: 0 });
});

test.each([2, 3])(
  'a group of a merge queue changes no more either, with #%i first',
  { timeout: 180_000 },
  async (first) => {
    await planned(1, { percent: 25 });
    expect(await repository.merge(1)).toMatchObject({ code: 0 });
    const own: Said = { percent: 25, calls: 'Rings' };
    const wide: Said = { percent: 100, ...before };
    expect(await planned(2, wide, ALLOW)).toMatchObject({ code: 0 });
    expect(await planned(3, own)).toMatchObject({ code: 0 });
    const { git } = repository.standIn;
    const queued = async (pull: number, said: Said, base: string) => {
      await declare(said);
      const sha = await repository.commit(base);
      const ref = `refs/heads/gh-readonly-queue/main/pr-${pull}-${base}`;
      git.refs.set(ref, sha);
      return { sha, ref };
    };
    const one = await queued(first, first === 2 ? wide : own, head());
    const { sha, ref } = await queued(first === 2 ? 3 : 2, { ...own, ...wide }, one.sha);
    const group = { head_sha: sha, head_ref: ref, base_sha: one.sha, base_ref: 'refs/heads/main' };
    const event = { name: 'merge_group', payload: { action: 'checks_requested', merge_group: group } };
    const ran = await repository.job(sha, { inputs: { command: 'plan', ...ALLOW }, ref, event });
    expect(ran).toMatchObject({ code: 3, outputs: { result: 'failed' } });
  },
);
