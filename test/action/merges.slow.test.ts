import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sandboxText } from '../support/project.ts';
import { aRepository, mergeSha, type RepositoryUnderTest } from './repository.ts';

let repository: RepositoryUnderTest;
beforeEach(async () => {
  repository = await aRepository();
});
afterEach(() => repository.close());

type Numbers = Readonly<Record<string, string>>;

/** A project of numbers, by name and label, in a group that the account has already. */
async function declare(numbers: Numbers): Promise<void> {
  const properties = Object.entries(numbers).map(
    ([name, label]) => `          ${name}: { label: ${label}, type: number, fieldType: number }`,
  );
  const text = `${sandboxText(repository.service.url)}objects:
  contacts:
    groups:
      contactinformation:
        properties:
${properties.join('\n')}
`;
  await writeFile(join(repository.workspace, 'trueup.yaml'), text);
}

/** Plans a pull request whose merge with main declares this. */
async function plan(pull: number, numbers: Numbers) {
  await declare(numbers);
  return repository.push(pull);
}

/** Merges without applying: the job of this merge waits, and a newer one takes its place. */
async function mergeOnly(pull: number, numbers: Numbers): Promise<void> {
  await declare(numbers);
  await mergedOnly(pull);
}

/** Merges the files as they are. */
async function mergedOnly(pull: number): Promise<void> {
  const { state } = repository.standIn;
  const at = state.pulls.findIndex(({ number }) => number === pull);
  const found = state.pulls[at];
  if (found === undefined) throw new Error(`There is no pull request ${pull}.`);
  const mergedAt = new Date().toISOString();
  state.pulls[at] = { ...found, mergeSha: mergeSha(pull), mergedAt };
  repository.toMain(await repository.commit(undefined, mergeSha(pull)));
}

function comment(pull: number): string {
  const [body = '', ...others] = repository.comments(pull);
  expect(others).toEqual([]);
  return body;
}

async function labels(): Promise<Readonly<Record<string, unknown>>> {
  const { properties } = await repository.service.snapshot(1001);
  const ours = (properties['contacts'] ?? []).filter(({ name }) => ['points', 'visits'].includes(name));
  return Object.fromEntries(ours.map(({ name, label }) => [name, label]));
}

