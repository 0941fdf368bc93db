/** Tests of a pull that fails to write. The error gives the reason; files, folder and ledger stay unchanged. */

import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { builtCli } from '../support/built.ts';
import { sandboxText, TOKEN } from '../support/project.ts';
import { aSandbox, type Sandbox } from '../support/sandbox.ts';
import type { Ran, Shell } from '../support/world.ts';

/** Project with its own files. One written file includes others that are new. */
const textOf = (url: string): string => `# Mine.\n${sandboxText(url, 'dated')}`;

async function anAccount(): Promise<Sandbox & { readonly all: () => Promise<unknown> }> {
  const sandbox = await aSandbox(textOf);
  const { service, shell } = sandbox;
  const property = { label: 'Extra', groupName: 'contactinformation', type: 'string', fieldType: 'text' };
  for (let index = 0; index < 200; index += 1)
    await service.admin(1001).addProperty('contacts', { ...property, name: `extra_${index}` });
  /** Returns the files of the folder and the text of the project. */
  const all = async () => [
    (await readdir(shell.cwd, { recursive: true })).sort(),
    await readFile(join(shell.cwd, 'trueup.yaml'), 'utf8'),
  ];
  return { ...sandbox, all };
}

const UNWRITABLE = (file: string, why: string) =>
  `error: No file was written, because writing ${file} failed: ${why}. [cannot-save]\nhelp:  Check that its folder is writable and has room. The ledger is unchanged.\n`;

/** Runs the program by a command that sets its conditions. */
async function pulledBy({ cwd }: Shell, ...starter: readonly string[]): Promise<Ran> {
  const [program = '', ...words] = [...starter, process.execPath, await builtCli(), 'pull'];
  return promisify(execFile)(program, words, { cwd, env: { PATH: process.env['PATH'], ...TOKEN } }).then(
    (ran) => ({ code: 0, ...ran }),
    (error) => error,
  );
}

test('a pull is refused in a read-only folder', async () => {
  const { shell, all } = await anAccount();
  const before = await all();
  await chmod(shell.cwd, 0o555);
  // No permission binds a superuser who has every capability.
  const without = ['setpriv', '--inh-caps=-all', '--bounding-set=-dac_override,-dac_read_search'];
  expect(await pulledBy(shell, ...(process.getuid?.() === 0 ? without : []))).toMatchObject({
    ...{ code: 1, stdout: '' },
    stderr: UNWRITABLE('trueup.yaml', 'permission denied'),
  });
  expect(await all()).toEqual(before);
  await chmod(shell.cwd, 0o755);
  expect((await shell.run('pull')).code).toBe(0);
});

test('a pull is refused into a folder outside every include', async () => {
  const { shell, all } = await anAccount();
  const outside = await mkdtemp(join(tmpdir(), 'trueup-outside-'));
  onTestFinished(() => rm(outside, { recursive: true }));
  await mkdir(join(shell.cwd, '.git'));
  const before = await all();
  for (const folder of ['', '../up', 'a/../../up', outside, 'sch[a]*', 'a+(b)', 'a//b', './..', './/up']) {
    const refused = await shell.run('pull', '--dir', folder);
    expect([folder, refused.code, refused.stderr]).toEqual([folder, 1, expect.stringContaining('[usage]')]);
  }
  expect(await all()).toEqual(before);
  await symlink(outside, join(shell.cwd, 'schema'));
  const led = await shell.run('pull');
  expect([led.code, led.stderr]).toEqual([1, expect.stringContaining('[folder-outside]')]);
  expect(await readdir(outside)).toEqual([]);
  expect((await shell.run('pull', '--dir', './own/files/')).code).toBe(0);
  expect(await readdir(join(shell.cwd, 'own', 'files'))).toEqual(['contacts.yaml']);
});

test.each(['.trueup', '.git', 'node_modules', 'crm/.trueup/files', '.Git'])(
  'a pull is refused into %s, which belongs to another program',
  async (folder) => {
    const { shell, all } = await anAccount();
    const before = await all();
    const refused = await shell.run('pull', '--dir', folder);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('not .git, .trueup or node_modules')]);
    expect(await all()).toEqual(before);
  },
);

test('a pull is refused if a link or a pipe occupies a new file', async () => {
  const { shell, all } = await anAccount();
  const name = join(shell.cwd, 'schema', 'contacts.yaml');
  await mkdir(join(shell.cwd, 'schema'));
  for (const make of [() => symlink('../nowhere/x.yaml', name), () => promisify(execFile)('mkfifo', [name])]) {
    await make();
    const before = await all();
    const refused = await shell.run('pull');
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('[file-there]')]);
    expect(await all()).toEqual(before);
    await rm(name);
  }
});

test('a pull is refused if a write is cut off, as on a full disk', async () => {
  const { shell, all } = await anAccount();
  const before = await all();
  // Blocks are half a KiB or a whole KiB. The limit is below the size of the new file, but above the existing file.
  expect(await pulledBy(shell, 'sh', '-c', 'ulimit -f 4 && exec "$0" "$@"')).toMatchObject({
    ...{ code: 1, stdout: '' },
    stderr: UNWRITABLE('schema/contacts.yaml', 'file too large'),
  });
  expect(await all()).toEqual(before);
});

test('a pull is refused if another program saves the file during the pull', async () => {
  const { shell, service, all } = await anAccount();
  const path = join(shell.cwd, 'trueup.yaml');
  const server = createServer(async (request, response) => {
    const { method = 'GET', headers, url } = request;
    if (url?.includes('/crm/') === true) await writeFile(path, `${await readFile(path, 'utf8')}# Saved meanwhile.\n`);
    const { authorization = '' } = headers;
    const body = method === 'GET' ? null : await new Response(request).text();
    const reply = await fetch(`${service.url}${url}`, {
      method,
      headers: { authorization, 'content-type': String(headers['content-type']) },
      body,
    });
    response.writeHead(reply.status, { 'content-type': 'application/json' }).end(await reply.text());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  await shell.write('trueup.yaml', textOf(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
  const refused = await shell.run('pull');
  expect(refused).toMatchObject({
    ...{ code: 1, stdout: '' },
    stderr:
      'error: trueup.yaml changed since it was read, so nothing was written. [file-changed]\nhelp:  Save your changes and pull again.\n',
  });
  expect(await all()).toEqual([['trueup.yaml'], expect.stringContaining('# Saved meanwhile.\n')]);
});

test.each([
  ['a quote without an end', 'objects: { contacts: { groups: { "loyalty: {} } } }\n', 'trueup.yaml:5:34'],
  ['an alias of nothing', 'objects: *nothing\n', 'trueup.yaml:5:10'],
  [
    'a file that was cut in the middle',
    'objects:\n  contacts:\n    groups:\n      loyalty: { displayName: Loy',
    'trueup.yaml:8:',
  ],
])('a pull is refused over YAML with %s', async (_, broken, place) => {
  const { shell, service, all } = await anAccount();
  await shell.write('trueup.yaml', textOf(service.url) + broken);
  const before = await all();
  const { code, stdout, stderr } = await shell.run('pull');
  expect([code, stdout + stderr]).toEqual([3, expect.stringContaining(place)]);
  expect(await all()).toEqual(before);
});
