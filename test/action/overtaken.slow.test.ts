/** Only what the default branch says now is applied. */

import { readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { aRepository, mergeSha, type RepositoryUnderTest } from './repository.ts';

const OVERTAKEN = /^::error title=checkout-overtaken::/;
const DISPATCH = { name: 'workflow_dispatch', payload: { ref: 'refs/heads/main' } };

let repository: RepositoryUnderTest;
beforeEach(async () => {
  repository = await aRepository({ folder: 'crm' });
  await repository.write({});
});
afterEach(() => repository.close());

function head(): string {
  return repository.standIn.git.refs.get('refs/heads/main') ?? '';
}

async function label(): Promise<unknown> {
  const { properties } = await repository.service.snapshot(1001);
  return properties['contacts']?.find(({ name }) => name === 'loyaltytier')?.label;
}

test('running an old job again does not undo a revert, whatever approved it', async () => {
  await repository.write({ label: 'Before' });
  await repository.push(1);
  expect((await repository.merge(1)).code).toBe(0);
  await repository.write({ label: 'A mistake' });
  const { outputs } = await repository.push(2);
  expect((await repository.merge(2)).code).toBe(0);
  await repository.write({ label: 'Before' });
  await repository.push(3);
  expect((await repository.merge(3)).code).toBe(0);
  expect(await label()).toBe('Before');

  const before = await repository.writes();
  await repository.write({ label: 'A mistake' });
  for (const inputs of [{}, { review: 'none' }, { digest: outputs['digest'] ?? '' }]) {
    const again = await repository.applyAgain(2, inputs);
    expect(again).toMatchObject({ code: 6, outputs: { result: 'failed', 'exit-code': '6' } });
    expect(again.annotations).toEqual([expect.stringMatching(OVERTAKEN)]);
    expect(again.annotations[0]).toContain('main has changed crm/trueup.yaml since commit');
  }
  expect(await repository.writes()).toEqual(before);
  expect(await label()).toBe('Before');
  expect(repository.comments(2).at(-1)).toContain('main has changed');
});

test('a failed job finishes although something else was pushed meanwhile', async () => {
  await repository.push(1);
  repository.service.faults.add({ do: 'status', endpoint: 'createEventProperty', status: 400 });
  expect((await repository.merge(1)).code).toBe(4);
  await writeFile(join(repository.workspace, 'docs.yaml'), 'about: nothing of ours\n');
  repository.toMain(await repository.commit());
  expect(await repository.applyAgain(1)).toMatchObject({ code: 0, outputs: { result: 'passed' } });
});

test('a job that waited for its approval is overtaken by a new file in a folder that it searches', async () => {
  const inputs = { review: 'none', files: 'trueup.yaml\nmore' };
  await repository.file('crm/more/a.yaml', 'version: 1\n');
  expect(await repository.applyAgain(1, inputs)).toMatchObject({ code: 0, outputs: { result: 'passed' } });
  await repository.file('crm/more/deep/b.yaml', 'version: 1\n');
  repository.toMain(await repository.commit());
  const again = await repository.applyAgain(1, inputs);
  expect(again).toMatchObject({ code: 6, outputs: { result: 'failed' } });
  expect(again.annotations[0]).toContain('main has changed crm/more/deep/b.yaml since commit');
});

test('a new file in a folder that a search reaches by a link overtakes a job', async () => {
  const inputs = { review: 'none', files: 'trueup.yaml\nmore' };
  await repository.file('crm/more/a.yaml', 'version: 1\n');
  await repository.file('shared/b.yaml', 'version: 1\n');
  await symlink('../../shared', join(repository.workspace, 'crm/more/shared'));
  expect(await repository.applyAgain(1, inputs)).toMatchObject({ code: 0, outputs: { result: 'passed' } });
  await repository.file('shared/c.yaml', 'version: 1\n');
  repository.toMain(await repository.commit());
  await rm(join(repository.workspace, 'shared/c.yaml'));
  const again = await repository.applyAgain(1, inputs);
  expect([again.code, again.annotations[0]]).toEqual([
    6,
    expect.stringContaining('main has changed shared/c.yaml since commit'),
  ]);
});

test.each([
  ['the working directory', { 'working-directory': 'now' }, 'now', 'crm', 'v2/crm'],
  ['a folder above it', { 'working-directory': 'now/crm' }, 'now', '.', 'v2'],
  ['what a link leads to', { 'working-directory': 'over' }, 'now', 'crm', 'v2/crm'],
  ['a file', { 'working-directory': '.', files: 'now.yaml' }, 'now.yaml', 'crm/trueup.yaml', 'v2/crm/trueup.yaml'],
] as const)('an old job does not undo where a link leads: %s', async (_, place, link, first, then) => {
  const old = await readFile(join(repository.workspace, 'crm/trueup.yaml'), 'utf8');
  await repository.file('v2/crm/trueup.yaml', old.replace('label: Loyalty tier', 'label: Newer'));
  await symlink('now', join(repository.workspace, 'over'));
  const inputs = { command: 'apply', review: 'none', ...place };
  const leading = async (target: string) => {
    await rm(join(repository.workspace, link), { force: true });
    await symlink(target, join(repository.workspace, link));
  };
  const ranAt = (commit: string) => repository.job(commit, { inputs, event: { name: 'push', payload: {} } });

  await leading(first);
  const before = await repository.commit();
  repository.toMain(before);
  await leading(then);
  const after = await repository.commit();
  repository.toMain(after);
  expect(await ranAt(after)).toMatchObject({ code: 0 });
  expect(await label()).toBe('Newer');
  const written = await repository.writes();
  await leading(first);
  const again = await ranAt(before);
  expect([again.code, again.annotations[0]]).toEqual([
    6,
    expect.stringContaining(`main has changed ${link} since commit`),
  ]);
  expect([await label(), await repository.writes()]).toEqual(['Newer', written]);
});

test.each([
  ['the first', 'one.yaml'],
  ['the second', 'two.yaml'],
])('two links to one file are watched both: %s', async (_, link) => {
  const path = join(repository.workspace, 'crm', link);
  const first = await readFile(join(repository.workspace, 'crm/trueup.yaml'), 'utf8');
  await repository.file('crm/trueup.yaml', `${first}include: [one.yaml, two.yaml]\n`);
  await repository.file('shared/a.yaml', 'version: 1\n');
  await repository.file('shared/b.yaml', 'policy: { allow: ["option-removal=property:contacts/tier"] }\n');
  for (const name of ['one.yaml', 'two.yaml'])
    await symlink('../shared/a.yaml', join(repository.workspace, 'crm', name));
  const inputs = { review: 'none' };
  expect(await repository.applyAgain(1, inputs)).toMatchObject({ code: 0, outputs: { result: 'passed' } });
  await rm(path);
  await symlink('../shared/b.yaml', path);
  repository.toMain(await repository.commit());
  await rm(path);
  await symlink('../shared/a.yaml', path);
  const again = await repository.applyAgain(1, inputs);
  expect([again.code, again.annotations[0]]).toEqual([
    6,
    expect.stringContaining(`main has changed crm/${link} since commit`),
  ]);
});

test('a push while the plan is made is noticed before anything is written', async () => {
  await repository.push(1);
  await repository.write({ label: 'Newer' });
  const newer = await repository.commit(mergeSha(1));
  await repository.write({});
  repository.standIn.fault(/^GET .*\/git\/ref\/heads\/main$/, { do: 'meanwhile', act: () => undefined });
  repository.standIn.fault(/^GET .*\/git\/ref\/heads\/main$/, { do: 'meanwhile', act: () => repository.toMain(newer) });
  const ran = await repository.merge(1);
  expect([ran.code, ran.annotations[0]]).toEqual([6, expect.stringMatching(OVERTAKEN)]);
  expect(await repository.writes()).toEqual([]);
});

test('a start from another branch applies nothing, and from main it does, by night too', async () => {
  const branch = await repository.commit();
  repository.standIn.git.refs.set('refs/heads/side', branch);
  const inputs = { command: 'apply', review: 'none' };
  const aside = await repository.job(branch, { inputs, event: DISPATCH, ref: 'refs/heads/side' });
  expect(aside).toMatchObject({ code: 6, outputs: { result: 'failed' } });
  expect(aside.annotations).toEqual([expect.stringMatching(/^::error title=checkout-not-on-branch::/)]);
  expect(await repository.service.calls()).toEqual([]);
  repository.toMain(branch);
  expect(await repository.job(branch, { inputs, event: DISPATCH })).toMatchObject({ code: 0 });
  const night = { name: 'schedule', payload: {} };
  expect(await repository.job(branch, { inputs, event: night })).toMatchObject({ code: 0 });
});

test.each(['apply.yaml', 'apply@crm.yaml'])(
  'a workflow %s that was changed since does not apply with its old inputs, also if it checks out main',
  async (name) => {
    const path = `.github/workflows/${name}`;
    const env = { GITHUB_WORKFLOW_REF: `acme/schema/${path}@refs/heads/main` };
    await repository.file(path, 'on: push\n');
    const first = await repository.commit();
    repository.toMain(first);
    await repository.file(path, 'on: [push]\n');
    const second = await repository.commit();
    repository.toMain(second);
    const event = { name: 'push', payload: {} };
    const inputs = { command: 'apply', review: 'none' };
    for (const commit of [first, second]) {
      const ran = await repository.job(commit, { inputs, event, sha: first, env });
      expect([ran.code, ran.annotations[0]]).toEqual([6, expect.stringContaining(path)]);
    }
    expect(await repository.job(second, { inputs, event, env })).toMatchObject({ code: 0 });
  },
);

test('a ledger that was committed since does not serve an older commit', async () => {
  const inputs = { review: 'none', ledger: 'state' };
  expect(await repository.applyAgain(1, inputs)).toMatchObject({ code: 0 });
  // In place of the ledger itself: a commit here has the YAML files only.
  await repository.file('crm/state/later.yaml', 'serial: 2\n');
  repository.toMain(await repository.commit());
  const again = await repository.applyAgain(1, inputs);
  expect([again.code, again.annotations[0]]).toEqual([6, expect.stringContaining('main has changed crm/state')]);
});

test.each([
  ['another branch', 'refs/heads/feature', true],
  ['another branch at the same commit', 'refs/heads/feature', false],
  ['a tag that main does not contain', 'refs/tags/v1', true],
])('a run that was started from %s applies nothing, although main is checked out', async (_, ref, isAhead) => {
  repository.toMain(await repository.commit());
  const main = head();
  await repository.file('.github/workflows/apply.yml', 'review: none\n');
  const sha = isAhead ? await repository.commit(main) : main;
  const request = { inputs: { command: 'apply', review: 'none' }, event: DISPATCH, sha };
  const ran = await repository.job(main, { ...request, ref });
  expect(ran).toMatchObject({ code: 6, outputs: { result: 'failed' } });
  expect(ran.annotations[0]).toContain(`the run was started from ${ref}`);
  expect(await repository.writes()).toEqual([]);
  const there = { ...request, sha: main, ref: isAhead && ref.includes('tags') ? ref : 'refs/heads/main' };
  expect(await repository.job(main, there)).toMatchObject({ code: 0, outputs: { result: 'passed' } });
});

test('a saved plan that is a file of the repository approves nothing', async () => {
  const saved = { 'plan-file': 'plan.yaml' };
  expect(await repository.push(1, { ...saved, comment: 'false' })).toMatchObject({ code: 0 });
  repository.toMain(await repository.commit());
  const inputs = { command: 'apply', ...saved };
  const refused = await repository.job(head(), { inputs, event: DISPATCH });
  expect(refused).toMatchObject({ code: 1, outputs: { result: 'failed' } });
  expect(refused.log).toContain('The input plan-file names a file of the repository: crm/plan.yaml.');
  expect(await repository.writes()).toEqual([]);
  const plan = await readFile(join(repository.workspace, 'crm/plan.yaml'), 'utf8');
  await rm(join(repository.workspace, 'crm/plan.yaml'));
  await repository.file('crm/plan.json', plan);
  const beside = { command: 'apply', 'plan-file': 'plan.json' };
  expect(await repository.job(head(), { inputs: beside, event: DISPATCH })).toMatchObject({ code: 0 });
});
