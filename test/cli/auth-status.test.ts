/** Tests of `auth status`: the problems that plan rejects too, and the limits of a token of a private app. */

import { expect, test } from 'vitest';
import { sandboxText } from '../support/project.ts';
import { aSandbox } from '../support/sandbox.ts';
import { aShell } from '../support/world.ts';

test.each([
  ['TRUEUP_HUB_ID', '1001x', 'hub-id-malformed'],
  ['TRUEUP_SURFACE', 'datd', 'surface-unknown'],
])('%s=%s is refused as by a plan', async (name, value, code) => {
  const { service } = await aSandbox();
  const env = { TRUEUP_BASE_URL: service.url, TRUEUP_ACCESS_TOKEN: 'trueup-dev-token' };
  const shell = await aShell({ env: { ...env, [name]: value } });
  expect(await shell.json('auth', 'status')).toMatchObject({ code: 3, document: { findings: [{ code }] } });
  await shell.write('trueup.yaml', 'version: 1\n');
  expect(await shell.json('plan')).toMatchObject({ code: 3, document: { findings: [{ code }] } });
});

test('a token of another account is a problem', async () => {
  const { shell } = await aSandbox((url) => sandboxText(url).replace('1001', '7007'));
  const { code, stdout } = await shell.run('auth', 'status');
  expect([code, stdout]).toEqual([3, expect.stringMatching(/problem +account +The token is of account 1001/)]);
});

test('no scope of a private app stands in for the developer key of an app', async () => {
  const { service, shell } = await aSandbox();
  const env = { TRUEUP_BASE_URL: service.url, TRUEUP_ACCESS_TOKEN: 'pat-na1-trueup-dev' };
  const app = await aShell({ env });
  await app.write(
    'trueup.yaml',
    'version: 1\nwebhooks: [{ appId: 2001, subscriptions: [{ eventType: contact.creation, active: true }] }]\n',
  );
  const { stdout } = await app.run('auth', 'status');
  expect(stdout).not.toContain('developers-write');
  const one = stdout.replace(/\s+/g, ' ');
  expect(one).toMatch(/warning developer-key \S+ \S+ \(Webhook subscriptions\) needs the developer key of the app/);
  expect((await shell.run('auth', 'status')).stdout).not.toContain('developer key of the app');
});