describe('two pull requests that are merged before one apply', () => {
  test.each([
    ['the first one first', [1, 2]],
    ['the second one first', [2, 1]],
  ] as const)('%s: the last job applies both, as both were reviewed, and tells both', async (_, [first, second]) => {
    const own = { 1: { points: 'Points' }, 2: { visits: 'Visits' } };
    await plan(1, own[1]);
    await plan(2, own[2]);
    await mergeOnly(first, own[first]);
    await mergeOnly(second, { ...own[1], ...own[2] });
    const applied = await repository.applyAgain(second);
    expect(applied).toMatchObject({ code: 0, outputs: { result: 'passed' } });
    expect(await repository.writes()).toEqual(['createProperty', 'createProperty']);
    for (const pull of [first, second]) {
      expect(comment(pull)).toContain('**2 applied**');
      expect(comment(pull)).toContain(`Applied together: #${second}, #${first}.`);
    }
    // Both approvals are used up, and nothing is left.
    await repository.service.admin(1001).editProperty('contacts', 'points', { label: 'By hand' });
    expect((await repository.applyAgain(second)).code).toBe(6);
    expect(await repository.writes()).toHaveLength(2);
  });

  test('that change each other are not applied, both say so with the digest to give, and that applies them', async () => {
    await declare({ points: 'Points' });
    await plan(1, { points: 'Points' });
    expect((await repository.merge(1)).code).toBe(0);
    await plan(2, { points: 'Score' });
    await plan(3, { points: 'Marks', visits: 'Visits' });
    await mergeOnly(2, { points: 'Score' });
    // What Git made of both is what neither shows.
    await mergeOnly(3, { points: 'Score or marks', visits: 'Visits' });
    const before = await repository.writes();
    const refused = await repository.applyAgain(3);
    expect(refused).toMatchObject({ code: 6, outputs: { result: 'failed' } });
    const digest = refused.outputs['digest'] ?? '';
    for (const told of [refused.log, refused.summary, comment(2), comment(3)])
      expect(told).toContain(`digest: ${digest}`);
    for (const pull of [2, 3]) expect(comment(pull)).toContain('Merged, not yet applied: #3, #2.');
    expect(await repository.writes()).toEqual(before);
    const event = { name: 'workflow_dispatch', payload: {} };
    const dispatched = await repository.job(mergeSha(3), { inputs: { command: 'apply', digest }, event });
    expect(dispatched).toMatchObject({ code: 0, outputs: { result: 'passed' } });
    expect(await labels()).toEqual({ points: 'Score or marks', visits: 'Visits' });
    for (const pull of [2, 3]) expect(comment(pull)).toContain('**2 applied**');
  });

  test('that both change the same apply what the last one says', async () => {
    await plan(1, { points: 'Points' });
    await plan(2, { points: 'Score' });
    await mergeOnly(1, { points: 'Points' });
    await mergeOnly(2, { points: 'Score' });
    expect(await repository.applyAgain(2)).toMatchObject({ code: 0 });
    expect(await labels()).toEqual({ points: 'Score' });
  });

  test('are finished by the same job when the first run of it stops halfway', async () => {
    await plan(1, { points: 'Points' });
    await plan(2, { visits: 'Visits' });
    await mergeOnly(1, { points: 'Points' });
    await mergeOnly(2, { points: 'Points', visits: 'Visits' });
    repository.service.faults.add({ do: 'latency', endpoint: 'createProperty', ms: 400 });
    const dies = repository.calledOnce('createProperty', 0);
    const killed = await repository.applyAgain(2, { concurrency: '1' }, { runId: 660, dies });
    expect(killed.code).not.toBe(0);
    while (Object.keys(await labels()).length === 0) await new Promise((resolve) => setImmediate(resolve));
    const again = await repository.applyAgain(2, {}, { runId: 660, attempt: 2 });
    expect(again).toMatchObject({ code: 0, outputs: { result: 'passed' } });
    expect(await labels()).toEqual({ points: 'Points', visits: 'Visits' });
    expect(await repository.writes()).toHaveLength(2);
  });
});

describe.each([
  ['the working directory is a link', 'crm', 'projects/v1', { 'working-directory': 'crm' }],
  ['a file is a link out of the folder', 'crm/trueup.yaml', '../shared.yaml', { 'working-directory': 'crm' }],
  ['a folder above is a link', 'teams', 'projects', { 'working-directory': 'teams/v1' }],
] as const)('where %s', (_, link, target, inputs) => {
  /** What the link leads to changes; the link itself does not, so no merge touches it. */
  async function linked(numbers: Numbers): Promise<void> {
    await declare(numbers);
    const text = await readFile(join(repository.workspace, 'trueup.yaml'), 'utf8');
    await repository.file('projects/v1/trueup.yaml', text);
    await repository.file('shared.yaml', text);
    await rm(join(repository.workspace, 'trueup.yaml'));
  }

  test('two pull requests that are merged before one apply are both applied, and a plan meanwhile names the first', async () => {
    if (link.includes('/')) await mkdir(join(repository.workspace, dirname(link)));
    await symlink(target, join(repository.workspace, link));
    await linked({});
    repository.toMain(await repository.commit());
    const own = { 1: { points: 'Points' }, 2: { visits: 'Visits' } };
    for (const pull of [1, 2] as const) {
      await linked(own[pull]);
      expect(await repository.push(pull, inputs)).toMatchObject({ code: 0 });
    }
    await linked(own[1]);
    await mergedOnly(1);
    await linked({ ...own[1], ...own[2] });
    const planned = await repository.push(3, inputs);
    expect(planned.log).toContain('Merged, not yet applied: #1.');
    await mergedOnly(2);
    expect(await repository.applyAgain(2, inputs)).toMatchObject({ code: 0, outputs: { result: 'passed' } });
    expect(await labels()).toEqual({ points: 'Points', visits: 'Visits' });
  });
});

