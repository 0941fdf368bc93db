/** What a shell is given to complete a word: from the files and the ledger, without a call, and without a word where nothing can be read. */

import { spawnSync } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { builtCli } from '../support/built.ts';
import { aSandbox, type Sandbox } from '../support/sandbox.ts';

const PROGRAM = await builtCli();

let service: Sandbox['service'];
let shell: Sandbox['shell'];

beforeEach(async () => {
  ({ service, shell } = await aSandbox());
});

/** The words that are offered. */
function offered(...words: readonly string[]): readonly string[] {
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, 'complete', '--', ...words], {
    cwd: shell.cwd,
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([0, '']);
  return stdout.split('\n').flatMap((line) => (line === '' || line.startsWith(':') ? [] : [line.split('\t')[0] ?? '']));
}

const TIER = 'property:contacts/loyaltytier';

test('addresses that are declared, after --target, --overwrite and explain', async () => {
  for (const words of [['plan', '--target'], ['apply', '--overwrite'], ['explain'], ['ledger', 'adopt']])
    expect(offered(...words, 'property:contacts/l')).toEqual([TIER]);
  expect(offered('plan', '--target', '')).toContain('webhook-subscription:2001/contact.propertyChange/loyaltytier');
  expect(offered('plan', '')).not.toContain(TIER);
});

test('addresses that are recorded, after commands on the ledger, declared or not', async () => {
  expect(offered('ledger', 'forget', TIER)).toEqual([]);
  expect((await shell.run('apply', '--auto-approve')).code).toBe(0);
  await service.close();
  expect(offered('ledger', 'forget', TIER)).toEqual([TIER]);
  await rm(join(shell.cwd, 'trueup.yaml'));
  await shell.write('trueup.yaml', 'version: 1\naccounts: { sandbox: { hubId: 1001 } }\n');
  expect(offered('ledger', 'show', TIER)).toEqual([TIER]);
  expect(offered('ledger', 'adopt', TIER)).toEqual([]);
  expect(offered('plan', '--target', TIER)).toEqual([TIER]);
  expect(offered('ledger', 'show', '--ledger', 'elsewhere', TIER)).toEqual([]);
  expect(offered('ledger', 'show', '--ledger', 'branch:ledger', TIER)).toEqual([]);
});

test('accounts of the files', async () => {
  expect(offered('plan', '--account', '')).toEqual(['sandbox']);
  await shell.write('other.yaml', 'version: 1\naccounts: { production: { hubId: 1 } }\n');
  expect(offered('plan', '-f', 'other.yaml', '--account', '')).toEqual(['production']);
});

test('a broken project completes what can be read of it, and says nothing', async () => {
  await shell.write('trueup.yaml', 'version: 1\naccounts: { sandbox: { hubId: x } }\nobjects: [\n');
  expect(offered('plan', '--target', '')).toEqual([]);
  expect(offered('plan', '--account', '')).toEqual(expect.any(Array));
  await rm(join(shell.cwd, 'trueup.yaml'));
  expect(offered('explain', 'p')).toEqual([]);
});

test('plans to explain or apply have any name, and a comparison takes accounts and files', async () => {
  expect((await shell.run('plan', '-o', 'next.plan')).code).toBe(0);
  await shell.write('package.json', '{}\n');
  await mkdir(join(shell.cwd, 'kept'));
  expect(offered('compare', '')).toEqual(['sandbox', 'files']);
  expect(offered('apply', '')).toEqual(['kept/', 'next.plan']);
  expect(offered('explain', '')).toEqual(expect.arrayContaining(['kept/', 'next.plan', TIER]));
  expect(offered('plan', '-o', '')).toContain('package.json');
});
