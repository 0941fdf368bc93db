import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { projectText, sandboxText } from '../support/project.ts';
import { aSandbox, type Sandbox } from '../support/sandbox.ts';

const CREATION = 'webhook-subscription:2001/contact.creation';
const DELETION = 'webhook-subscription:2001/contact.deletion';
const TIER = 'property:contacts/loyaltytier';
const SUBSCRIPTION = 'webhook-subscription:2001/contact.propertyChange/loyaltytier';
const HELP = 'help:  List the addresses in the ledger:\n       trueup ledger list\n';
let service: Sandbox['service'];
let shell: Sandbox['shell'];

beforeEach(async () => {
  ({ service, shell } = await aSandbox());
});

async function ledger(): Promise<unknown> {
  return (await shell.json('ledger', 'list')).document;
}

test('settle changes nothing if one address lacks an open call, and names each', async () => {
  const events = ['contact.creation', 'contact.deletion'];
  const subscriptions = events.map((eventType) => `{ eventType: ${eventType}, active: true }`).join(', ');
  await shell.write(
    'trueup.yaml',
    `${sandboxText(service.url)}webhooks: [{ appId: 2001, subscriptions: [${subscriptions}] }]\n`,
  );
  service.faults.add({ do: 'drop-after', endpoint: 'createSubscription', times: 'always' });
  expect((await shell.run('apply', '--auto-approve')).code).toBe(5);
  service.faults.clear();
  const before = await ledger();
  expect(await shell.run('ledger', 'settle', CREATION, TIER, SUBSCRIPTION, '--as', 'applied')).toEqual({
    code: 1,
    stdout: '',
    stderr: `error: No unsettled call covers ${TIER}, ${SUBSCRIPTION}. Nothing was changed. [address-unknown]\n${HELP}`,
  });
  expect(await ledger()).toEqual(before);
  expect(await shell.run('ledger', 'settle', CREATION, DELETION, CREATION, '--as', 'applied')).toMatchObject({
    code: 0,
  });
  expect(await ledger()).toMatchObject({ intentions: [], records: { [CREATION]: {}, [DELETION]: {} } });
});

test('forget and adopt take every address or none', async () => {
  await shell.write('trueup.yaml', projectText(service.url));
  expect((await shell.run('apply', '--auto-approve')).code).toBe(0);
  await rm(join(shell.cwd, '.trueup'), { recursive: true });
  const both = [TIER, SUBSCRIPTION];
  expect((await shell.run('ledger', 'adopt', ...both, CREATION)).stderr).toBe(
    `error: The files do not declare ${CREATION}. Nothing was changed. [address-unknown]\nhelp:  See the declared resources:\n       trueup plan --verbose\n`,
  );
  expect(await ledger()).toMatchObject({ records: {} });
  expect((await shell.run('ledger', 'adopt', ...both)).stdout).toBe(
    both.map((address) => `Recorded ${address} as declared. Nothing was sent to the account.\n`).join(''),
  );
  await shell.write('trueup.yaml', projectText(service.url, { active: false, label: 'Tier' }));
  const refused = await shell.run('ledger', 'adopt', ...both);
  expect([refused.code, refused.stdout]).toEqual([3, '']);
  expect(refused.stderr).toContain('label: "Loyalty tier" in the account, "Tier" in the files.');
  expect(refused.stderr).toContain('active: true in the ledger, false in the files.');
  expect(refused.stderr).toContain(`trueup apply --target ${TIER}\n`);
  expect(refused.stderr).toContain(`trueup ledger adopt ${both.join(' ')} --overwrite`);

  const before = await ledger();
  expect((await shell.run('ledger', 'forget', ...both, CREATION, DELETION)).stderr).toBe(
    `error: The ledger has no record of ${CREATION}, ${DELETION}. Nothing was changed. [address-unknown]\n${HELP}`,
  );
  expect(await ledger()).toEqual(before);
  expect((await shell.run('ledger', 'forget', ...both)).code).toBe(0);
  expect(await ledger()).toMatchObject({ records: {} });
});

test('forget announces the next plan and claims nothing about the account', async () => {
  await shell.write('trueup.yaml', projectText(service.url));
  expect((await shell.run('apply', '--auto-approve')).code).toBe(0);
  expect((await shell.run('ledger', 'forget', TIER, SUBSCRIPTION)).stdout).toBe(
    `Forgot ${TIER}. The files declare it, so the next plan compares the declaration with the account.\n` +
      `Forgot ${SUBSCRIPTION}. The files declare it and it cannot be read, so the next plan creates it again. If the account has it, record it instead:\n  trueup ledger adopt ${SUBSCRIPTION}\n`,
  );
  const group = 'property-group:contacts/loyalty';
  expect((await shell.run('ledger', 'forget', group)).stdout).toBe(
    `Forgot ${group}. The files declare it and its values in the account cannot be read, so the next plan sets it as declared. If the account already has it as declared, record it instead:\n  trueup ledger adopt ${group}\n`,
  );
  const { stdout } = await shell.run('plan');
  expect(stdout).toMatch(new RegExp(`~ update +.*\\(${group}\\)`));
  expect(stdout).toContain('It is missing in the ledger, and no call can read whether it exists.');
  await shell.run('ledger', 'adopt', SUBSCRIPTION);
  await shell.write('trueup.yaml', sandboxText(service.url));
  expect((await shell.run('ledger', 'forget', SUBSCRIPTION)).stdout).toBe(
    `Forgot ${SUBSCRIPTION}. The account was not changed. Declare it again to manage it again. Accounts that still declare it for app 2001 lose the record too. If their next plan cannot read it in the account, the plan creates it again.\n`,
  );
});
