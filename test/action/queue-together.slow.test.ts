/** Two pull requests in a merge queue of which one loosens the policy: whichever comes first, the last group has both. */

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { later } from '../github/stand-in/moments.ts';
import { REPOSITORY } from '../github/stand-in/server.ts';
import { sandboxText } from '../support/project.ts';
import { aRepository, type RepositoryUnderTest } from './repository.ts';

const ALL = ['gold', 'silver', 'bronze'];
const FEWER = ['gold', 'silver'];
const STRICT = '{}';
const LOOSE = '{ allow: ["option-removal=property:contacts/tier"] }';
const ALLOW = { 'policy-changes': 'allow' };

interface Said {
  readonly policy?: string;
  readonly options?: readonly string[];
  readonly points?: string;
  readonly visits?: string;
}

type Inputs = Readonly<Record<string, string>>;

let repository: RepositoryUnderTest;
beforeEach(async () => {
  repository = await aRepository();
});
afterEach(() => repository.close());

/** Git merges no changes of lines that are next to each other. */
function declare({ policy = STRICT, options = ALL, points = 'Points', visits = 'Visits' }: Said): Promise<void> {
  const list = options.map((value) => `{ value: ${value}, label: ${value} }`).join(', ');
  return repository.file(
    'trueup.yaml',
    `${sandboxText(repository.service.url)}policy: ${policy}
objects:
  contacts:
    groups:
      contactinformation:
        properties:
          points: { label: ${points}, type: number, fieldType: number }
          tier: { label: Tier, type: enumeration, fieldType: select, options: [${list}] }
          visits: { label: ${visits}, type: number, fieldType: number }
`,
  );
}

const head = () => repository.standIn.git.refs.get('refs/heads/main') ?? '';
const plain = (text: string) => text.replaceAll('\\', '');

async function planned(pull: number, said: Said, inputs: Inputs = {}) {
  await declare(said);
  return repository.push(pull, inputs, REPOSITORY, head());
}

interface Queued {
  readonly pull: number;
  readonly sha: string;
  readonly base: string;
}

/** How the queue puts pull requests together: as one commit each, or as a merge of its branch. */
type Method = 'squash' | 'merge';

/** On top of main, which says `start`, each with what it adds to the one before. */
async function queue(
  start: Said,
  order: readonly (readonly [number, Said])[],
  method: Method = 'squash',
): Promise<readonly Queued[]> {
  const { git, state } = repository.standIn;
  const entries: Queued[] = [];
  let said = start;
  let base = head();
  for (const [pull, added] of order) {
    said = { ...said, ...added };
    await declare(said);
    const squashed = await repository.commit(base);
    const own = state.pulls.find(({ number }) => number === pull)?.headSha ?? '';
    const { tree = '' } = git.commit(squashed) ?? {};
    const sha =
      method === 'squash' ? squashed : git.newCommit({ tree, parents: [base, own], message: `Merge #${pull}` });
    git.refs.set(`refs/heads/gh-readonly-queue/main/pr-${pull}-${base}`, sha);
    entries.push({ pull, sha, base });
    base = sha;
  }
  return entries;
}

/** The files are as in the last group. */
async function group({ pull, sha, base }: Queued) {
  const ref = `refs/heads/gh-readonly-queue/main/pr-${pull}-${base}`;
  const merge_group = { head_sha: sha, head_ref: ref, base_sha: base, base_ref: 'refs/heads/main' };
  const event = { name: 'merge_group', payload: { action: 'checks_requested', merge_group } };
  return repository.job(sha, { inputs: { command: 'plan', ...ALLOW }, ref, event });
}

/** The queue merges all of them at once; the job of their push waits. */
function mergeOnly(entries: readonly Queued[]): void {
  const { git, state } = repository.standIn;
  const mergedAt = later();
  for (const [at, pull] of state.pulls.entries()) {
    const entry = entries.find((one) => one.pull === pull.number);
    if (entry !== undefined) state.pulls[at] = { ...pull, mergeSha: entry.sha, mergedAt };
  }
  for (const { pull, base } of entries) git.refs.delete(`refs/heads/gh-readonly-queue/main/pr-${pull}-${base}`);
  repository.toMain(entries.at(-1)?.sha ?? '');
}

/** The one push of all is applied. */
async function merge(entries: readonly Queued[]) {
  const before = head();
  mergeOnly(entries);
  const event = { name: 'push', payload: { ref: 'refs/heads/main', before } };
  return repository.job(head(), { inputs: { command: 'apply' }, event });
}

/** The project as it was before, applied by a merge. */
async function applied(said: Said): Promise<void> {
  expect(await planned(1, said)).toMatchObject({ code: 0 });
  expect(await repository.merge(1)).toMatchObject({ code: 0, outputs: { result: 'passed' } });
}

const last = (entries: readonly Queued[]): Queued => entries.at(-1) ?? { pull: 0, sha: '', base: '' };

