/** `trueup plan --watch` as its own process: files change, plans come out, and the account is read once. */

import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { builtCli } from '../support/built.ts';
import { sandboxText, TOKEN } from '../support/project.ts';
import { aSandbox, type Sandbox } from '../support/sandbox.ts';

const PROGRAM = await builtCli();

let service: Sandbox['service'];
let shell: Sandbox['shell'];

const property = (name: string, label: string) =>
  `objects:\n  contacts:\n    groups:\n      loyalty:\n        displayName: L\n        properties:\n          ${name}: { label: ${label}, type: string, fieldType: text }\n`;
const head = () => sandboxText(service.url).replace('version: 1\n', 'version: 1\ninclude: [schema/*.yaml]\n');

beforeEach(async () => {
  ({ service, shell } = await aSandbox());
  await mkdir(join(shell.cwd, 'schema'));
  await shell.write('trueup.yaml', head());
  await shell.write('schema/a.yaml', property('tier', 'Tier'));
});

interface Watch {
  readonly child: ChildProcessWithoutNullStreams;
  /** The next document. */
  next(): Promise<{ readonly changes?: readonly { readonly address: string }[]; readonly code?: string }>;
  readonly ended: Promise<number | null>;
}

function watching(): Watch {
  const child = spawn(process.execPath, [PROGRAM, 'plan', '--watch', '--json'], {
    cwd: shell.cwd,
    env: { ...process.env, ...TOKEN },
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  onTestFinished(() => void child.kill('SIGKILL'));
  return {
    child,
    next: async () => JSON.parse((await lines.next()).value),
    ended: new Promise((resolve) => child.once('close', resolve)),
  };
}

const addresses = async (watch: Watch) => (await watch.next()).changes?.map(({ address }) => address);
const calls = async () => (await service.calls()).length;

test('plans again for each change, reads once, goes on after an error, and ends with 130', {
  timeout: 60_000,
}, async () => {
  const watch = watching();
  expect(await addresses(watch)).toEqual(['property-group:contacts/loyalty', 'property:contacts/tier']);
  const read = await calls();
  expect(read).toBeGreaterThan(0);

  await shell.write('schema/a.yaml', property('level', 'Level'));
  expect(await addresses(watch)).toEqual(['property-group:contacts/loyalty', 'property:contacts/level']);

  // As editors that write another file and put it in place.
  await shell.write('schema/.a.yaml.tmp', property('grade', 'Grade'));
  await rename(join(shell.cwd, 'schema/.a.yaml.tmp'), join(shell.cwd, 'schema/a.yaml'));
  expect(await addresses(watch)).toEqual(['property-group:contacts/loyalty', 'property:contacts/grade']);

  await shell.write('schema/a.yaml', 'objects: [\n');
  expect(await watch.next()).toMatchObject({ format: 'trueup.error/1', code: 'config-invalid' });
  await shell.write('schema/a.yaml', property('tier', 'Tier'));
  expect(await addresses(watch)).toEqual(['property-group:contacts/loyalty', 'property:contacts/tier']);

  await shell.write('schema/b.yaml', property('more', 'More').replace('        displayName: L\n', ''));
  expect(await addresses(watch)).toContain('property:contacts/more');
  await rm(join(shell.cwd, 'schema/b.yaml'));
  expect(await addresses(watch)).not.toContain('property:contacts/more');
  expect(await calls()).toBe(read);

  watch.child.kill('SIGINT');
  expect(await watch.ended).toBe(130);
});

test('reads anew for another account, and says the same again for nothing new', { timeout: 60_000 }, async () => {
  const watch = watching();
  await watch.next();
  const read = await calls();
  await shell.write('trueup.yaml', `${head()}# nothing new, but a comment\n`);
  expect(await addresses(watch)).toEqual(['property-group:contacts/loyalty', 'property:contacts/tier']);
  expect(await calls()).toBe(read);
  await shell.write('trueup.yaml', head().replace('hubId: 1001', 'hubId: 1002'));
  expect(await watch.next()).toMatchObject({ format: 'trueup.error/1', code: 'wrong-account' });
  expect(await calls()).toBeGreaterThan(read);
  await writeFile(join(shell.cwd, 'trueup.yaml'), head());
  expect(await addresses(watch)).toEqual(['property-group:contacts/loyalty', 'property:contacts/tier']);
  watch.child.kill('SIGTERM');
  expect(await watch.ended).toBe(130);
});

test('reads anew after an apply elsewhere, which is no change by others', { timeout: 60_000 }, async () => {
  const watch = watching();
  expect(await addresses(watch)).toEqual(['property-group:contacts/loyalty', 'property:contacts/tier']);
  expect((await shell.run('apply', '--auto-approve')).code).toBe(0);
  await shell.write('schema/a.yaml', `${property('tier', 'Tier')}# as it is applied\n`);
  expect(await addresses(watch)).toEqual([]);
  const read = await calls();
  await shell.write('schema/a.yaml', property('tier', 'Tier'));
  expect(await addresses(watch)).toEqual([]);
  expect(await calls()).toBe(read);
  watch.child.kill('SIGINT');
  expect(await watch.ended).toBe(130);
});
