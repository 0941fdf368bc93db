/** Tests of `fleet retry`: the suggested next command, and the message of a retry that changes nothing. */

import { expect, test } from 'vitest';
import { aFleet, begun } from './made.ts';

/** Each command opens the database in its folder. */
const PATIENT = { timeout: 180_000 };

test('a skipped account of a finished rollout is retried once it is resumed', PATIENT, async () => {
  const made = await aFleet();
  const { shell } = made;
  await begun(made);
  await shell.run('fleet', 'accounts', '--pause', '5004');
  expect((await shell.run('fleet', 'work', '--until-done')).stdout).toContain('3 applied, 1 skipped');
  const none = await shell.run('fleet', 'resume');
  expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('No rollout can be resumed now.')]);
  await shell.run('fleet', 'accounts', '--resume', '5004');
  const idle = await shell.run('fleet', 'retry', '--kind', 'auth');
  expect([idle.code, idle.stderr]).toEqual([0, '0 accounts will be tried again.\n']);
  const again = await shell.run('fleet', 'retry');
  expect(again.stderr).toBe('1 account will be tried again.\n');
  expect(again.stdout).toMatch(/\nNext, to go on:\n {2}trueup fleet resume [0-9a-f-]+\n$/);
  expect(again.stdout).toContain('It has ended, and accounts are to be tried again. A person has to resume it.');
  expect((await shell.run('fleet', 'resume')).code).toBe(0);
  expect((await shell.run('fleet', 'work', '--until-done')).code).toBe(0);
  expect((await shell.json('fleet', 'status')).document).toMatchObject({ phase: 'done', states: { applied: 4 } });
});
