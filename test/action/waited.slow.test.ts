/** A run that gets the lock on the ledger decides on what is approved then, not on what was when it began to wait. */

import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openLedger } from '../../src/index.ts';
import { TOKEN as HOST_TOKEN, REPOSITORY } from '../github/stand-in/server.ts';
import { aRepositoryOfNumbers, type NumbersUnderTest } from './numbers.ts';
import { BRANCH, mergeSha } from './repository.ts';

let repository: NumbersUnderTest;
beforeEach(async () => {
  repository = await aRepositoryOfNumbers();
  expect(await repository.plan(1, { points: 'Points' })).toMatchObject({ code: 0 });
});
afterEach(() => repository.close());

/** As another run does that applied everything, of which this account shows nothing any more. */
function useUp(): void {
  const { checks } = repository.standIn.state;
  const [plan] = checks;
  if (plan === undefined) throw new Error('There is no check run.');
  const text = plan.output.text.replace('"state":"plan"', '"state":"applied"');
  checks.push({ ...plan, id: 9000, output: { ...plan.output, text } });
}

test('an approval that is used up while the run waits for the lock approves nothing', async () => {
  const { requests, state, url } = repository.standIn;
  const host = { GITHUB_REPOSITORY: REPOSITORY, GITHUB_API_URL: url, GITHUB_TOKEN: HOST_TOKEN };
  const env = { ...host, GITHUB_ACTIONS: 'true', GITHUB_RUN_ID: '700' };
  state.runs.set('700/1', 'in_progress');
  const place = { location: `branch:${BRANCH}`, account: 'sandbox', project: '.' };
  const ledger = openLedger({ ...place, env, newId: randomUUID });
  const lock = await ledger.store.lock('another apply');
  requests.splice(0);
  const running = repository.merge(1);
  // It asks about the holder of the lock that it found; by then it has read the approvals and the account.
  while (!requests.some((line) => line.includes('/actions/runs/'))) await new Promise((go) => setImmediate(go));
  useUp();
  await lock.release();
  await ledger.close();
  const ran = await running;
  expect(ran).toMatchObject({ code: 6, outputs: { result: 'failed' } });
  expect(ran.log).toContain('title=approval-used');
  expect(await repository.writes()).toEqual([]);
});

test('an approval that is used up just before the run gets the lock approves nothing', async () => {
  repository.standIn.fault(/^(POST|PATCH) .*\/git\/refs/, { do: 'meanwhile', act: useUp });
  const ran = await repository.merge(1);
  expect(ran).toMatchObject({ code: 6, outputs: { result: 'failed' } });
  expect(ran.log).toContain('title=approval-used');
  expect(await repository.writes()).toEqual([]);
  // The lock is released.
  const digest = ran.outputs['digest'] ?? '';
  const event = { name: 'workflow_dispatch', payload: {} };
  expect(await repository.job(mergeSha(1), { inputs: { command: 'apply', digest }, event })).toMatchObject({ code: 0 });
});

test('a push just before the run gets the lock stops it', async () => {
  await repository.declare({ points: 'Score' });
  const newer = await repository.commit();
  await repository.declare({ points: 'Points' });
  const { git } = repository.standIn;
  const act = () => {
    const head = git.refs.get('refs/heads/main') ?? '';
    const tree = git.commit(newer)?.tree ?? '';
    repository.toMain(git.newCommit({ tree, parents: [head], message: 'Newer' }));
  };
  repository.standIn.fault(/^(POST|PATCH) .*\/git\/refs/, { do: 'meanwhile', act });
  const ran = await repository.merge(1);
  expect(ran).toMatchObject({ code: 6 });
  expect(ran.log).toContain('title=checkout-overtaken');
  expect(await repository.writes()).toEqual([]);
});

describe('a call that an earlier run left open', () => {
  /** The first run of the job dies while the service has its call. */
  async function died(): Promise<void> {
    repository.service.faults.add({ do: 'latency', endpoint: 'createProperty', ms: 400 });
    const dies = repository.calledOnce('createProperty', 0);
    const killed = await repository.merge(1, {}, { runId: 660, dies });
    expect(killed.code).not.toBe(0);
    while (Object.keys(await repository.labels()).length === 0) await new Promise((go) => setImmediate(go));
  }

  test('is settled when the job runs again', async () => {
    await died();
    const again = await repository.applyAgain(1, {}, { runId: 660, attempt: 2 });
    expect(again).toMatchObject({ code: 0, outputs: { result: 'passed' } });
    expect(again.log).toContain('1 open call settled.');
    expect(await repository.writes()).toHaveLength(1);
  });

  test('is left as it is when somebody pushes just before the run gets the lock to settle it', async () => {
    await repository.declare({ points: 'Score' });
    const newer = await repository.commit();
    await repository.declare({ points: 'Points' });
    await died();
    const { git } = repository.standIn;
    const act = () => {
      const tree = git.commit(newer)?.tree ?? '';
      repository.toMain(git.newCommit({ tree, parents: [mergeSha(1)], message: 'Newer' }));
    };
    repository.standIn.fault(/^(POST|PATCH) .*\/git\/refs/, { do: 'meanwhile', act });
    const again = await repository.applyAgain(1, {}, { runId: 660, attempt: 2 });
    expect(again).toMatchObject({ code: 6 });
    expect(again.log).toContain('title=checkout-overtaken');
    expect(again.log).not.toContain('settled');
  });

  test('is left as it is when the approval is used up just before the run gets the lock to settle it', async () => {
    await died();
    repository.standIn.fault(/^(POST|PATCH) .*\/git\/refs/, { do: 'meanwhile', act: useUp });
    const again = await repository.applyAgain(1, {}, { runId: 660, attempt: 2 });
    expect(again).toMatchObject({ code: 6, outputs: { result: 'failed' } });
    expect(again.log).toContain('title=approval-used');
    expect(again.log).not.toContain('settled');
  });
});
