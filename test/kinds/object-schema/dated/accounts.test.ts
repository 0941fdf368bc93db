/** Tests of a project for two accounts whose custom object has different type ids. */

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aNamesWorld, CARS, HUBS, type NamesWorld } from '../../../engine/observe/names-world.ts';
import { converge } from '../../../laws/world.ts';

let world: NamesWorld;
beforeEach(async () => {
  world = await aNamesWorld();
});
afterEach(() => world.close());

const cars = (plural: string, more = '') =>
  `objects: { cars: { schema: { labels: { singular: Car, plural: ${plural} }${more} } } }\n`;

async function compared(left: string, right: string) {
  const other = world.reconciler(1002, right);
  const { resources } = await other.compare(await world.reconciler(1001, left).snapshot({ objects: ['cars'] }));
  return resources.filter(({ address }) => address.startsWith('object-schema:'));
}

describe('an object with another type id in each account', () => {
  it('is changed in both by one text', async () => {
    for (const hub of HUBS) {
      const { result } = await converge(world.reconciler(hub, cars('Cars')), []);
      expect(result.outcomes).toMatchObject([{ address: 'object-schema:cars', status: 'applied' }]);
      expect((await world.reconciler(hub, cars('Cars')).ledger.read()).records['object-schema:cars']?.id).toBe(
        CARS[hub],
      );
    }
    expect(await compared(cars('Cars'), cars('Cars'))).toEqual([]);
  });

  it('differs if its labels do', async () => {
    await converge(world.reconciler(1001, cars('Cars')), []);
    await converge(world.reconciler(1002, cars('Fleet')), []);
    expect(await compared(cars('Cars'), cars('Fleet'))).toMatchObject([
      { address: 'object-schema:cars', fields: [{ field: 'labels' }] },
    ]);
  });

  it('differs if only one account has a description', async () => {
    await converge(world.reconciler(1001, cars('Cars', ', description: Ours')), []);
    await converge(world.reconciler(1002, cars('Cars')), []);
    expect(await compared(cars('Cars'), cars('Cars'))).toMatchObject([
      { address: 'object-schema:cars', fields: [{ field: 'description' }] },
    ]);
  });

  it('is reported by a comparison if only one account has it', async () => {
    await converge(world.reconciler(1001, cars('Cars')), []);
    const boats = 'objects: { boats: { schema: { labels: { singular: Boat, plural: Boats } } } }';
    const other = world.reconciler(1002, boats);
    const { resources } = await other.compare(await world.reconciler(1001, boats).snapshot({ objects: ['boats'] }));
    expect(resources.map(({ status, address }) => `${status} ${address}`)).toContain('only-left object-schema:boats');
  });
});
