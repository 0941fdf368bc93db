/** What came since a merge is decided by what contains it, whatever the dates of commits and the order of their parents say. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { later } from '../github/stand-in/moments.ts';
import { sandboxText } from '../support/project.ts';
import { aRepositoryOfNumbers, type NumbersUnderTest } from './numbers.ts';
import { mergeSha } from './repository.ts';

const PUSH = { name: 'push', payload: { ref: 'refs/heads/main' } };
/** Before everything else. */
const LONG_AGO = '2001-01-01T00:00:00.000Z';
const POINTS = 'points: { label: Points, type: number, fieldType: number }';
const VISITS = 'visits: { label: Visits, type: number, fieldType: number }';

let repository: NumbersUnderTest;
beforeEach(async () => {
  repository = await aRepositoryOfNumbers();
  await declare('', '');
  repository.toMain(await repository.commit());
});
afterEach(() => repository.close());

function objects(property: string): string {
  return `objects: { contacts: { groups: { contactinformation: { properties: { ${property} } } } } }\n`;
}

/** One property in the project, and one in a file that it includes from outside of its folder. */
async function declare(own: string, included: string): Promise<void> {
  const include = 'include: [../shared/more.yaml]\n';
  await repository.file('crm/trueup.yaml', `${sandboxText(repository.service.url)}${include}${objects(own)}`);
  await repository.file('shared/more.yaml', `# ${included}\n${objects(included)}`);
}

function textOf(name: string): Promise<string> {
  return readFile(join(repository.workspace, name), 'utf8');
}

const inputs = { 'working-directory': 'crm' };

async function planAndMerge(pull: number): Promise<string> {
  expect(await repository.push(pull, inputs)).toMatchObject({ code: 0 });
  await repository.mergedOnly(pull);
  return mergeSha(pull);
}

/** A commit of the files as they are, on top of these. */
async function commitOn(parents: readonly string[], date?: string): Promise<string> {
  const { git } = repository.standIn;
  const tree = git.commit(await repository.commit())?.tree ?? '';
  return git.newCommit({ tree, parents, message: 'By hand', ...(date === undefined ? {} : { date }) });
}

function apply(commit: string) {
  repository.toMain(commit);
  return repository.job(commit, { inputs: { command: 'apply', ...inputs }, event: PUSH });
}

/** Main takes back what was included, and says it once more, in commits of their own. */
async function takenBackAndPushed(merged: string, date?: string): Promise<string> {
  await declare(POINTS, '');
  const revert = await commitOn([merged], date);
  await declare(POINTS, VISITS);
  return commitOn([revert], date);
}

