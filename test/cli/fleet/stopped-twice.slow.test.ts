/**
 * Tests of a worker process that receives signals: the first lets running accounts finish, the second ends the worker
 * at once.
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { builtCli } from '../../support/built.ts';
import { aFleet, begun, HUBS, type Made, until } from './made.ts';

const BIN = await builtCli();

async function creates({ service }: Made) {
  return (await service.calls()).filter(({ endpoint }) => endpoint === 'createGroup');
}

/** A worker whose first creates are on their way. */
async function working(made: Made) {
  await begun(made);
  made.service.faults.add({ do: 'latency', endpoint: 'createGroup', times: 'always', ms: 4_000 });
  const env = { PATH: process.env['PATH'], ...made.env };
  const child = spawn(process.execPath, [BIN, 'fleet', 'work', '--until-done'], { cwd: made.shell.cwd, env });
  onTestFinished(() => void child.kill('SIGKILL'));
  let told = '';
  child.stderr.on('data', (text: Buffer) => {
    told += text.toString();
  });
  await until(async () => (await creates(made)).length > 0);
  return { child, ended: once(child, 'close'), told: () => told };
}

async function expectOnce(made: Made): Promise<void> {
  made.service.faults.clear();
  expect((await made.shell.run('fleet', 'work', '--until-done')).code).toBe(0);
  expect((await made.shell.json('fleet', 'status')).document).toMatchObject({ phase: 'done' });
  const done = (await creates(made)).filter(({ status = 0 }) => status < 300).map(({ hubId }) => hubId);
  expect(done.toSorted()).toEqual(HUBS);
}

const PATIENT = { timeout: 240_000 };

test('one SIGTERM lets the accounts that are run end, and begins no other', PATIENT, async () => {
  const made = await aFleet();
  const { child, ended, told } = await working(made);
  child.kill('SIGTERM');
  expect(await ended).toEqual([130, null]);
  expect(told()).toContain('Stopping; interrupt again to stop immediately.');
  expect((await made.shell.json('fleet', 'status')).document).toMatchObject({ states: { applied: 2, approved: 2 } });
  await expectOnce(made);
});

test('a second SIGTERM ends the worker at once, and the next worker continues', PATIENT, async () => {
  const made = await aFleet();
  const { child, ended, told } = await working(made);
  child.kill('SIGTERM');
  await until(() => told().includes('Stopping;'));
  expect(child.exitCode).toBeNull();
  child.kill('SIGTERM');
  expect(await ended).toEqual([null, 'SIGTERM']);
  await expectOnce(made);
});
