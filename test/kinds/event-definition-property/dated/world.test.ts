import { afterEach, beforeEach, expect, test } from 'vitest';
import { aWorld, converge, ENV } from '../../../laws/world.ts';
import { aDatedWorld, type DatedWorld } from '../../dated-world.ts';

let world: DatedWorld;
beforeEach(async () => {
  world = await aDatedWorld();
});
afterEach(() => world.close());

const ADDRESS = 'event-definition-property:order_placed/channel';
const TOTAL = 'event-definition-property:order_placed/total';
const declared = (fields: string, event = 'order_placed') =>
  world.project(`eventDefinitions: { ${event}: { properties: { channel: { ${fields} } } } }\n`);
const OPTIONS = 'options: [{ value: web, label: Web }, { value: shop, label: Shop }]';
const CHANNEL = `label: Channel, type: enumeration, ${OPTIONS}`;
const params = { eventName: 'order_placed', propertyName: 'channel' };

test('it is created once, read once per event, and in sync from then on', async () => {
  const total = 'properties: { channel: { label: Channel, type: string }, total: { label: Total, type: number } }';
  const reconciler = world.project(`eventDefinitions: { order_placed: { ${total} } }\n`);
  const { result } = await converge(reconciler, []);
  expect(result.summary).toMatchObject({ applied: 2 });
  await world.called();
  expect((await reconciler.plan()).changes.map(({ action, basis }) => [action, basis])).toEqual([
    ['keep', 'observed'],
    ['keep', 'observed'],
  ]);
  expect(await world.called()).toEqual(['readEventDefinition']);
});

test('an edit of a colleague is drift, and the next apply restores the declaration', async () => {
  await converge(declared(`${CHANNEL}, description: Where`), []);
  await world.colleague({
    endpoint: 'updateDatedEventProperty',
    params,
    body: {
      label: 'Sales channel',
      description: 'Elsewhere',
      options: [
        { value: 'web', label: 'Website', displayOrder: 0, hidden: false },
        { value: 'shop', label: 'Shop', displayOrder: 1, hidden: false },
        { value: 'fair', label: 'Fair', displayOrder: 2, hidden: false },
      ],
    },
  });
  const reconciler = declared(`${CHANNEL}, description: Where`);
  const { resources } = await reconciler.drift();
  expect(resources.map(({ address, status, fields }) => [address, status, fields.map(({ field }) => field)])).toEqual([
    [ADDRESS, 'drifted', ['description', 'label', 'options']],
  ]);

  const { plan, result } = await converge(reconciler, []);
  expect(plan.changes).toMatchObject([{ action: 'update', because: 'account-changed' }]);
  expect(result.summary).toMatchObject({ applied: 1, failed: 0 });
  expect(
    await world.colleague({ endpoint: 'readEventDefinition', params: { eventName: 'order_placed' } }),
  ).toMatchObject({
    properties: [
      {
        label: 'Channel',
        description: 'Where',
        options: [{ label: 'Web' }, { label: 'Shop' }, { value: 'fair', label: 'Fair' }],
      },
    ],
  });
  expect((await reconciler.drift()).summary).toMatchObject({ drifted: 0, inSync: 1 });
});

test('a type change is blocked together with the other changes of the property', async () => {
  await converge(declared('label: Channel, type: string'), []);
  const { changes } = await declared('label: Sales channel, type: number').plan();
  expect(changes).toMatchObject([
    {
      action: 'blocked',
      because: 'no-endpoint',
      reason:
        'No endpoint can change type once it exists. In the account type is "string": declare that, or another event property.',
      section: '11.6',
    },
  ]);
});

test('a missing event is reported, and its properties are blocked', async () => {
  await world.called();
  const plan = await declared(CHANNEL, 'order_placde').plan();
  expect(plan).toMatchObject({ complete: true, applyable: false, calls: [] });
  const message = 'The account has no event definition named "order_placde".';
  expect(plan.changes).toMatchObject([{ action: 'blocked', because: 'holder-missing', reason: message }]);
  expect(plan.findings).toMatchObject([
    {
      code: 'holder-missing',
      severity: 'warning',
      message,
      hint: 'Create the event in the account, or correct its name.',
      address: 'event-definition-property:order_placde/channel',
      provenance: { file: 'trueup.yaml', line: 2 },
    },
  ]);
  expect(await world.called()).toEqual(['readEventDefinition']);
});

test('the properties of a deleted event are gone', async () => {
  await converge(declared(CHANNEL), []);
  await world.colleague({ endpoint: 'deleteEventDefinition', params: { eventName: 'order_placed' } });
  expect((await declared(CHANNEL).drift()).resources).toMatchObject([{ address: ADDRESS, status: 'gone' }]);
  expect((await declared(CHANNEL).plan()).changes).toMatchObject([{ action: 'blocked', because: 'holder-missing' }]);
});

