import { afterEach, expect, test } from 'vitest';
import type { Transport } from '../../src/contract/http.ts';
import { aWorld, converge, type World } from '../laws/world.ts';
import { showing } from './replies.ts';

let world: World;

afterEach(() => world.close());

const SIZES = ['s', 'm', 'l'];

function declaring(values: readonly string[], numbers: readonly number[] = []) {
  const options = values.map((value, index) => ({
    ...{ value, label: value.toUpperCase() },
    ...(numbers[index] === undefined ? {} : { displayOrder: numbers[index] }),
  }));
  const size = { label: 'Size', type: 'enumeration', fieldType: 'select', options };
  const objects = { contacts: { groups: { contactinformation: { properties: { size } } } } };
  return [{ path: 'trueup.yaml', text: JSON.stringify({ version: 1, objects }) }];
}

/** The service, with the options of every reply to a GET in reverse: each keeps its displayOrder. */
function reversing(): { readonly transport: Transport } {
  const reverse = (member: string, value: unknown) =>
    member === 'options' && Array.isArray(value) ? value.toReversed() : value;
  return { transport: showing(world.service.transport, reverse) };
}

const shown = async () =>
  (await world.snapshot()).properties['contacts']
    ?.find(({ name }) => name === 'size')
    ?.options?.toSorted((left, right) => Number(left.displayOrder) - Number(right.displayOrder))
    .map(({ value }) => value);

test.each(['documented', 'dated'] as const)(
  'plan, drift, pull and compare find no difference in a reversed options array (%s)',
  async (surface) => {
    world = await aWorld(surface);
    await converge(world.reconciler(declaring(SIZES)), []);
    const reconciler = world.reconciler(declaring(SIZES), reversing());
    expect((await reconciler.plan()).calls).toEqual([]);
    expect((await reconciler.drift()).summary.drifted).toBe(0);
    expect(await reconciler.pull({ drift: true })).toMatchObject({ files: [], taken: [], conflicts: [] });
    const comparison = await reconciler.compare(reconciler.declared());
    expect(comparison.summary.different).toBe(0);
  },
);

test.each(['documented', 'dated'] as const)(
  'apply and revert write a reversed options array once and confirm it (%s)',
  async (surface) => {
    world = await aWorld(surface);
    await converge(world.reconciler(declaring(SIZES)), []);
    const larger = declaring(['xl', 'l', 'm', 's']);
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
  },
);

test('declared numbers that do not ascend are in sync after one apply', async () => {
  world = await aWorld();
  const declared = declaring(SIZES, [2, 1, 0]);
  const { result } = await converge(world.reconciler(declared), []);
  expect(result.outcomes.map(({ status }) => status)).toEqual(['applied']);
  expect(await shown()).toEqual(['l', 'm', 's']);
  expect((await world.reconciler(declared, reversing()).plan()).calls).toEqual([]);
});

test('drift reports an option that a colleague relabelled while lowering its number', async () => {
  world = await aWorld('dated');
  const files = declaring(SIZES, [3, 5, 6]);
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
