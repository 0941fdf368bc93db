/** Replies that show a property otherwise than trueup sent it: twice, renamed, invalid for a create, or with its options reversed. */

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Transport } from '../../src/contract/http.ts';
import { SURFACES } from '../../src/contract/surfaces.ts';
import { aWorld, converge, HUB, type World } from '../laws/world.ts';
import { answering, showing } from './replies.ts';

let world: World;
afterEach(() => world.close());

const TEXT = { label: 'Tier', type: 'string', fieldType: 'text' };
type Files = ReturnType<typeof declaring>;

/** Declares properties of contacts. */
function declaring(properties: Readonly<Record<string, object>>) {
  const objects = { contacts: { groups: { contactinformation: { properties } } } };
  return [{ path: 'trueup.yaml', text: JSON.stringify({ version: 1, objects }) }];
}

/** The property that the account has. */
const held = async (property: string) =>
  (await world.snapshot()).properties['contacts']?.find(({ name }) => name === property);

/** The service, with one more row of the property in every list. */
function doubling(more: object): { readonly transport: Transport } {
  const transport = answering(world.service.transport, (reply, { method, url }) => {
    if (method !== 'GET' || !url.endsWith('/contacts/properties')) return reply;
    const rows: readonly { readonly name: string }[] = JSON.parse(reply.body);
    const own = rows.find(({ name }) => name === 'tier');
    return { ...reply, body: JSON.stringify([...rows, { ...own, ...more }]) };
  });
  return { transport };
}

describe('a property that a list shows twice', () => {
  const [ONE, TWO] = ['One', 'Two'].map((label) => declaring({ tier: { ...TEXT, label } })) as [Files, Files];
  beforeEach(async () => {
    world = await aWorld();
  });

  test('nothing is planned on it', async () => {
    await converge(world.reconciler(ONE), []);
    const plan = await world.reconciler(TWO, doubling({ label: 'Other' })).plan();
    expect([plan.complete, plan.calls, plan.changes.map(({ because }) => because)]).toEqual([false, [], ['unseen']]);
    expect(plan.findings.find(({ code }) => code === 'read-failed')?.message).toContain(
      '"tier" appears in the list twice',
    );
  });

  test('nothing is sent if the read before a write shows it', async () => {
    await converge(world.reconciler(ONE), []);
    const plan = await world.reconciler(TWO).plan();
    const { outcomes } = await world.reconciler(TWO, doubling({ label: 'Other' })).apply(plan);
    expect(outcomes.map(({ address, status }) => [address, status])).toEqual([['property:contacts/tier', 'failed']]);
    expect((await held('tier'))?.label).toBe('One');
  });

  test('counts once if one of the two is deleted', async () => {
    await converge(world.reconciler(ONE), []);
    const plan = await world.reconciler(TWO, doubling({ label: 'Old', deleted: true })).plan();
    expect([plan.complete, plan.changes.map(({ action }) => action)]).toEqual([true, ['update']]);
  });
});

/** The service, which stores each new property under a name in capitals. */
function capitalizing(): { readonly transport: Transport } {
  const transport = answering(world.service.transport, async (reply, request) => {
    if (request.method !== 'POST' || reply.status > 201) return reply;
    const { name, ...definition } = JSON.parse(reply.body);
    const admin = world.service.admin(HUB);
    await admin.deleteProperty('contacts', name);
    await admin.addProperty('contacts', { ...JSON.parse(String(request.body)), name: name.toUpperCase() });
    return { ...reply, body: JSON.stringify({ ...definition, name: name.toUpperCase() }) };
  });
  return { transport };
}

test.each(SURFACES)('a name that the service stores in other letters is reported (%s)', async (surface) => {
  world = await aWorld(surface);
  const reconciler = world.reconciler(declaring({ tier: TEXT }), capitalizing());
  const { result } = await converge(reconciler, []);
  expect(result.outcomes).toMatchObject([
    {
      status: 'failed',
      message: 'The service stored it under another name, "TIER": the account has nothing under the declared name.',
      hint: 'Declare it as TIER.',
    },
  ]);
  expect((await reconciler.ledger.read()).records).toEqual({});
  expect((await world.reconciler(declaring({ TIER: TEXT })).plan()).changes).toMatchObject([{ action: 'keep' }]);
});

const OPEN = { value: 'open', label: 'Open' };
const SETTLED = { value: 'settled ', label: 'Case settled ' };
const PLAIN: Property = { label: 'Unit', type: 'string', fieldType: 'text' };

interface Property {
  readonly label: string;
  readonly type: string;
  readonly fieldType: string;
  readonly description?: string;
  readonly options?: readonly { readonly value: string; readonly label: string }[];
}

/** The service, whose replies show the property `unit` with other members. */
function showUnit(members: object): { readonly transport: Transport } {
  const change = (_: string, value: unknown) =>
    Object(value).name === 'unit' ? { ...Object(value), ...members } : value;
  return { transport: showing(world.service.transport, change) };
}