describe('a merge that somebody takes back and brings again is not approved by its plan', () => {
  beforeEach(() => declare(POINTS, VISITS));

  async function refused(commit: string): Promise<void> {
    await repository.file('later.yaml', 'about: nothing of ours\n');
    const ran = await apply(await commitOn([commit]));
    expect(ran).toMatchObject({ code: 6, outputs: { result: 'failed' } });
    expect(ran.log).toContain('title=approval-superseded');
    expect(ran.log).toMatch(/Commit \w+ has changed shared\/more\.yaml since #1 was merged/);
    expect(await repository.writes()).toEqual([]);
  }

  test('in commits that are older than the merge by their dates', async () => {
    await refused(await takenBackAndPushed(await planAndMerge(1), LONG_AGO));
  });

  test('by a merge that drops what main said meanwhile', async () => {
    const merged = await planAndMerge(1);
    await declare(POINTS, '');
    const revert = await commitOn([merged]);
    await declare(POINTS, VISITS);
    await repository.file('notes.yaml', 'about: nothing of ours\n');
    const side = await commitOn([merged]);
    await refused(await commitOn([revert, side]));
  });

  test('by merges of reviewed pull requests that say more than the two sides', async () => {
    const before = repository.standIn.git.refs.get('refs/heads/main') ?? '';
    const { state } = repository.standIn;
    await declare('', '');
    for (const pull of [2, 3]) {
      await repository.file(`notes-${pull}.yaml`, 'about: nothing of ours\n');
      expect(await repository.push(pull, inputs)).toMatchObject({ code: 0 });
    }
    await declare(POINTS, VISITS);
    let main = await planAndMerge(1);
    for (const [pull, included] of [
      [2, ''],
      [3, VISITS],
    ] as const) {
      const at = state.pulls.findIndex(({ number }) => number === pull);
      const found = state.pulls[at];
      if (found === undefined) throw new Error(`There is no pull request ${pull}.`);
      await declare(POINTS, included);
      // As none of the commits that it merges has it.
      await repository.file('shared/more.yaml', `${await textOf('shared/more.yaml')}# Merged: ${pull}.\n`);
      main = await commitOn([main, found.headSha]);
      state.pulls[at] = { ...found, mergeSha: main, mergedAt: later() };
    }
    expect(repository.standIn.git.isAncestor(before, main)).toBe(true);
    const ran = await apply(main);
    expect(ran).toMatchObject({ code: 6, outputs: { result: 'failed' } });
    expect(ran.log).toMatch(/Commit \w+ has changed shared\/more\.yaml since #1 was merged/);
    expect(await repository.writes()).toEqual([]);
  });

  test('by a merge whose first parent is the other side', async () => {
    const merged = await planAndMerge(1);
    await declare(POINTS, '');
    const revert = await commitOn([merged]);
    await declare(POINTS, VISITS);
    await repository.file('notes.yaml', 'about: nothing of ours\n');
    const side = await commitOn([merged]);
    await refused(await commitOn([side, revert]));
  });

  test('by a merge whose first parent is the other side, of a main that says the same by then', async () => {
    const merged = await planAndMerge(1);
    const pushed = await takenBackAndPushed(merged);
    await repository.file('notes.yaml', 'about: nothing of ours\n');
    await refused(await commitOn([await commitOn([merged]), pushed]));
  });
});

test('a merge that main does not contain approves nothing', async () => {
  const before = repository.standIn.git.refs.get('refs/heads/main') ?? '';
  await declare(POINTS, VISITS);
  const merged = await planAndMerge(1);
  repository.toMain(before);
  const again = await commitOn([before]);
  const { pulls } = repository.standIn.state;
  const [one] = pulls;
  if (one !== undefined) pulls[0] = { ...one, broughtShas: [again] };
  const ran = await apply(again);
  expect(ran).toMatchObject({ code: 6, outputs: { result: 'failed' } });
  expect(ran.log).toContain(`#1 was merged as commit ${merged.slice(0, 12)}, which main does not contain`);
  expect(await repository.writes()).toEqual([]);
});

describe('a merge stays approved', () => {
  beforeEach(() => declare(POINTS, VISITS));

  test('when a branch from before it is merged that touches something else', async () => {
    const before = repository.standIn.git.refs.get('refs/heads/main') ?? '';
    const merged = await planAndMerge(1);
    await declare('', '');
    await repository.file('notes.yaml', 'about: nothing of ours\n');
    const side = await commitOn([before]);
    await declare(POINTS, VISITS);
    expect(await apply(await commitOn([merged, side]))).toMatchObject({ code: 0, outputs: { result: 'passed' } });
  });

  test('when main is merged into a branch that takes its place', async () => {
    const before = repository.standIn.git.refs.get('refs/heads/main') ?? '';
    const merged = await planAndMerge(1);
    await declare('', '');
    await repository.file('notes.yaml', 'about: nothing of ours\n');
    const side = await commitOn([before]);
    await declare(POINTS, VISITS);
    expect(await apply(await commitOn([side, merged]))).toMatchObject({ code: 0, outputs: { result: 'passed' } });
  });

  test('when a reviewed pull request is merged that changes other lines of the same file', async () => {
    const { state } = repository.standIn;
    const commented = async (included: string) => {
      await declare(POINTS, included);
      await repository.file('shared/more.yaml', `# One.\n# Two.\n${await textOf('shared/more.yaml')}`);
    };
    await commented('');
    const before = await repository.commit();
    repository.toMain(before);
    await repository.file('shared/more.yaml', (await textOf('shared/more.yaml')).replace('One', 'First'));
    expect(await repository.push(2, inputs)).toMatchObject({ code: 0 });
    await commented(VISITS);
    const merged = await planAndMerge(1);
    await repository.file('shared/more.yaml', (await textOf('shared/more.yaml')).replace('One', 'First'));
    const at = state.pulls.findIndex(({ number }) => number === 2);
    const found = state.pulls[at];
    if (found === undefined) throw new Error('It was planned.');
    const into = await commitOn([merged, found.headSha]);
    state.pulls[at] = { ...found, mergeSha: into, mergedAt: later() };
    expect(await apply(into)).toMatchObject({ code: 0, outputs: { result: 'passed' } });
    expect(await repository.labels()).toEqual({ points: 'Points', visits: 'Visits' });
  });

  test('when a reviewed branch is merged that was made on top of it, in several commits', async () => {
    const merged = await planAndMerge(1);
    await declare('', VISITS);
    const half = await commitOn([merged], LONG_AGO);
    await declare(POINTS, VISITS);
    await repository.file('notes.yaml', 'about: nothing of ours\n');
    expect(await repository.push(2, inputs)).toMatchObject({ code: 0 });
    const { git, state } = repository.standIn;
    const [one, two] = state.pulls;
    if (one === undefined || two === undefined) throw new Error('Two were planned.');
    const head = await commitOn([half]);
    const into = await commitOn([merged, head]);
    for (const check of state.checks.filter(({ headSha }) => headSha === two.headSha))
      state.checks.push({ ...check, headSha: head });
    state.pulls[1] = { ...two, headSha: head, mergeSha: into, mergedAt: later() };
    expect(git.isAncestor(half, into)).toBe(true);
    expect(await apply(into)).toMatchObject({ code: 0, outputs: { result: 'passed' } });
    expect(await repository.labels()).toEqual({ points: 'Points', visits: 'Visits' });
  });
});

test('what is merged after the last apply is announced, however old its commits are', async () => {
  await declare(POINTS, '');
  expect(await repository.push(1, inputs)).toMatchObject({ code: 0 });
  expect(await repository.merge(1, inputs)).toMatchObject({ code: 0 });
  await declare(POINTS, VISITS);
  expect(await repository.push(2, inputs)).toMatchObject({ code: 0 });
  const { state } = repository.standIn;
  const [one, two] = state.pulls;
  if (one === undefined || two === undefined) throw new Error('Two were planned.');
  const merged = await commitOn([mergeSha(1)], LONG_AGO);
  state.pulls[1] = { ...two, mergeSha: merged, mergedAt: later() };
  repository.toMain(merged);
  const planned = await repository.push(3, inputs);
  expect(planned.log).toContain('Merged, not yet applied: #2.');
});

test('beyond a hundred commits nothing is approved, and the message says what to do', async () => {
  await declare(POINTS, VISITS);
  await planAndMerge(1);
  let last = mergeSha(1);
  for (let at = 0; at <= 100; at += 1) {
    await repository.file('notes.yaml', `about: ${at}\n`);
    last = await commitOn([last]);
  }
  repository.standIn.requests.splice(0);
  const ran = await apply(last);
  expect(ran).toMatchObject({ code: 6, outputs: { result: 'failed' } });
  expect(ran.log).toContain('More than 100 commits came after #1 was merged');
  expect(ran.log).toContain('Open a new pull request, or specify the plan with the input digest.');
  expect(repository.standIn.requests.length).toBeLessThanOrEqual(82);
  expect(await repository.writes()).toEqual([]);
});

test('up to a hundred commits what is merged stays approved, and no folder is read twice', async () => {
  await declare(POINTS, VISITS);
  await planAndMerge(1);
  let last = mergeSha(1);
  for (let at = 1; at <= 100; at += 1) {
    await repository.file('notes.yaml', `about: ${at}\n`);
    last = await commitOn([last]);
  }
  repository.standIn.requests.splice(0);
  expect(await apply(last)).toMatchObject({ code: 0, outputs: { result: 'passed' } });
  const read = repository.standIn.requests.filter((line) => line.includes('/git/trees/') && line.startsWith('GET'));
  // Those of the ledger branch are read on their own.
  expect(read.length).toBeLessThan(130);
  expect(await repository.labels()).toEqual({ points: 'Points', visits: 'Visits' });
});
