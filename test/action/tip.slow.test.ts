/** Apply works at the tip of the default branch, in the run that this commit started. */

import { randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openLedger } from '../../src/faces.ts';
import { TOKEN as HOST_TOKEN, REPOSITORY } from '../github/stand-in/server.ts';
import { declareNumbers, labelsOf } from './numbers.ts';
import { aRepository, BRANCH, mergeSha, type RepositoryUnderTest } from './repository.ts';
import type { Ran } from './runner.ts';

const DISPATCH = { name: 'workflow_dispatch', payload: { ref: 'refs/heads/main' } };
/** Requests that take the lock on the ledger branch. */
const LOCKING = /^(POST|PATCH) .*\/git\/refs/;

let repository: RepositoryUnderTest;
beforeEach(async () => {
  repository = await aRepository();
  await declareNumbers(repository, { points: 'Points' });
});
afterEach(() => repository.close());

function expectOvertaken(ran: Ran): void {
  expect(ran).toMatchObject({ code: 6, outputs: { result: 'failed', 'exit-code': '6' } });
  expect(ran.annotations).toEqual([expect.stringMatching(/^::error title=checkout-overtaken::/)]);
}

/** A commit on top of main, which no branch has yet, with other labels than the files have. */
async function newer(parent?: string): Promise<string> {
  await declareNumbers(repository, { points: 'Score' });
  const commit = await repository.commit(parent);
  await declareNumbers(repository, { points: 'Points' });
  return commit;
}

test('an old job that is run again writes nothing, whatever its inputs say', async () => {
  await repository.push(1);
  expect((await repository.merge(1)).code).toBe(0);
  await declareNumbers(repository, { points: 'A mistake' });
  const { outputs } = await repository.push(2);
  expect((await repository.merge(2)).code).toBe(0);
  await declareNumbers(repository, { points: 'Points' });
  await repository.push(3);
  expect((await repository.merge(3)).code).toBe(0);
  const before = await repository.writes();
  await declareNumbers(repository, { points: 'A mistake' });
  for (const inputs of [{}, { review: 'none' }, { digest: outputs['digest'] ?? '' }])
    expectOvertaken(await repository.applyAgain(2, inputs));
  expect([await repository.writes(), await labelsOf(repository)]).toEqual([before, { points: 'Points' }]);
});

test('a run of an older commit applies nothing, although its job checks out main', async () => {
  const old = repository.head();
  repository.toMain(await repository.commit());
  const event = { name: 'push', payload: {} };
  const inputs = { command: 'apply', review: 'none' };
  const ran = await repository.job(repository.head(), { inputs, event, sha: old });
  expect(ran).toMatchObject({ code: 0, outputs: { result: 'neutral' } });
  expect(await repository.service.calls()).toEqual([]);
});

test('two merges in one push are applied if the record of the second explains both', async () => {
  await repository.push(1);
  repository.toMain(await repository.commit(repository.head(), mergeSha(1)));
  await declareNumbers(repository, { points: 'Points', visits: 'Visits' });
  await repository.push(2);
  expect(await repository.merge(2)).toMatchObject({ code: 0, outputs: { result: 'passed' } });
  expect(await labelsOf(repository)).toEqual({ points: 'Points', visits: 'Visits' });
});

test('two merges in one push that no record explains are applied by the fresh digest', async () => {
  await repository.push(1);
  await declareNumbers(repository, { visits: 'Visits' });
  await repository.push(2);
  await declareNumbers(repository, { points: 'Points', visits: 'Visits' });
  repository.toMain(await repository.commit(repository.head(), mergeSha(1)));
  const ran = await repository.merge(2);
  expect(ran).toMatchObject({ code: 6, outputs: { result: 'failed' } });
  expect(ran.annotations).toContainEqual(expect.stringContaining('title=plan-differs'));
  expect(await repository.writes()).toEqual([]);
  const digest = ran.outputs['digest'] ?? '';
  expect(repository.comments(2)[0]).toContain(`\`digest: ${digest}\``);
  expect(await repository.start({ digest })).toMatchObject({ code: 0, outputs: { result: 'passed' } });
  expect(await labelsOf(repository)).toEqual({ points: 'Points', visits: 'Visits' });
});