describe('what is merged and not yet applied', () => {
  test('is said in every plan, and a plan made meanwhile is applied after it without a new review', async () => {
    await plan(1, { points: 'Points' });
    await mergeOnly(1, { points: 'Points' });
    const planned = await plan(2, { points: 'Points', visits: 'Visits' });
    for (const told of [planned.log, planned.summary, comment(2)])
      expect(told).toContain('Merged, not yet applied: #1.');
    await declare({ points: 'Points' });
    expect(await repository.applyAgain(1)).toMatchObject({ code: 0 });
    expect(comment(2)).toMatch(
      /^<!-- [\s\S]*\n> \*\*The account changed since this plan: run the plan again\.\*\* #1 was applied .*\n\n### Plan/,
    );
    await mergeOnly(2, { points: 'Points', visits: 'Visits' });
    expect(await repository.applyAgain(2)).toMatchObject({ code: 0, outputs: { result: 'passed' } });
    expect(await repository.writes()).toEqual(['createProperty', 'createProperty']);
    const after = await plan(3, { points: 'Points', visits: 'All visits' });
    for (const told of [after.log, after.summary, comment(3)]) expect(told).not.toContain('not yet applied');
  });

  test('tells an open pull request once, and one that is about something else not at all', async () => {
    await plan(2, { points: 'Score' });
    await plan(3, { visits: 'Visits' });
    await plan(1, { points: 'Points' });
    expect((await repository.merge(1)).code).toBe(0);
    expect(comment(2).match(/The account changed since this plan/g)).toHaveLength(1);
    expect(comment(3)).not.toContain('The account changed');
    const edited = repository.standIn.requests.filter((line) =>
      line.startsWith('PATCH /repos/acme/schema/issues/comments'),
    );
    expect(edited).toHaveLength(2);
    expect((await plan(2, { points: 'Score' })).code).toBe(0);
    expect(comment(2)).not.toContain('The account changed');
  });
});

describe('a merge queue', () => {
  async function enqueue(pull: number, numbers: Numbers, base: string): Promise<string> {
    await declare(numbers);
    const sha = await repository.commit(base);
    repository.standIn.git.refs.set(`refs/heads/gh-readonly-queue/main/pr-${pull}-${base}`, sha);
    return sha;
  }

  function planGroup(sha: string) {
    const { git } = repository.standIn;
    const ref = [...git.refs].find(([, head]) => head === sha)?.[0] ?? '';
    const group = { head_sha: sha, head_ref: ref, base_sha: ref.slice(-40), base_ref: 'refs/heads/main' };
    const event = { name: 'merge_group', payload: { action: 'checks_requested', merge_group: group } };
    return repository.job(sha, { inputs: { command: 'plan' }, ref, event });
  }

  test('lets a group through whose plan was reviewed in its pull requests, and the push that it makes applies them', async () => {
    const { git, state } = repository.standIn;
    await plan(1, { points: 'Points' });
    await plan(2, { visits: 'Visits' });
    const main = git.refs.get('refs/heads/main') ?? '';
    const first = await enqueue(1, { points: 'Points' }, main);
    const second = await enqueue(2, { points: 'Points', visits: 'Visits' }, first);
    expect(await planGroup(second)).toMatchObject({ code: 0, outputs: { result: 'passed', 'has-changes': 'true' } });
    expect(await repository.writes()).toEqual([]);
    const mergedAt = new Date().toISOString();
    state.pulls.forEach((pull, at) => {
      state.pulls[at] = { ...pull, mergeSha: pull.number === 1 ? first : second, mergedAt };
    });
    for (const ref of [...git.refs.keys()].filter((name) => name.includes('gh-readonly-queue'))) git.refs.delete(ref);
    repository.toMain(second);
    const event = { name: 'push', payload: { ref: 'refs/heads/main' } };
    expect(await repository.job(second, { inputs: { command: 'apply' }, event })).toMatchObject({ code: 0 });
    expect(await labels()).toEqual({ points: 'Points', visits: 'Visits' });
  });

  test('stops a group whose plan nobody reviewed, and reads no account for one with a pull request of a fork', async () => {
    const { git, state } = repository.standIn;
    await plan(1, { points: 'Points' });
    const main = git.refs.get('refs/heads/main') ?? '';
    const other = await enqueue(1, { points: 'Other points' }, main);
    const stopped = await planGroup(other);
    expect(stopped).toMatchObject({ code: 6, outputs: { result: 'failed' } });
    expect(stopped.log).toContain('is not what the pull requests in the queue were reviewed for (#1)');
    state.pulls.push({ number: 5, headSha: 'f0', headRepo: 'mallory/schema' });
    const foreign = await enqueue(5, { points: 'Foreign' }, main);
    const behind = await enqueue(1, { points: 'Points' }, foreign);
    const before = await repository.service.calls();
    for (const sha of [foreign, behind]) {
      expect(await planGroup(sha)).toMatchObject({ code: 0, outputs: { result: 'neutral' } });
    }
    expect(await repository.service.calls()).toEqual(before);
  });
});

