import { cp } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { startService } from '../../src/service/index.ts';
import { aShell } from '../support/world.ts';

const project = (url: string) => `version: 1
accounts:
  sandbox: { hubId: 1001, baseUrl: "${url}", auth: { accessToken: "\${env.SANDBOX_TOKEN}" } }
objects:
  contacts: { groups: { loyalty: { displayName: Loyalty, properties: { tier: { label: Tier, type: string, fieldType: text } } } } }
  deals: { groups: { sales: { displayName: Sales, properties: { region: { label: Region, type: string, fieldType: text } } } } }
`;

/** Joins the lines of a text. */
const oneLine = (text: string) => text.replace(/\s+/g, ' ');

test.each(['pat-na1-trueup-dev', 'pat-eu1-trueup-dev'])('plan, apply and drift work with %s', async (token) => {
  const service = await startService();
  const shell = await aShell({ env: { TRUEUP_SURFACE: 'documented', SANDBOX_TOKEN: token } });
  await shell.write('trueup.yaml', project(service.url));
  expect((await shell.run('plan', '--detailed-exitcode')).code).toBe(2);
  const applied = await shell.run('apply', '--auto-approve');
  expect(applied.code).toBe(0);
  expect((await shell.run('plan', '--detailed-exitcode')).code).toBe(0);
  expect((await shell.run('drift')).code).toBe(0);
  await service.admin(1001).editProperty('deals', 'region', { label: 'By hand' });
  const drift = await shell.run('drift');
  expect([drift.code, drift.stdout.includes('By hand')]).toEqual([2, true]);
  expect(applied.stdout + applied.stderr + drift.stdout).not.toContain(token);
  await service.close();
});

test('plan warns of a missing scope, apply is partial, and a full token completes it', async () => {
  const scopes = ['crm.schemas.contacts.read', 'crm.schemas.contacts.write', 'crm.schemas.deals.read'];
  const service = await startService({
    seed: { accounts: [{ hubId: 1001, privateAppTokens: [{ token: 'pat-na1-no-deals', scopes }] }] },
  });
  const narrow = await aShell({ env: { TRUEUP_SURFACE: 'documented', SANDBOX_TOKEN: 'pat-na1-no-deals' } });
  await narrow.write('trueup.yaml', project(service.url));
  const planned = await narrow.run('plan', '--detailed-exitcode');
  expect(planned.code).toBe(2);
  expect(oneLine(planned.stdout)).toContain('need the scope crm.schemas.deals.write, which the token does not have.');
  const applied = await narrow.run('apply', '--auto-approve');
  expect(applied.code).toBe(4);
  expect(oneLine(applied.stdout)).toContain('One or more of the following scopes are required.');
  expect(oneLine(applied.stdout)).toContain('authorize an OAuth app again: crm.schemas.deals.write.');
  // Nothing is applied this time.
  expect((await narrow.run('apply', '--auto-approve')).code).toBe(1);
  const writes = (await service.calls()).filter(({ committed }) => committed).map(({ path }) => path);
  expect(writes).toEqual(['/properties/v2/contacts/groups', '/properties/v2/contacts/properties']);
  const whole = await aShell({ env: { TRUEUP_SURFACE: 'documented', SANDBOX_TOKEN: 'pat-na1-trueup-dev' } });
  await cp(narrow.cwd, whole.cwd, { recursive: true });
  expect((await whole.run('apply', '--auto-approve')).code).toBe(0);
  expect((await whole.run('plan', '--detailed-exitcode')).code).toBe(0);
  await service.close();
});

test('a token of an unknown account is an error and writes nothing', async () => {
  const service = await startService();
  const shell = await aShell({ env: { TRUEUP_SURFACE: 'documented', SANDBOX_TOKEN: 'pat-na1-trueup-dev' } });
  await shell.write('trueup.yaml', project(service.url));
  expect((await shell.run('plan', '-o', 'p.plan.json')).code).toBe(0);
  for (const endpoint of ['readAccountDetails', 'readTokenInfo'] as const) {
    service.faults.add({ do: 'status', status: 403, endpoint, times: 'always' });
  }
  const { code, stderr } = await shell.run('apply', 'p.plan.json', '--auto-approve');
  expect([code, stderr.includes('[account-unproven]')]).toEqual([1, true]);
  expect((await service.calls()).filter(({ committed }) => committed)).toEqual([]);
  await service.close();
});
