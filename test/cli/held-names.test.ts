/** Tests of resources that an account has but a create would reject: they can be declared, planned and updated. */

import { rm } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Service, startService } from '../../src/service/index.ts';
import { sandboxText, TOKEN } from '../support/project.ts';
import { aShell, type Shell } from '../support/world.ts';

const LONG = `Task_${'x'.repeat(55)}`;
const text = { type: 'string', fieldType: 'text' };

const ACCOUNT = {
  hubId: 1001,
  objectTypes: [{ id: '0-999', name: 'My.Objects' }],
  eventDefinitions: [
    { name: 'Order.Placed', properties: [{ name: 'Order-Total', label: 'Total', type: 'number' as const }] },
  ],
  groups: [
    { objectType: 'contacts', name: 'Loyalty-Programme', displayName: 'Loyalty' },
    { objectType: 'contacts', name: 'sales.eu', displayName: 'Sales' },
    { objectType: 'companies', name: 'profile', displayName: 'Profile' },
    { objectType: 'calls', name: 'Call.Group', displayName: 'Calls' },
    { objectType: '0-27', name: 'task_group', displayName: 'Tasks' },
    { objectType: 'My.Objects', name: 'own', displayName: 'Own' },
  ],
  properties: [
    { objectType: 'contacts', groupName: 'Loyalty-Programme', name: 'Loyalty.Tier', label: 'Tier', ...text },
    { objectType: 'companies', groupName: 'profile', name: 'Founded-On', label: 'On', type: 'date', fieldType: 'date' },
    { objectType: '0-48', groupName: 'Call.Group', name: 'Call Outcome', label: 'Outcome', ...text },
    { objectType: 'tasks', groupName: 'task_group', name: LONG, label: 'Task', ...text },
    { objectType: '0-999', groupName: 'own', name: '1st', label: 'First', ...text },
  ],
};

const CONFIG = `objects:
  Contacts:
    groups:
      Loyalty-Programme:
        displayOrder: 0
        properties:
          Loyalty.Tier: { label: Loyalty tier, ${inline(text)} }
      sales.eu: { displayName: Sales in Europe, displayOrder: -2 }
      contactinformation: { displayOrder: 7 }
  companies:
    groups:
      profile:
        properties:
          Founded-On: { label: Founded on, type: date, fieldType: date }
  "0-48":
    groups:
      Call.Group:
        displayName: All calls
        properties:
          Call Outcome: { label: Outcome of the call, ${inline(text)} }
  tasks:
    groups:
      task_group:
        properties:
          ${LONG}: { label: The task, ${inline(text)} }
      new_group:
        displayName: New
        properties:
          new_property: { label: New, ${inline(text)} }
  My.Objects:
    groups:
      own:
        properties:
          1st: { label: The first, ${inline(text)} }
webhooks:
  - appId: 2001
    subscriptions:
      - { eventType: contact.propertyChange, propertyName: Loyalty.Tier, objectTypeId: 0-1, eventTypeName: Tier }
      - { eventType: object.propertyChange, propertyName: Call Outcome, objectTypeId: 0-48 }
      - { eventType: deal.creation, eventTypeName: A new deal }
eventDefinitions:
  Order.Placed:
    properties:
      Order-Total: { label: Total, type: number }
      channel: { label: Channel, type: string, fieldType: anything }
associationLimits:
  - from: calls
    to: 0-27
    limits:
      - { category: A1, typeId: 7, maxToObjectIds: 1000000 }
`;

function inline(fields: Readonly<Record<string, string>>): string {
  return Object.entries(fields)
    .map(([name, value]) => `${name}: ${value}`)
    .join(', ');
}

let service: Service & { readonly url: string };
let shell: Shell;

beforeEach(async () => {
  service = await startService({ seed: { accounts: [ACCOUNT] } });
  shell = await aShell({ env: TOKEN });
  await shell.write('trueup.yaml', `${sandboxText(service.url, 'documented')}${CONFIG}`);
});

afterEach(async () => {
  await service.close();
  await rm(shell.cwd, { recursive: true });
});

