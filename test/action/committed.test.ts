import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
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

async function uncommitted(
  changed: Readonly<Record<string, string>>,
  target = '../shared/a.yaml',
): Promise<string | undefined> {
  for (const [name, text] of Object.entries({ ...FILES, ...changed })) {
    await mkdir(join(top, name, '..'), { recursive: true });
    await writeFile(join(top, name), text);
  }
  await rm(join(top, 'crm/link.yaml'), { force: true });
  await symlink(target, join(top, 'crm/link.yaml'));
  const [owner = '', name = ''] = REPOSITORY.split('/');
  const github = githubClient({ apiUrl: standIn.url, token: secret(TOKEN), transport, clock: systemClock });
  const project = await loadProject(['trueup.yaml'], { cwd: join(top, 'crm'), within: top });
  return uncommittedFile({ github, repository: { owner, name }, commit, top, project });
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
  expect(await uncommitted({}, '../old/b.yaml')).toBe('crm/link.yaml');
  expect(await uncommitted({}, '../shared/../shared/a.yaml')).toBe('crm/link.yaml');
  expect(await uncommitted({})).toBeUndefined();
});
