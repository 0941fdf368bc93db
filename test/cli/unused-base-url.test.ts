import { test } from 'vitest';
import { projectText, TOKEN } from '../support/project.ts';
import { aShell } from '../support/world.ts';

/** Nothing listens there, so that a plan waits between its attempts. The tests wait at the same time. */
const CLOSED = 'http://127.0.0.1:1';

test.concurrent('an unreachable account is reported with the unused variable for another host', async ({ expect }) => {
  const shell = await aShell({ env: { ...TOKEN, TRUEUP_BASE_URL: 'http://127.0.0.1:4010' } });
  await shell.write('trueup.yaml', projectText(CLOSED));
  const { code, stderr } = await shell.run('plan');
  expect(code).toBe(1);
  expect(stderr).toContain('warning[base-url-unused] trueup.yaml:');
  expect(stderr).toContain('[connect-refused]');
});

test.concurrent('an unreachable account is the only error if the variable is unset', async ({ expect }) => {
  const shell = await aShell({ env: TOKEN });
  await shell.write('trueup.yaml', projectText(CLOSED));
  const { stderr } = await shell.run('plan');
  expect(stderr).toMatch(/^error: .*\[connect-refused\]/);
});
