import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { projectText } from '../support/project.ts';
import { aSandbox, type Sandbox } from '../support/sandbox.ts';

let service: Sandbox['service'];
let shell: Sandbox['shell'];
const saved = (file: string): Promise<string> => readFile(join(shell.cwd, file), 'utf8');

beforeEach(async () => {
  ({ service, shell } = await aSandbox());
});

test('a plan is printed as text and written as a page, twice', async () => {
  for (const _ of [1, 2]) {
    const { code, stdout } = await shell.run('plan', '--report', 'plan.html');
    expect(code).toBe(0);
    expect(stdout).toContain('5 to create.');
  }
  expect(await saved('plan.html')).toContain('<h1>Plan for sandbox (account 1001)</h1>');
  const applied = await shell.run('apply', '--auto-approve', '--quiet', '--report', 'plan.html');
  expect(applied.stdout).toBe('5 applied.\n');
  expect(await saved('plan.html')).toContain('<h1>Outcome for sandbox (account 1001)</h1>');
  expect((await shell.run('apply', '--report', 'plan.html')).code).toBe(0);
  expect(await saved('plan.html')).toContain('Nothing to do: the account is as declared.');
});

test('drift is printed in every format, and an unknown format is refused before any read', async () => {
  await shell.run('apply', '--auto-approve');
  await service.admin(1001).editProperty('contacts', 'loyaltytier', { label: 'By hand' });
  const { code, stdout } = await shell.run('drift', '--report', 'drift.html');
  expect([code, stdout]).toEqual([2, expect.stringContaining('1 resource drifted')]);
  expect(await saved('drift.html')).toContain('<h1>Drift of sandbox (account 1001)</h1>');
  expect((await shell.run('drift', '--format', 'html')).stdout).toContain('<h1>Drift of sandbox (account 1001)</h1>');
  expect((await shell.run('drift', '--format', 'markdown')).stdout).toContain(
    '**1 resource drifted** from what was last applied',
  );
  expect(JSON.parse((await shell.run('drift', '--format', 'json')).stdout)).toMatchObject({ format: 'trueup.drift/1' });
  const before = (await service.calls()).length;
  const refused = await shell.run('drift', '--report', 'drift.pdf');
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringMatching(
      /The name of the report drift\.pdf has no known extension\.[\s\S]*Use a name that ends in \.html\./,
    ),
  ]);
  expect((await service.calls()).length).toBe(before);
});

test('the report of a refused apply is the plan, in each format', async () => {
  await shell.run('apply', '--auto-approve', '--report', 'run.html');
  await shell.write('trueup.yaml', projectText(service.url, { options: ['gold'] }));
  const refused = await shell.run('apply', '--auto-approve', '--report', 'run.html');
  expect(refused.code).toBe(3);
  expect(await saved('run.html')).toContain('It cannot be applied: ');
  const markdown = await shell.run('apply', '--auto-approve', '--format', 'markdown');
  expect([markdown.code, markdown.stdout]).toEqual([3, expect.stringContaining('**Apply will refuse this plan**')]);
});

test('a run that fails leaves no report of an earlier run', async () => {
  await shell.run('plan', '--report', 'plan.html');
  await shell.write('trueup.yaml', 'version: 2\n');
  expect((await shell.run('plan', '--report', 'plan.html')).code).toBe(3);
  await expect(saved('plan.html')).rejects.toThrow('ENOENT');
});

test('apply writes nothing if the folder of its report is missing', async () => {
  const { code, stderr } = await shell.run('apply', '--auto-approve', '--report', 'pages/run.html');
  expect([code, stderr]).toEqual([1, expect.stringContaining('[cannot-save]')]);
  expect(await service.calls()).toEqual([]);
});

test('a report never replaces a foreign file, and apply checks this first', async () => {
  const before = await service.snapshot(1001);
  await shell.write('index.html', '<p>mine</p>');
  const refused = await shell.run('apply', '--auto-approve', '--report', 'index.html');
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain('index.html: it is not a trueup report.');
  expect(await saved('index.html')).toBe('<p>mine</p>');
  const other = await shell.run('apply', '--auto-approve', '--report', 'trueup.yaml');
  expect(other.stderr).toContain('The name of the report trueup.yaml has no known extension.');
  expect(await service.snapshot(1001)).toEqual(before);
});
