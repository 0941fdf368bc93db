import { beforeEach, expect, test } from 'vitest';
import { sandboxText } from '../support/project.ts';
import { aSandbox, type Sandbox } from '../support/sandbox.ts';

const SUBSCRIPTION = 'webhook-subscription:2001/contact.creation';
const ORDER = 'event-definition-property:order_placed/ordertotal';
const UNREADABLE = `webhooks: [{ appId: 2001, subscriptions: [{ eventType: contact.creation, active: true }] }]
eventDefinitions: { order_placed: { properties: { ordertotal: { label: Order total, type: number } } } }
`;
let service: Sandbox['service'];
let shell: Sandbox['shell'];

/** Records the resources in a second ledger. The default ledger has no record of them. */
beforeEach(async () => {
  ({ service, shell } = await aSandbox((url) => `${sandboxText(url)}${UNREADABLE}`));
  expect((await shell.run('apply', '--auto-approve', '--ledger', 'other')).code).toBe(0);
  expect((await shell.run('apply', '--auto-approve')).code).toBe(1);
});

const writes = async () => (await service.calls()).filter(({ method }) => method !== 'GET').length;

test('a create refused as existing is recorded with empty fields if it cannot be read', async () => {
  expect(await shell.json('ledger', 'list')).toMatchObject({
    document: {
      intentions: [],
      records: { [SUBSCRIPTION]: { fields: {}, basis: 'recorded' }, [ORDER]: { fields: {}, basis: 'recorded' } },
    },
  });
});

test('the existing resource is blocked with a remedy, and apply sends nothing', async () => {
  const before = await writes();
  const plan = await shell.run('plan');
  expect(plan.stdout).toContain('It exists, but its fields cannot be read.');
  expect(plan.stdout).toContain(`trueup ledger adopt ${SUBSCRIPTION}\n`);
  expect(plan.stdout).toContain(`trueup ledger adopt ${ORDER}\n`);
  expect(await shell.json('plan')).toMatchObject({
    document: {
      calls: [],
      changes: [
        { address: SUBSCRIPTION, action: 'blocked', because: 'exists-unread' },
        { address: ORDER, action: 'blocked', because: 'exists-unread' },
      ],
    },
  });
  const refused = await shell.run('apply', '--auto-approve');
  expect([refused.code, refused.stdout]).toEqual([3, expect.stringContaining('ledger adopt')]);
  expect(await writes()).toBe(before);
});

test('it is taken over by adopt, and created again only once it was forgotten', async () => {
  expect((await shell.run('ledger', 'adopt', ORDER, SUBSCRIPTION)).code).toBe(0);
  expect(await shell.run('plan', '--quiet')).toMatchObject({ code: 0, stdout: 'Nothing to do.\n' });
  expect((await shell.run('ledger', 'forget', SUBSCRIPTION)).code).toBe(0);
  expect(await shell.json('plan')).toMatchObject({
    document: {
      changes: expect.arrayContaining([expect.objectContaining({ address: SUBSCRIPTION, action: 'create' })]),
    },
  });
});