test('two jobs of one merge at the same time write nothing twice', async () => {
  await repository.push(1);
  await repository.merge(1, { command: 'validate' });
  const both = await Promise.all([repository.applyAgain(1), repository.applyAgain(1)]);
  expect(both.map(({ code }) => code)).toEqual([0, 0]);
  expect(await repository.writes()).toEqual(['createProperty']);
  expect(repository.comments(1)).toHaveLength(1);
});

test.each([
  ['while the plan is made', /^GET .*\/commits\/[0-9a-f]+\/pulls$/],
  ['just before the run gets the lock', LOCKING],
])('a push %s stops the apply before it writes', async (_, request) => {
  await repository.push(1);
  const next = await newer(mergeSha(1));
  repository.standIn.fault(request, { do: 'meanwhile', act: () => repository.toMain(next) });
  expectOvertaken(await repository.merge(1));
  expect(await repository.writes()).toEqual([]);
});

test('a push while the run waits for the lock stops the apply', async () => {
  await repository.push(1);
  const next = await newer(mergeSha(1));
  const { requests, state, url } = repository.standIn;
  const host = { GITHUB_REPOSITORY: REPOSITORY, GITHUB_API_URL: url, GITHUB_TOKEN: HOST_TOKEN };
  const env = { ...host, GITHUB_ACTIONS: 'true', GITHUB_RUN_ID: '700' };
  state.runs.set('700/1', 'in_progress');
  const place = { location: `branch:${BRANCH}`, account: 'sandbox', project: '.' };
  const ledger = openLedger({ ...place, env, newId: randomUUID });
  const lock = await ledger.store.lock('another apply');
  requests.splice(0);
  const running = repository.merge(1);
  // The run asks whether the holder of the lock still runs.
  while (!requests.some((line) => line.includes('/actions/runs/'))) await new Promise((go) => setImmediate(go));
  repository.toMain(next);
  await lock.release();
  await ledger.close();
  expectOvertaken(await running);
  expect(await repository.writes()).toEqual([]);
});

test('a call that an earlier run left open is not settled after a push', async () => {
  await repository.push(1);
  const next = await newer(mergeSha(1));
  repository.service.faults.add({ do: 'latency', endpoint: 'createProperty', ms: 400 });
  const dies = repository.calledOnce('createProperty', 0);
  expect((await repository.merge(1, {}, { runId: 660, dies })).code).not.toBe(0);
  while (Object.keys(await labelsOf(repository)).length === 0) await new Promise((go) => setImmediate(go));
  repository.standIn.fault(LOCKING, { do: 'meanwhile', act: () => repository.toMain(next) });
  const again = await repository.applyAgain(1, {}, { runId: 660, attempt: 2 });
  expectOvertaken(again);
  expect(again.log).not.toContain('settled');
});

test.each(['refs/heads/feature', 'refs/tags/v1'])('a run that was started from %s applies nothing', async (ref) => {
  const feature = await newer(repository.head());
  const inputs = { command: 'apply', review: 'none' };
  const ran = await repository.job(feature, { inputs, event: DISPATCH, ref });
  expect(ran.outputs['result']).toBe(ref.includes('tags') ? 'neutral' : 'failed');
  expect(await repository.service.calls()).toEqual([]);
  const elsewhere = await repository.job(repository.head(), { inputs, event: DISPATCH, ref, sha: feature });
  expect(elsewhere).toMatchObject({ outputs: { result: 'neutral' } });
  expect(await repository.service.calls()).toEqual([]);
});

test('a saved plan replaces the record, but a plan file of the repository is refused', async () => {
  const saved = { 'plan-file': 'plan.yaml', comment: 'false' };
  expect(await repository.push(1, saved)).toMatchObject({ code: 0 });
  repository.toMain(await repository.commit());
  const refused = await repository.start(saved);
  expect(refused).toMatchObject({ code: 1, outputs: { result: 'failed' } });
  expect(refused.log).toContain('The input plan-file names a file of the repository: plan.yaml.');
  expect(await repository.writes()).toEqual([]);
  const plan = await readFile(join(repository.workspace, 'plan.yaml'), 'utf8');
  await rm(join(repository.workspace, 'plan.yaml'));
  const missing = await repository.start({ 'plan-file': 'elsewhere.json' });
  expect([missing.code, missing.log]).toEqual([1, expect.stringContaining('::error title=plan-file-missing::')]);
  await repository.file('plan.json', plan);
  expect(await repository.start({ 'plan-file': 'plan.json' })).toMatchObject({ code: 0 });
});