test('names that the account already has are brought into sync and stay valid', async () => {
  const validated = await shell.json('validate');
  expect(validated).toMatchObject({ code: 0 });
  expect(findingsOf(validated.document)).toEqual([
    'warning category-unknown',
    'warning group-order-below-zero',
    ...Array(12).fill('warning name-unusual'),
    ...Array(3).fill('warning subscription-member-unused'),
  ]);
  expect((await shell.run('ledger', 'adopt', 'event-definition-property:Order.Placed/Order-Total')).code).toBe(0);

  const planned = await shell.json('plan');
  expect(planned.document).toMatchObject({
    summary: { create: 7, update: 9, blocked: 0 },
  });
  expect((await shell.run('apply', '--auto-approve')).code).toBe(0);

  // Findings about creates are absent for resources that the account has.
  const applied = await shell.json('plan');
  expect(findingsOf(applied.document)).not.toContain('warning name-unusual');

  const held = await service.snapshot(1001);
  const labels = Object.values(held.properties).flatMap((list) =>
    list.filter(({ serviceDefined }) => !serviceDefined).map(({ name, label }) => [name, label]),
  );
  expect(labels).toEqual([
    ['Loyalty.Tier', 'Loyalty tier'],
    ['Founded-On', 'Founded on'],
    [LONG, 'The task'],
    ['new_property', 'New'],
    ['Call Outcome', 'Outcome of the call'],
    ['1st', 'The first'],
  ]);
  expect(held.groups['contacts']).toEqual([
    { name: 'sales.eu', displayName: 'Sales in Europe', displayOrder: -2, serviceDefined: false },
    { name: 'Loyalty-Programme', displayName: 'Loyalty', displayOrder: 0, serviceDefined: false },
    { name: 'conversioninformation', displayName: 'Conversion information', displayOrder: 1, serviceDefined: true },
    { name: 'contactinformation', displayName: 'Contact information', displayOrder: 7, serviceDefined: true },
  ]);
  expect(held.groups['calls']?.map(({ displayName }) => displayName)).toEqual(['All calls']);
  expect(held.subscriptions.toSorted((a, b) => (a.eventType < b.eventType ? -1 : 1))).toMatchObject([
    { eventType: 'contact.propertyChange', objectTypeId: '0-1', eventTypeName: 'Tier', propertyName: 'Loyalty.Tier' },
    { eventType: 'deal.creation', eventTypeName: 'A new deal' },
    { eventType: 'object.propertyChange', objectTypeId: '0-48', propertyName: 'Call Outcome' },
  ]);
  expect(held.eventProperties['Order.Placed']?.map(({ name, fieldType }) => [name, fieldType])).toEqual([
    ['Order-Total', 'number'],
    ['channel', 'anything'],
  ]);
  expect(held.limits).toEqual([{ from: 'calls', to: 'tasks', category: 'A1', typeId: 7, maxToObjectIds: 1_000_000 }]);

  const again = await shell.json('plan');
  expect(again.document).toMatchObject({ calls: [], summary: { create: 0, update: 0, blocked: 0 } });
});

test('blocks a new property with an invalid name; the service refuses such a group', async () => {
  const tier = 'Tier.New: { label: Tier, type: string, fieldType: text }';
  const group = `contactinformation: { properties: { ${tier} } }, Club-New: { displayName: Club }`;
  await shell.write(
    'trueup.yaml',
    `${sandboxText(service.url, 'documented')}objects: { contacts: { groups: { ${group} } } }\n`,
  );
  const { document } = await shell.json('plan');
  expect(findingsOf(document)).toContain('warning reference-unseen');
  expect(Object(document).changes).toMatchObject([
    { address: 'property-group:contacts/Club-New', action: 'update' },
    { address: 'property:contacts/Tier.New', action: 'blocked', reason: expect.stringContaining('is not valid') },
  ]);
  const applied = await shell.json('apply', '--auto-approve', '--skip-blocked');
  expect(applied.document).toMatchObject({
    outcomes: [
      { address: 'property-group:contacts/Club-New', status: 'failed', message: expect.stringContaining('Club-New') },
    ],
  });
});

function findingsOf(document: unknown): readonly string[] {
  const { findings } = document as { readonly findings: readonly { severity: string; code: string }[] };
  return findings.map(({ severity, code }) => `${severity} ${code}`).toSorted();
}
