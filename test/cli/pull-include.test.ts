/** Tests of pulls if an include cannot be extended or matches less than it searches. Every written file is included. */

import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sandboxText } from '../support/project.ts';
import { aSandbox } from '../support/sandbox.ts';

test('new resources go to the main file if the include list has an anchor', async () => {
  const include = 'include: &files [schema/own.yaml]';
  const { shell, service } = await aSandbox((url) => `${sandboxText(url, 'dated')}${include}\n`);
  await mkdir(join(shell.cwd, 'schema'));
  await shell.write('schema/own.yaml', 'objects: { companies: {} }\n');
  const property = { label: 'Extra', groupName: 'contactinformation', type: 'string', fieldType: 'text' };
  await service.admin(1001).addProperty('contacts', { ...property, name: 'extra' });
  const first = await shell.run('pull');
  expect(first).toMatchObject({ code: 0, stdout: expect.stringContaining('1 resource added') });
  expect(first.stdout).toContain('Not covered, set by hand in HubSpot:\n  Conditional property logic: Settings > ');
  expect(await readdir(join(shell.cwd, 'schema'))).toEqual(['own.yaml']);
  const text = await readFile(join(shell.cwd, 'trueup.yaml'), 'utf8');
  expect([text.includes(include), text.includes('extra:')]).toEqual([true, true]);
  expect((await shell.run('plan', '--detailed-exitcode')).code).toBe(0);
  const again = (await shell.run('pull')).stdout;
  expect([again.includes('Nothing to write'), again.includes('Not covered')]).toEqual([true, false]);
});

test.each([
  ['*.yaml', [], 'schema/contacts.yaml'],
  ['s*/*.yaml', ['--dir', '.new'], '.new/contacts.yaml'],
  ['s*/*.yaml', ['--dir', 'schema'], undefined],
] as const)('new files outside the pattern %s are included by name: %j', async (pattern, words, named) => {
  const { shell, service } = await aSandbox((url) => `${sandboxText(url, 'dated')}include: ["${pattern}"]\n`);
  await mkdir(join(shell.cwd, 'schema'));
  await shell.write('schema/own.yaml', 'objects: { companies: {} }\n');
  const property = { label: 'Extra', groupName: 'contactinformation', type: 'string', fieldType: 'text' };
  await service.admin(1001).addProperty('contacts', { ...property, name: 'extra' });
  expect(await shell.run('pull', ...words)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('1 resource added'),
  });
  const text = await readFile(join(shell.cwd, 'trueup.yaml'), 'utf8');
  expect(text.includes(named ?? 'contacts.yaml')).toBe(named !== undefined);
  expect((await shell.run('plan', '--detailed-exitcode')).code).toBe(0);
  expect((await shell.run('pull')).stdout).toContain('Nothing to write');
});

test('a project folder includes a file in a hidden folder by name', async () => {
  const { shell, service } = await aSandbox((url) => sandboxText(url, 'dated'));
  const property = { label: 'Extra', groupName: 'contactinformation', type: 'string', fieldType: 'text' };
  await service.admin(1001).addProperty('contacts', { ...property, name: 'extra' });
  expect((await shell.run('pull', '-f', '.', '--dir', '.new')).code).toBe(0);
  expect((await shell.run('plan', '-f', '.', '--verbose')).stdout).toContain('property:contacts/extra');
  await service.admin(1001).addProperty('deals', { ...property, name: 'extra', groupName: 'dealinformation' });
  const before = await readFile(join(shell.cwd, 'trueup.yaml'), 'utf8');
  expect((await shell.run('pull', '-f', '.', '--dir', 'read')).code).toBe(0);
  expect(await readFile(join(shell.cwd, 'trueup.yaml'), 'utf8')).toBe(before);
  expect((await shell.run('plan', '-f', '.', '--detailed-exitcode')).code).toBe(0);
});
