import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { aSandbox, type Sandbox } from '../support/sandbox.ts';

let service: Sandbox['service'];
let shell: Sandbox['shell'];

beforeEach(async () => {
  ({ service, shell } = await aSandbox());
});

test('a saved plan is shown again as it was planned, without a call', async () => {
  const planned = await shell.run('plan', '-o', 'a.plan.json');
  await service.close();
  const { code, stdout, stderr } = await shell.run('explain', 'a.plan.json');
  // Only a project names the location of the ledger.
  const withoutLedger = planned.stdout.replace(/^No ledger yet.*\n/m, '');
  expect([code, stdout]).toEqual([0, withoutLedger]);
  expect(stderr).toMatch(/^a\.plan\.json: created just now, valid until .* Digest: [0-9a-f]{20}\n$/);
});

test('prints a saved plan in every format of the plan command', async () => {
  await shell.run('plan', '-o', 'a.plan.json');
  const saved = JSON.parse(await readFile(join(shell.cwd, 'a.plan.json'), 'utf8'));
  const { document } = await shell.json('explain', 'a.plan.json', '--verbose');
  expect(document).toEqual(saved);
  expect((await shell.run('explain', 'a.plan.json', '--format', 'markdown')).stdout).toMatch(/^### /);
  expect((await shell.run('explain', 'a.plan.json', '--format', 'html')).stdout).toMatch(/^<!doctype html>/);
  await shell.run('explain', 'a.plan.json', '--report', 'a.html');
  expect(await readFile(join(shell.cwd, 'a.html'), 'utf8')).toMatch(/^<!doctype html>/);
});

test('refuses a file that is not a plan', async () => {
  await shell.write('b.json', '{}');
  expect(await shell.run('explain', 'b.json')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('[plan-file-invalid]'),
  });
  expect(await shell.run('explain', 'c.json')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('[plan-file-missing]'),
  });
});

test('a format of a plan is refused for an address and a code', async () => {
  for (const subject of ['property:contacts/loyaltytier', 'reference-missing'])
    expect(await shell.run('explain', subject, '--format', 'html')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('[usage]'),
    });
});
