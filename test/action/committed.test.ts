import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uncommittedFile } from '../../src/action/committed.ts';
import { systemClock, undiciTransport } from '../../src/client/index.ts';
import { secret } from '../../src/contract/secret.ts';
import { githubClient } from '../../src/github/client.ts';
import { loadProject } from '../../src/index.ts';
import { REPOSITORY, type StandIn, startStandIn, TOKEN } from '../github/stand-in/server.ts';

const FILES = {
  'crm/trueup.yaml': 'version: 1\ninclude: [../shared/*.yaml, link.yaml]\n',
  'shared/a.yaml': 'policy: {}\n',
  'old/b.yaml': 'policy: { maxChanges: 9 }\n',
  'crm/.trueup/sandbox.ledger.json': '{}\n',
};
const transport = undiciTransport({ proxy: undefined });
let standIn: StandIn;
let top: string;
let commit: string;

beforeAll(async () => {
  standIn = await startStandIn();
  top = await realpath(await mkdtemp(join(tmpdir(), 'trueup-committed-')));
  const changes = [
    ...Object.entries(FILES).map(([path, content]) => ({ path, content })),
    { path: 'crm/link.yaml', content: '../shared/a.yaml', mode: '120000' },
  ];
  const tree = standIn.git.newTree(undefined, changes) ?? '';
  commit = standIn.git.newCommit({ tree, parents: [], message: 'A commit' });
});

afterAll(async () => {
  await transport.close();
  await standIn.close();
});

interface Seen {
  /** What the link leads to. */
  readonly target?: string;
  readonly ledger?: string;
  /** A file that is not here. */
  readonly without?: string | undefined;
}

async function uncommitted(
  changed: Readonly<Record<string, string>>,
  { target = '../shared/a.yaml', ledger = 'crm/.trueup', without }: Seen = {},
): Promise<string | undefined> {
  for (const [name, text] of Object.entries({ ...FILES, ...changed })) {
    await mkdir(join(top, name, '..'), { recursive: true });
    await writeFile(join(top, name), text);
  }
  if (without !== undefined) await rm(join(top, without));
  await rm(join(top, 'crm/link.yaml'), { force: true });
  await symlink(target, join(top, 'crm/link.yaml'));
  const [owner = '', name = ''] = REPOSITORY.split('/');
  const github = githubClient({ apiUrl: standIn.url, token: secret(TOKEN), transport, clock: systemClock });
  const project = await loadProject(['trueup.yaml'], { cwd: join(top, 'crm'), within: top });
  return uncommittedFile({ github, repository: { owner, name }, commit, top, project, ledger: join(top, ledger) });
}

test('ids of contents are those of git', () => {
  const id = execFileSync('git', ['hash-object', '--stdin'], { input: 'policy: {}\n', encoding: 'utf8' }).trim();
  expect(standIn.git.text(id)).toBe('policy: {}\n');
});

test.each([
  ['as it is', {}, undefined],
  ['with other line ends', { 'shared/a.yaml': 'policy: {}\r\n' }, undefined],
  ['with another content', { 'shared/a.yaml': 'policy: { maxChanges: 9 }\n' }, 'shared/a.yaml'],
  ['with another first file', { 'crm/trueup.yaml': 'version: 1\n' }, 'crm/trueup.yaml'],
  ['with a file that the commit does not have', { 'shared/b.yaml': '' }, 'shared/b.yaml'],
])('a checkout %s', async (_, changed, path) => {
  expect(await uncommitted(changed)).toBe(path);
});

test('a checkout with a link that leads to another file of the commit, whichever file was read by which way', async () => {
  await rm(join(top, 'shared/b.yaml'), { force: true });
  expect(await uncommitted({}, { target: '../old/b.yaml' })).toBe('crm/link.yaml');
  expect(await uncommitted({}, { target: '../shared/../shared/a.yaml' })).toBe('crm/link.yaml');
  expect(await uncommitted({})).toBeUndefined();
});

test.each([
  ['with another content', 'crm/.trueup/sandbox.ledger.json', '{ "records": {} }\n'],
  ['of another account', 'crm/.trueup/production.ledger.json', '{}\n'],
  ['of an app', 'crm/.trueup/app@2001.ledger.json', '{}\n'],
  ['that is a history', 'crm/.trueup/sandbox.history.ndjson', '{}\n'],
  ['that is a journal', 'crm/.trueup/sandbox.journal.ndjson', '{}\n'],
])('a ledger %s', async (_, path, text) => {
  expect(await uncommitted({ [path]: text })).toBe(path);
  await rm(join(top, path));
});

test('a lock and other files beside a ledger say nothing of what was applied', async () => {
  expect(await uncommitted({ 'crm/.trueup/sandbox.lock': '{}', 'crm/.trueup/notes.txt': '' })).toBeUndefined();
});

test('a folder of ledgers that a link replaces', async () => {
  expect(await uncommitted({})).toBeUndefined();
  await rename(join(top, 'crm/.trueup'), join(top, 'elsewhere'));
  await symlink('../elsewhere', join(top, 'crm/.trueup'));
  expect(await uncommitted({})).toBe('crm/.trueup');
  await rm(join(top, 'crm/.trueup'));
  await rename(join(top, 'elsewhere'), join(top, 'crm/.trueup'));
  expect(await uncommitted({})).toBeUndefined();
  expect(await uncommitted({}, { ledger: '../beside' })).toBe(join(top, '../beside'));
});

test('a ledger that the commit has and nothing is here', async () => {
  expect(await uncommitted({}, { ledger: 'crm/other' })).toBeUndefined();
  const [ledger] = Object.keys(FILES).filter((path) => path.includes('.trueup'));
  expect(await uncommitted({}, { without: ledger })).toBe(ledger);
});