test('a merge by rebase is found by each of its commits', async () => {
  await plan(1, { points: 'Points' });
  await plan(2, { visits: 'Visits' });
  const { state } = repository.standIn;
  const [one, two] = [state.pulls[0], state.pulls[1]];
  if (one === undefined || two === undefined) throw new Error('Two were planned.');
  // Pushed together: two commits of the second, on top of the one of the first.
  await declare({ points: 'Points' });
  const ofOne = await repository.commit();
  repository.toMain(ofOne);
  await declare({ points: 'Points', visits: 'Visits' });
  const half = await repository.commit();
  repository.toMain(half);
  const last = await repository.commit();
  repository.toMain(last);
  const mergedAt = new Date().toISOString();
  state.pulls.splice(
    0,
    2,
    { ...one, mergeSha: ofOne, mergedAt },
    { ...two, mergeSha: last, broughtShas: [half], mergedAt },
  );
  const event = { name: 'push', payload: { ref: 'refs/heads/main' } };
  expect(await repository.job(last, { inputs: { command: 'apply' }, event })).toMatchObject({ code: 0 });
  expect(await labels()).toEqual({ points: 'Points', visits: 'Visits' });
});

test.each([
  ['a direct push', undefined],
  ['a merged pull request of a fork', { number: 5, headSha: 'f0', headRepo: 'mallory/schema' }],
])('%s shows its plan with the digest that a dispatch takes, and applies nothing', async (_, pull) => {
  await declare({ points: 'Points' });
  const commit = await repository.commit();
  repository.toMain(commit);
  if (pull !== undefined) repository.standIn.state.pulls.push({ ...pull, mergeSha: commit });
  const event = { name: 'push', payload: { ref: 'refs/heads/main' } };
  const pushed = await repository.job(commit, { inputs: { command: 'apply' }, event });
  expect(pushed).toMatchObject({ code: 3, outputs: { result: 'failed' } });
  const digest = pushed.outputs['digest'] ?? '';
  for (const told of [pushed.log, pushed.summary]) {
    expect(told).toContain(`digest: ${digest}`);
    expect(told).toContain('property:contacts/points');
  }
  expect(await repository.writes()).toEqual([]);
  const dispatched = { name: 'workflow_dispatch', payload: {} };
  expect(await repository.job(commit, { inputs: { command: 'apply', digest }, event: dispatched })).toMatchObject({
    code: 0,
  });
  expect(await labels()).toEqual({ points: 'Points' });
});