async function stopped(entries: readonly Queued[], code: number): Promise<string> {
  const written = await repository.writes();
  const ran = await group(last(entries));
  expect(ran).toMatchObject({ code, outputs: { result: 'failed' } });
  expect(await repository.writes()).toEqual(written);
  return plain(ran.log);
}

async function passed(entries: readonly Queued[]): Promise<void> {
  expect(await group(last(entries))).toMatchObject({ code: 0, outputs: { result: 'passed' } });
  expect(await merge(entries)).toMatchObject({ code: 0, outputs: { result: 'passed' } });
}

/** Merged past the queue: the push applies nothing, and the next pull request has no looser policy for that. */
async function nothingApplied(entries: readonly Queued[]): Promise<void> {
  const written = await repository.writes();
  expect(await merge(entries)).toMatchObject({ outputs: { result: 'failed' } });
  expect(await repository.writes()).toEqual(written);
}

const ORDERS = [
  ['before the other one', [2, 3]],
  ['after the other one', [3, 2]],
] as const;

describe.each(ORDERS)('one that loosens the policy %s', { timeout: 180_000 }, (_, order) => {
  const queued = (start: Said, second: Said, third: Said, method?: Method) =>
    queue(
      start,
      order.map((pull) => [pull, pull === 2 ? second : third] as const),
      method,
    );

  test.each<Method>(['squash', 'merge'])(
    'and that neither needs goes through by %s, and holds for what is merged next',
    async (method) => {
      await applied({});
      const [loosens, other] = [{ policy: LOOSE, points: 'Score' }, { visits: 'Calls' }];
      expect(await planned(2, loosens)).toMatchObject({ code: 0 });
      expect(await planned(3, other)).toMatchObject({ code: 0 });
      await passed(await queued({}, loosens, other, method));
      expect(await planned(4, { ...loosens, ...other, options: FEWER })).toMatchObject({ code: 0 });
      expect(await repository.merge(4)).toMatchObject({ code: 0, outputs: { result: 'passed' } });
    },
  );

  test('goes through where the queue merged the first one, and nothing is applied yet', async () => {
    await applied({});
    const [loosens, other] = [{ policy: LOOSE, points: 'Score' }, { visits: 'Calls' }];
    expect(await planned(2, loosens)).toMatchObject({ code: 0 });
    expect(await planned(3, other)).toMatchObject({ code: 0 });
    const entries = await queued({}, loosens, other);
    mergeOnly(entries.slice(0, 1));
    await passed(entries.slice(1));
    expect(await planned(4, { ...loosens, ...other, options: FEWER })).toMatchObject({ code: 0 });
  });

  test('and was allowed to need it goes through', async () => {
    await applied({});
    const [loosens, other] = [{ policy: LOOSE, options: FEWER }, { visits: 'Calls' }];
    expect(await planned(2, loosens, ALLOW)).toMatchObject({ code: 0 });
    expect(await planned(3, other)).toMatchObject({ code: 0 });
    await passed(await queued({}, loosens, other));
  });

  test('lends nothing to the other one, whose plan was refused without it', async () => {
    await applied({});
    const [loosens, other] = [{ policy: LOOSE }, { options: FEWER }];
    expect(await planned(2, loosens)).toMatchObject({ code: 0 });
    expect(await planned(3, other)).toMatchObject({ code: 3 });
    const entries = await queued({}, loosens, other);
    expect(await stopped(entries, 6)).toContain('is not what the pull requests in the queue were reviewed for');
    await nothingApplied(entries);
  });

  test('lends nothing to the other one, which was planned when the branch allowed as much', async () => {
    await applied({ policy: LOOSE });
    expect(await planned(3, { policy: LOOSE, options: FEWER })).toMatchObject({ code: 0 });
    // Main is made strict, and the second pull request takes that back.
    await declare({});
    repository.toMain(await repository.commit());
    expect(await planned(2, { policy: LOOSE })).toMatchObject({ code: 0 });
    const entries = await queued({}, { policy: LOOSE }, { options: FEWER });
    expect(await stopped(entries, 3)).toContain('is possible only under a looser policy');
    await nothingApplied(entries);
  });

  test('is not allowed what only both together need', async () => {
    const max = (percent: number) => `{ maxChanges: { percent: ${percent}, above: 0 } }`;
    const start = { policy: max(50) };
    await applied(start);
    const [loosens, other] = [{ policy: max(100), points: 'Score' }, { visits: 'Calls' }];
    expect(await planned(2, loosens)).toMatchObject({ code: 0 });
    expect(await planned(3, { ...start, ...other })).toMatchObject({ code: 0 });
    const entries = await queued(start, loosens, other);
    const log = await stopped(entries, 3);
    expect(log).toContain('too-many-changes: The plan updates or removes 2 of 3 known resources');
    expect(log).toContain('take its pull requests out of the queue');
    mergeOnly(entries.slice(0, 1));
    await stopped(entries, 3);
    await nothingApplied(entries.slice(1));
  });
});
