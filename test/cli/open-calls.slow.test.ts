import { beforeEach, expect, test } from 'vitest';
import { type ProjectOptions, projectText, sandboxText } from '../support/project.ts';
import { aSandbox, type Sandbox } from '../support/sandbox.ts';

const TIER = 'property:contacts/loyaltytier';
const SUBSCRIPTION = 'webhook-subscription:2001/contact.creation';
let service: Sandbox['service'];
let shell: Sandbox['shell'];

beforeEach(async () => {
  ({ service, shell } = await aSandbox());
});

function declare(options: ProjectOptions): Promise<void> {
  return shell.write('trueup.yaml', projectText(service.url, options));
}

/** Applies, then changes the account by a run whose call took effect but got no reply and failed to be read back. */
async function leavesOpen(options: ProjectOptions): Promise<void> {
  expect((await shell.run('apply', '--auto-approve')).code).toBe(0);
  await declare({ ...options, label: 'Level' });
  service.faults.add({ do: 'drop-after', endpoint: 'patchProperty', times: 'always' });
  service.faults.add({ do: 'status', endpoint: 'listProperties', status: 500, nth: 3, times: 'always' });
  expect((await shell.run('apply', '--auto-approve', '--confirm', '1001')).code).toBe(5);
  service.faults.clear();
}

const writes = async () => (await service.calls()).filter(({ method }) => method !== 'GET').length;
const words = (text: string) => text.replace(/\s+/g, ' ');

test('an apply with an empty plan settles open calls, even in a protected account', async () => {
  await leavesOpen({ isProtected: true });
  const before = await writes();
  const drift = await shell.run('drift');
  expect([drift.code, words(drift.stdout)]).toEqual([0, expect.stringContaining('is an open call of trueup run')]);
  expect(drift.stdout).not.toContain('changed by');
  expect(words(drift.stdout)).toMatch(
    /No drift seen: 1 in sync, 4 not verifiable\. 1 open call is settled by the next apply\. Next, to settle the open calls of earlier runs: trueup apply $/,
  );
  expect((await shell.run('drift', '--format', 'markdown')).stdout).toContain(
    '1 open call is settled by the next apply.',
  );
  expect(await shell.run('drift', '--quiet')).toMatchObject({
    stdout: '0 drifted, 1 in sync, 4 not verifiable, 1 open call.\n',
  });
  expect(await shell.run('plan', '--quiet')).toMatchObject({ code: 0, stdout: 'Nothing to change, 1 open call.\n' });

  const applied = await shell.run('apply');
  expect(applied.code).toBe(0);
  expect(applied.stderr).toBe(
    `PATCH /properties/v2/contacts/properties/named/loyaltytier of an earlier run, on ${TIER}, took effect: the ledger records it.\n`,
  );
  expect(applied.stdout).toContain('1 open call settled. 0 writes made.');
  expect(await writes()).toBe(before);
  expect(await shell.json('ledger', 'list')).toMatchObject({
    document: { intentions: [], records: { [TIER]: { basis: 'observed', fields: { label: 'Level' } } } },
  });
  expect((await shell.run('apply')).stdout).toContain('Nothing to do');
});

test('an edit during an open call is drift of an unknown user', async () => {
  await leavesOpen({});
  await service.admin(1001).addOption('contacts', 'loyaltytier', { value: 'iron', label: 'Iron' });
  const { code, document } = await shell.json('drift');
  expect([code, document]).toMatchObject([
    0,
    {
      resources: expect.arrayContaining([
        expect.objectContaining({ address: TIER, foreign: [{ value: 'iron', label: 'Iron' }] }),
      ]),
    },
  ]);
  await service.admin(1001).deleteOption('contacts', 'loyaltytier', 'gold');
  const drift = await shell.run('drift');
  expect([drift.code, drift.stdout]).toEqual([
    2,
    expect.stringContaining('changed by an unknown user at an unknown time'),
  ]);
  expect(drift.stdout).toContain('- gold');
  expect(drift.stdout).not.toContain('"Level"');
});

test('apply and drift exit with 5 and print the settle command for a user', async () => {
  const others = `${sandboxText(service.url)}objects: { contacts: { groups: { loyalty: { displayName: Loyalty } } } }\n`;
  const subscription = '{ eventType: contact.creation, active: true }';
  await shell.write('trueup.yaml', `${others}webhooks: [{ appId: 2001, subscriptions: [${subscription}] }]\n`);
  service.faults.add({ do: 'drop-after', endpoint: 'createSubscription' });
  expect((await shell.run('apply', '--auto-approve')).code).toBe(5);
  expect((await shell.run('apply', '--auto-approve')).code).toBe(3);
  const settle = `trueup ledger settle ${SUBSCRIPTION} --as`;
  const answersIn = (text: string) => text.split('\n').flatMap((one) => one.split(settle)[1] ?? []);
  const refused = await shell.run('apply', '--auto-approve');
  expect(new Set(answersIn(refused.stdout + refused.stderr))).toEqual(new Set([' applied', ' not-applied']));
  const rest = await shell.run('apply', '--auto-approve', '--skip-blocked');
  expect(new Set(answersIn(rest.stdout + rest.stderr))).toEqual(new Set([' applied', ' not-applied']));
  expect([rest.code, rest.stderr.split('\n').filter((line) => line.includes('earlier run'))]).toEqual([
    5,
    [
      `POST /webhooks/2026-03/2001/subscriptions of an earlier run, on ${SUBSCRIPTION}, is still open: whether it took effect is not known.`,
    ],
  ]);
  await shell.write('trueup.yaml', others);
  for (const command of ['plan', 'apply', 'drift']) {
    const { code, stdout } = await shell.run(command);
    expect(code, command).toBe(command === 'plan' ? 0 : 5);
    expect(new Set(answersIn(stdout)), command).toEqual(new Set([' applied', ' not-applied']));
  }
  expect(await shell.json('apply')).toMatchObject({
    code: 5,
    document: { open: [{ covers: [SUBSCRIPTION], settledBy: 'person' }], summary: { uncertain: 0 } },
  });
  expect((await shell.run('ledger', 'settle', SUBSCRIPTION, '--as', 'applied')).code).toBe(0);
  for (const command of ['plan', 'apply', 'drift']) expect(await shell.run(command)).toMatchObject({ code: 0 });
});
