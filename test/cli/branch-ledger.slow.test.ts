import { readdir } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Service, startService } from '../../src/service/index.ts';
import { TOKEN as GITHUB_TOKEN, REPOSITORY, type StandIn, startStandIn } from '../github/stand-in/server.ts';
import { projectText, TOKEN } from '../support/project.ts';
import { aShell, type Shell } from '../support/world.ts';

const LEDGER = ['--ledger', 'branch:trueup-ledger'];
const run = {
  GITHUB_ACTIONS: 'true',
  GITHUB_RUN_ID: '77',
  GITHUB_RUN_ATTEMPT: '1',
  GITHUB_ACTOR: 'ann',
  GITHUB_WORKFLOW: 'Apply',
};
let service: Service & { readonly url: string };
let standIn: StandIn;

beforeEach(async () => {
  service = await startService();
  standIn = await startStandIn();
});
afterEach(async () => {
  await service.close();
  await standIn.close();
});

async function runner(env: Readonly<Record<string, string>> = {}): Promise<Shell> {
  const host = { GITHUB_REPOSITORY: REPOSITORY, GITHUB_API_URL: standIn.url, GITHUB_TOKEN };
  const shell = await aShell({ env: { ...TOKEN, ...host, ...env } });
  await shell.write('trueup.yaml', projectText(service.url));
  return shell;
}

test('a second machine sees the applied changes through the ledger on the branch', async () => {
  const first = await runner(run);
  expect((await first.run('apply', '--auto-approve', '--quiet', ...LEDGER)).stdout).toBe('5 applied.\n');
  expect(await readdir(first.cwd)).toEqual(['trueup.yaml']);
  const second = await runner();
  expect((await second.run('plan', '--quiet', ...LEDGER)).stdout).toBe('Nothing to do.\n');
  expect((await second.run('ledger', 'list', ...LEDGER)).stdout).toContain('5 records, 0 unsettled intentions.');
  expect(Object.keys(standIn.git.files('trueup-ledger')).filter((file) => file.endsWith('.lock'))).toEqual([]);
});

test.each([
  ['by an earlier attempt of the same run', { pid: 77, started: '1' }, { ...run, GITHUB_RUN_ATTEMPT: '2' }, 0],
  ['by a run that the host says is over', { pid: 55, started: '1' }, run, 0],
  ['by a run that the host says goes on', { pid: 56, started: '1' }, run, 1],
  ['by a run that nobody can be asked about', { pid: 57, started: '1' }, run, 1],
  ['hours ago by a run that nobody can be asked about', { pid: 57, at: '2026-01-01T00:00:00.000Z' }, run, 0],
  ['by somebody at a desk', { pid: 57, host: 'desk', at: '2026-01-01T00:00:00.000Z' }, run, 1],
])('a lock that was taken %s', async (_, holder, env, code) => {
  standIn.state.runs.set('55/1', 'completed');
  standIn.state.runs.set('56/1', 'in_progress');
  const host = `the runners of ${REPOSITORY}`;
  const at = new Date().toISOString();
  const text = JSON.stringify({ token: 't', owner: 'bob', host, purpose: 'apply', at, ...holder });
  const tree = standIn.git.newTree(undefined, [{ path: 'projects/%2E/sandbox.lock', content: text }]) ?? '';
  standIn.git.refs.set('refs/heads/trueup-ledger', standIn.git.newCommit({ tree, parents: [], message: 'Lock' }));
  const applied = await (await runner(env)).run('apply', '--auto-approve', '--quiet', ...LEDGER);
  expect(applied.code).toBe(code);
  if (code === 1) expect(applied.stderr).toContain('The ledger is locked by bob');
});

test('a branch that cannot be reached is said so before anything is called', async () => {
  const shell = await runner({ GITHUB_TOKEN: '' });
  expect((await shell.run('plan', ...LEDGER)).stderr).toContain('[github-token-missing]');
  expect((await shell.run('plan', '--ledger', 'branch:a..b')).stderr).toContain('[branch-name-invalid]');
  expect(await service.calls()).toEqual([]);
});