test('a read that is refused leaves everything as it is', async () => {
  await converge(declared(CHANNEL), []);
  world.service.faults.add({ do: 'status', status: 403, endpoint: 'readEventDefinition', times: 'always' });
  const plan = await declared(CHANNEL.replace('Channel', 'Sales channel')).plan();
  expect(plan.complete).toBe(false);
  expect(plan.changes).toMatchObject([{ action: 'blocked', because: 'unseen' }]);
  expect(plan.findings.map(({ code }) => code)).toEqual(['read-failed']);
});

test.each(['createDatedEventProperty', 'updateDatedEventProperty'] as const)(
  'a lost reply to %s is read back',
  async (endpoint) => {
    if (endpoint === 'updateDatedEventProperty') await converge(declared(CHANNEL), []);
    world.service.faults.add({ do: 'drop-after', endpoint, times: 'always' });
    const { result } = await converge(declared(CHANNEL.replace('Channel', 'Sales channel')), []);
    expect(result.outcomes).toMatchObject([{ address: ADDRESS, status: 'applied' }]);
    expect((await declared(CHANNEL.replace('Channel', 'Sales channel')).plan()).calls).toEqual([]);
  },
);

test('a list shows every property of declared and recorded events, and notes this limit', async () => {
  await world.colleague({
    endpoint: 'createDatedEventProperty',
    params: { eventName: 'order_placed' },
    body: { name: 'total', label: 'Total', type: 'number' },
  });
  const { kinds, resources } = await declared(CHANNEL).list({
    kind: 'event-definition-property',
  });
  expect(kinds).toMatchObject([
    { source: 'account', reason: 'Only events that the configuration or the ledger names are read.' },
  ]);
  expect(resources).toMatchObject([{ address: TOTAL, recorded: false, basis: 'observed' }]);
  await converge(declared(CHANNEL), []);
  const after = await declared(CHANNEL).list({ kind: 'event-definition-property' });
  expect(after.resources).toMatchObject([
    { address: ADDRESS, basis: 'observed', recorded: true, defined: 'custom' },
    { address: TOTAL, recorded: false },
  ]);
});

test.each(['{}', '{ properties: {} }'])(
  'a list shows an event in which the files declare nothing: %s',
  async (held) => {
    await world.colleague({
      endpoint: 'createDatedEventProperty',
      params: { eventName: 'order_placed' },
      body: { name: 'total', label: 'Total', type: 'number' },
    });
    const reconciler = world.project(`eventDefinitions: { order_placed: ${held}, order_lost: ${held} }\n`);
    await world.called();
    expect((await reconciler.plan()).summary.calls.read).toBe(0);
    expect(await world.called()).toEqual([]);
    const { resources, findings, complete } = await reconciler.list({ kind: 'event-definition-property' });
    expect(resources.map(({ address, recorded }) => [address, recorded])).toEqual([[TOTAL, false]]);
    expect([complete, findings.map(({ message }) => message)]).toEqual([
      true,
      ['The account has no event definition named "order_lost".'],
    ]);
    expect(await world.called()).toEqual(['readEventDefinition', 'readEventDefinition']);
  },
);

test('an account that changes its surface has nothing to do, in either direction', async () => {
  const both = await aWorld('dated', false);
  const text = `version: 1\neventDefinitions: { order_placed: { properties: { channel: { ${CHANNEL}, description: Where, fieldType: select } } } }\n`;
  const files = [{ path: 'trueup.yaml', text }];
  const on = (surface: string) => both.reconciler(files, { env: { ...ENV, TRUEUP_SURFACE: surface } });
  for (const [first, second] of [
    ['documented', 'dated'],
    ['dated', 'documented'],
  ] as const) {
    await converge(on(first), []);
    const before = await on(first).ledger.read();
    expect((await on(second).plan()).summary).toMatchObject({ keep: 1, create: 0, update: 0, blocked: 0 });
    expect(await on(second).ledger.read()).toEqual(before);
  }
  await both.close();
});

test('an undeclared event property stays, and is deleted only with consent', async () => {
  const two = (more: string) =>
    world.project(
      `eventDefinitions: { order_placed: { properties: { ${more} total: { label: Total, type: number } } } }\n`,
    );
  await converge(two('channel: { label: Channel, type: string },'), []);
  const kept = await two('').plan();
  expect(kept.calls).toEqual([]);
  expect(kept.findings).toMatchObject([
    {
      code: 'not-declared',
      address: ADDRESS,
      fix: [{ action: 'restore-file' }, { action: 'forget' }, { action: 'allow', risk: 'event-property-removal' }],
    },
  ]);
  const { plan, result } = await converge(two(''), ['event-property-removal']);
  expect(plan.calls).toMatchObject([{ endpoint: 'deleteDatedEventProperty', covers: [ADDRESS] }]);
  expect(result.outcomes).toMatchObject([{ address: ADDRESS, action: 'remove', status: 'applied' }]);
  const { eventProperties } = await world.snapshot();
  expect(eventProperties['order_placed']?.map(({ name }) => name)).toEqual(['total']);
  expect((await two('').plan()).findings).toEqual([]);
});
