/** Tests of a pull after a custom object or an event was renamed in the files. */

import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startService } from '../../src/service/index.ts';
import { aShell } from '../support/world.ts';

const LEVEL = {
  name: 'level',
  label: 'Level',
  groupName: 'memberships_information',
  type: 'string',
  fieldType: 'text',
};
const FILE = 'schema/memberships.yaml';

test.each(['', 'moved:\n  - { from: property:memberships/level, to: property:p1001_memberships/level }\n'])(
  'until its records have moved, a pull is refused and writes nothing: %j',
  async (moved) => {
    const service = await startService();
    const env = { TRUEUP_BASE_URL: service.url, TRUEUP_ACCESS_TOKEN: 'trueup-dev-token', TRUEUP_SURFACE: 'dated' };
    const shell = await aShell({ env });
    onTestFinished(async () => {
      await service.close();
      await rm(shell.cwd, { recursive: true });
    });
    const textOf = (file: string) => readFile(join(shell.cwd, file), 'utf8');
    await shell.write('trueup.yaml', 'version: 1\n');
    await service.admin(1001).addProperty('memberships', LEVEL);
    expect((await shell.run('pull', '--object', 'memberships')).code).toBe(0);
    const text = (await textOf(FILE)).replace('  memberships:', '  p1001_memberships:');
    await shell.write(FILE, text);
    await shell.write('trueup.yaml', `${await textOf('trueup.yaml')}${moved}`);
    for (const words of [[], ['--drift'], ['--object', 'p1001_memberships'], ['--dry-run']]) {
      const refused = await shell.run('pull', ...words);
      expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('[records-to-move]')]);
      expect(await textOf(FILE)).toBe(text);
    }
    expect((await shell.run('apply', '--auto-approve')).code).toBe(0);
    expect((await shell.run('pull')).code).toBe(0);
    expect((await shell.run('plan', '--detailed-exitcode')).code).toBe(0);
  },
);

test('a pull of a renamed event is refused until the old records are dropped', async () => {
  const properties = [{ name: 'crust', label: 'Crust', type: 'string' as const }];
  const eventDefinitions = [{ name: 'bread', label: 'Bread', properties }];
  const service = await startService({ seed: { accounts: [{ hubId: 1001, eventDefinitions }] } });
  const env = { TRUEUP_BASE_URL: service.url, TRUEUP_ACCESS_TOKEN: 'trueup-dev-token', TRUEUP_SURFACE: 'dated' };
  const shell = await aShell({ env });
  onTestFinished(async () => {
    await service.close();
    await rm(shell.cwd, { recursive: true });
  });
  const textOf = () => readFile(join(shell.cwd, 'schema/events.yaml'), 'utf8');
  expect((await shell.run('pull')).code).toBe(0);
  const text = (await textOf()).replace('  bread:', '  pe1001_bread:');
  await shell.write('schema/events.yaml', text);
  const refused = await shell.run('pull');
  expect([refused.code, refused.stderr, await textOf()]).toEqual([
    1,
    expect.stringContaining('[records-to-move]'),
    text,
  ]);
  expect(refused.stderr).toContain('trueup ledger forget event-definition-property:bread/crust');
  const main = await readFile(join(shell.cwd, 'trueup.yaml'), 'utf8');
  const move = '{ from: event-definition-property:bread/crust, to: event-definition-property:pe1001_bread/crust }';
  await shell.write('trueup.yaml', `${main}moved: [${move}]\n`);
  const moving = await shell.run('pull');
  expect([moving.code, moving.stderr.includes('Apply first: '), moving.stderr.includes('forget')]).toEqual([
    1,
    true,
    false,
  ]);
  await shell.write('trueup.yaml', main);
  expect((await shell.run('apply', '--auto-approve')).code).toBe(0);
  expect((await shell.run('pull')).code).toBe(0);
  expect(await textOf()).toBe(text);
  expect((await shell.run('plan', '--detailed-exitcode')).code).toBe(0);
});
