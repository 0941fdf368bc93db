/** A stack of two branches that is older than what main has: the lower one comes with the merge of the upper one, and main never said what it says. */

import { afterEach, beforeEach, expect, test } from 'vitest';
import { REPOSITORY } from '../github/stand-in/server.ts';
import { ALLOW, aTierRepository, type Said, type TierRepository } from './tier-project.ts';

const PATIENT = { timeout: 180_000 };
const LOOSE = { include: 'loose', options: ['gold', 'silver'] } as const;
const LOWER = 50;
const UPPER = 51;

let repository: TierRepository;
/** Of main before somebody allowed the loose policy. */
let first: string;
beforeEach(async () => {
  repository = await aTierRepository();
  first = await repository.applied(1, { include: 'strict' });
  expect(await repository.planned(2, LOOSE, ALLOW)).toMatchObject({ code: 0 });
  expect(await repository.merge(2)).toMatchObject({ code: 0 });
});
afterEach(() => repository.close());

interface Branch {
  readonly number: number;
  /** Commit that it began at. */
  readonly from: string;
  readonly says: Said;
  /** What its merge with main says. */
  readonly makes: Said;
}

/** Pushes it, and gives its head. */
async function pushed({ number, from, says }: Branch): Promise<string> {
  await repository.declare(says);
  const headSha = await repository.commit(from);
  repository.standIn.state.pulls.push({ number, headSha, headRepo: REPOSITORY });
  return headSha;
}

/** The merge of it and main, as the host makes it. */
async function mergeOf(headSha: string, makes: Said): Promise<string> {
  const { git } = repository.standIn;
  await repository.declare(makes);
  const tree = git.commit(await repository.commit())?.tree ?? '';
  return git.newCommit({ tree, parents: [repository.head(), headSha], message: 'Merge' });
}

async function planned(branch: Branch, inputs: Readonly<Record<string, string>> = {}): Promise<string> {
  const { number, makes } = branch;
  const headSha = await pushed(branch);
  const merge = await mergeOf(headSha, makes);
  const repo = { full_name: REPOSITORY };
  const base = { ref: 'main', repo, sha: repository.head() };
  const event = { name: 'pull_request', payload: { pull_request: { number, head: { sha: headSha, repo }, base } } };
  const ran = await repository.job(merge, {
    inputs: { command: 'plan', ...inputs },
    ref: `refs/pull/${number}/merge`,
    event,
  });
  expect(ran).toMatchObject({ code: 0 });
  return headSha;
}

/** By a merge commit of the upper one: the host marks both as merged. */
async function bothMerged(lower: string, upper: string, makes: Said) {
  const { pulls } = repository.standIn.state;
  const before = repository.head();
  const merge = await mergeOf(upper, makes);
  repository.toMain(merge);
  const mergedAt = new Date().toISOString();
  const as = new Map([
    [LOWER, { mergeSha: lower, mergedAt }],
    [UPPER, { mergeSha: merge, mergedAt, broughtShas: [lower, upper] }],
  ]);
  for (const [at, pull] of pulls.entries()) pulls[at] = { ...pull, ...as.get(pull.number) };
  const event = { name: 'push', payload: { ref: 'refs/heads/main', before } };
  return repository.job(merge, { inputs: { command: 'apply' }, event });
}

const next = (label: string) => repository.planned(3, { ...LOOSE, options: ['gold'], label });

test.each([
  ['that was planned', planned],
  ['that nobody planned', pushed],
])('one %s holds nothing back with the policy from before', PATIENT, async (_, brings) => {
  const low = {
    number: LOWER,
    from: first,
    says: { include: 'strict', label: 'Low' },
    makes: { ...LOOSE, label: 'Low' },
  };
  const lower = await brings(low as Branch);
  const makes = { ...LOOSE, label: 'Upper' };
  const upper = await planned({ number: UPPER, from: lower, says: { include: 'strict', label: 'Upper' }, makes });
  expect(await bothMerged(lower, upper, makes)).toMatchObject({ code: 0 });
  expect(await next('Upper')).toMatchObject({ code: 0 });
  expect(await repository.merge(3)).toMatchObject({ code: 0, outputs: { result: 'passed' } });
});

test('one whose plan needs what main allows by now is applied', PATIENT, async () => {
  const fewer = { options: ['gold'] };
  const says = { include: 'strict', ...fewer } as const;
  const lower = await planned({ number: LOWER, from: first, says, makes: { include: 'loose', ...fewer } });
  const makes = { include: 'loose', ...fewer, label: 'Upper' } as const;
  const upper = await planned({ number: UPPER, from: lower, says: { ...says, label: 'Upper' }, makes });
  expect(await bothMerged(lower, upper, makes)).toMatchObject({ code: 0 });
});

test.each([
  ['planned', planned],
  ['not planned', pushed],
])(
  'one that is %s and made the policy stricter holds, where the merge does not have that',
  PATIENT,
  async (_, brings) => {
    const says = { include: 'strict', options: LOOSE.options, label: 'Low' } as const;
    const lower = await brings({ number: LOWER, from: repository.head(), says, makes: says });
    const makes = { ...LOOSE, label: 'Upper' };
    const { git, state } = repository.standIn;
    await repository.declare(makes);
    const upper = await repository.commit(lower);
    state.pulls.push({ number: UPPER, headSha: upper, headRepo: REPOSITORY });
    expect(git.commit(upper)?.parents).toEqual([lower]);
    await bothMerged(lower, upper, makes);
    expect(await next('Upper')).toMatchObject({ code: 3 });
    expect(repository.comment(3)).toContain('The plan needs this, so it is refused');
  },
);