describe.each(SURFACES)('on the %s surface', (surface) => {
  test.each<readonly [string, Property]>([
    ['a label with a blank at its end', { ...PLAIN, label: 'Unit ' }],
    ['an empty label', { ...PLAIN, label: '' }],
    ['a label with a line break', { ...PLAIN, label: 'Unit\nof it' }],
    [
      'option labels with blanks at their ends',
      { ...PLAIN, type: 'enumeration', fieldType: 'select', options: [OPEN, SETTLED] },
    ],
    [
      'two options with one label',
      { ...PLAIN, type: 'enumeration', fieldType: 'select', options: [OPEN, { ...OPEN, value: 'also' }] },
    ],
    ['a bool without options', { ...PLAIN, type: 'bool', fieldType: 'radio' }],
    ['a score', { ...PLAIN, type: 'number', fieldType: 'calculation_score' }],
    ['a read time', { ...PLAIN, type: 'number', fieldType: 'calculation_read_time' }],
    ['a type of the other surface', { ...PLAIN, type: 'json', fieldType: 'text' }],
  ])('a property with %s is pulled and in sync, but not created', async (_, unit) => {
    world = await aWorld(surface);
    const held = { ...PLAIN, name: 'unit', groupName: 'contactinformation' };
    await world.service.admin(HUB).addProperty('contacts', held);
    const live = showUnit({ options: [], ...unit });
    const { files } = await world
      .reconciler(declaring({ other: PLAIN }), live)
      .pull({ patterns: ['property:contacts/unit'] });
    expect(files.map(({ text }) => text).join('')).toContain(unit.fieldType);
    const reconciler = world.reconciler(declaring({ unit }), live);
    const { changes, findings } = await reconciler.plan();
    expect(changes.map(({ action }) => action)).toEqual(['keep']);
    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
    const described = await world.reconciler(declaring({ unit: { ...unit, description: 'Described.' } }), live).plan();
    expect(described.changes.map(({ action }) => action)).toEqual(['update']);
    const created = await world.reconciler(declaring({ another: unit })).plan();
    expect(created.changes.map(({ action }) => action)).toEqual(['blocked']);
  });
});

test('a change that writes a label with a blank at its end is blocked', async () => {
  world = await aWorld('dated');
  const tier = { ...PLAIN, type: 'enumeration', fieldType: 'select', options: [OPEN] };
  await converge(world.reconciler(declaring({ unit: tier })), []);
  const plans = [
    { ...tier, label: 'Unit ' },
    { ...tier, options: [OPEN, SETTLED] },
    { ...tier, options: [{ ...OPEN, label: 'Open ' }] },
  ].map(async (unit) => (await world.reconciler(declaring({ unit })).plan()).changes[0]);
  for (const change of await Promise.all(plans)) {
    expect(change).toMatchObject({ action: 'blocked', because: 'no-endpoint' });
    expect(change?.reason).toContain('has leading or trailing whitespace.');
  }
});

const SIZES = ['s', 'm', 'l'];

function sized(values: readonly string[], numbers: readonly number[] = []) {
  const options = values.map((value, index) => ({
    ...{ value, label: value.toUpperCase() },
    ...(numbers[index] === undefined ? {} : { displayOrder: numbers[index] }),
  }));
  const size = { label: 'Size', type: 'enumeration', fieldType: 'select', options };
  return declaring({ size });
}

/** The service, with the options of every reply to a GET in reverse: each keeps its displayOrder. */
function reversing(): { readonly transport: Transport } {
  const reverse = (member: string, value: unknown) =>
    member === 'options' && Array.isArray(value) ? value.toReversed() : value;
  return { transport: showing(world.service.transport, reverse) };
}

const shown = async () =>
  (await held('size'))?.options
    .toSorted((left, right) => Number(left.displayOrder) - Number(right.displayOrder))
    .map(({ value }) => value);

test.each(SURFACES)(
  'plan, drift, pull and compare find no difference in a reversed options array (%s)',
  async (surface) => {
    world = await aWorld(surface);
    await converge(world.reconciler(sized(SIZES)), []);
    const reconciler = world.reconciler(sized(SIZES), reversing());
    expect((await reconciler.plan()).calls).toEqual([]);
    expect((await reconciler.drift()).summary.drifted).toBe(0);
    expect(await reconciler.pull({ drift: true })).toMatchObject({ files: [], taken: [], conflicts: [] });
    const comparison = await reconciler.compare(reconciler.declared());
    expect(comparison.summary.different).toBe(0);
  },
);

test.each(SURFACES)('apply and revert write a reversed options array once and confirm it (%s)', async (surface) => {
  world = await aWorld(surface);
  await converge(world.reconciler(sized(SIZES)), []);
  const larger = sized(['xl', 'l', 'm', 's']);
  const { result } = await converge(world.reconciler(larger, reversing()), []);
  expect(result.outcomes.map(({ status }) => status)).toEqual(['applied']);
  expect(await shown()).toEqual(['xl', 'l', 'm', 's']);
  expect((await world.reconciler(larger, reversing()).plan()).calls).toEqual([]);
  const reconciler = world.reconciler(larger, reversing());
  const undone = await reconciler.apply(
    await reconciler.revert({ allow: [{ risk: 'option-removal', address: 'property:contacts/size' }] }),
  );
  expect(undone.outcomes.map(({ status }) => status)).toEqual(['applied']);
  expect(await shown()).toEqual(SIZES);
});

test('declared numbers that do not ascend are in sync after one apply', async () => {
  world = await aWorld();
  const declared = sized(SIZES, [2, 1, 0]);
  const { result } = await converge(world.reconciler(declared), []);
  expect(result.outcomes.map(({ status }) => status)).toEqual(['applied']);
  expect(await shown()).toEqual(['l', 'm', 's']);
  expect((await world.reconciler(declared, reversing()).plan()).calls).toEqual([]);
});

test('drift reports an option that a colleague relabelled while lowering its number', async () => {
  world = await aWorld('dated');
  const files = sized(SIZES, [3, 5, 6]);
  await converge(world.reconciler(files), []);
  const options = [
    { value: 's', label: 'Theirs', displayOrder: 2, hidden: true },
    { value: 'm', label: 'M', displayOrder: 4, hidden: false },
    { value: 'l', label: 'L', displayOrder: 5, hidden: false },
  ];
  await world.service.admin(1001).editProperty('contacts', 'size', { options });
  const drift = await world.reconciler(files).drift();
  expect(drift.summary.drifted).toBe(1);
  expect(JSON.stringify(drift.resources)).toContain('Theirs');
});
