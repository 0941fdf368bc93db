import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EndpointId } from '../../../src/contract/endpoints.ts';
import type { DesiredResource } from '../../../src/model/desired.ts';
import type { FaultAction } from '../../../src/service/index.ts';
import {
  aWorld,
  counted,
  EVENT_PROPERTY,
  GROUP,
  HUB,
  LIMIT,
  ONE_OF_EACH,
  SUBSCRIPTION,
  TIER,
  told,
  type World,
} from '../applying.ts';
import { closedWorlds } from '../worlds.ts';

const { world } = closedWorlds();

const CREATES: readonly (readonly [EndpointId, DesiredResource])[] = [
  ['createGroup', GROUP],
  ['createProperty', TIER],
  ['createSubscription', SUBSCRIPTION],
  ['createEventProperty', EVENT_PROPERTY],
  ['updateAssociationLimits', LIMIT],
];
const LOST: readonly FaultAction[] = ['drop-before', 'drop-after', 'status-after-commit', 'half-reply', 'not-json'];

/** Addresses that the account has, for a comparison with outcomes and ledger. */
async function held({ service }: World): Promise<readonly string[]> {
  const { groups, properties, subscriptions, eventProperties, limits } = await service.snapshot(HUB);
  return [
    ...(groups['contacts'] ?? []).filter(({ name }) => name === 'loyalty').map(() => GROUP.address),
    ...(properties['contacts'] ?? []).filter(({ name }) => name === 'loyaltytier').map(() => TIER.address),
    ...subscriptions.map(() => SUBSCRIPTION.address),
    ...(eventProperties['order_placed'] ?? [])
      .filter(({ name }) => name.includes('ordertotal'))
      .map(() => EVENT_PROPERTY.address),
    ...limits.map(() => LIMIT.address),
  ].sort();
}

const CASES = CREATES.flatMap(([endpoint, resource]) => LOST.map((action) => [endpoint, action, resource] as const));

describe('a call that goes wrong', () => {
  it.each(CASES)(
    '%s with %s agrees with the account, and the next run converges',
    async (endpoint, action, resource) => {
      const made = await world();
      made.service.faults.add({ do: action, endpoint });
      const result = await made.apply(await made.plan(ONE_OF_EACH));
      const there = await held(made);
      const { records, intentions } = await made.ledger();

      expect(result.summary).toEqual(counted(result));
      // Every claimed resource exists exactly once.
      expect(
        Object.entries(told(result))
          .filter(([, status]) => status === 'applied')
          .map(([address]) => address)
          .filter((address) => !there.includes(address as never)),
      ).toEqual([]);
      expect(new Set(there).size).toBe(there.length);
      expect(Object.keys(records).sort()).toEqual(
        Object.entries(told(result))
          .flatMap(([address, status]) => (status === 'applied' ? [address] : []))
          .sort(),
      );
      const open = told(result)[resource.address] === 'uncertain';
      expect(intentions.flatMap(({ covers }) => covers)).toEqual(open ? [resource.address] : []);
      // Only calls that are unreadable and unrepeatable are left to a person.
      const asks = endpoint === 'createSubscription' || endpoint === 'createEventProperty';
      expect(open).toBe(asks);

      await settleByLooking(made);
      await made.apply(await made.plan(ONE_OF_EACH));
      expect((await made.plan(ONE_OF_EACH)).calls).toEqual([]);
      expect(await held(made)).toEqual(ONE_OF_EACH.map(({ address }) => address).sort());
      expect(resource.address in (await made.ledger()).records).toBe(true);
    },
  );

  it('gets a last attempt when repeating it does no harm', async () => {
    const made = await world();
    made.service.faults.add({ do: 'status', endpoint: 'updateAssociationLimits', status: 503, times: 4 });
    expect(told(await made.apply(await made.plan([LIMIT])))).toEqual({ [LIMIT.address]: 'applied' });
  });

  it('stays uncertain after that attempt, and the next run repeats it', async () => {
    const made = await world();
    made.service.faults.add({ do: 'status', endpoint: 'updateAssociationLimits', status: 503, times: 'always' });
    expect(told(await made.apply(await made.plan([LIMIT])))).toEqual({ [LIMIT.address]: 'uncertain' });
    made.service.faults.clear();
    const { ledger, uncertain } = await made.recover();
    expect([uncertain, ledger.records[LIMIT.address]?.fields]).toEqual([[], { maxToObjectIds: 1 }]);
    expect((await made.plan([LIMIT])).calls).toEqual([]);
  });

  it('is repeated if it purges a limit, and its record is removed', async () => {
    const made = await world();
    await made.apply(await made.plan([LIMIT]));
    const plan = await made.plan([], [{ risk: 'limit-purge', address: LIMIT.address }]);
    made.service.faults.add({ do: 'drop-after', endpoint: 'purgeAssociationLimits' });
    expect(told(await made.apply(plan))).toEqual({ [LIMIT.address]: 'applied' });
    expect([await held(made), (await made.ledger()).records]).toEqual([[], {}]);
  });

  it('never claims a missing resource, and converges once any other faults end', async () => {
    const fault = fc.record({
      endpoint: fc.constantFrom<EndpointId>(...CREATES.map(([endpoint]) => endpoint), 'listProperties', 'updateGroup'),
      do: fc.constantFrom<FaultAction>('status', ...LOST),
      nth: fc.integer({ min: 1, max: 3 }),
      times: fc.constantFrom<number | 'always'>(1, 5, 'always'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(fault, { minLength: 1, maxLength: 4 }), async (faults) => {
        const made = await aWorld();
        const plan = await made.plan(ONE_OF_EACH);
        for (const one of faults) made.service.faults.add(one);
        const result = await made.apply(plan);
        expect(result.summary).toEqual(counted(result));
        const applied = result.outcomes.flatMap(({ address, status }) => (status === 'applied' ? [address] : []));
        expect(await held(made)).toEqual(expect.arrayContaining(applied));
        expect(Object.keys((await made.ledger()).records).sort()).toEqual(applied.toSorted());

        made.service.faults.clear();
        await settleByLooking(made);
        await made.apply(await made.plan(ONE_OF_EACH));
        expect(await held(made)).toEqual(ONE_OF_EACH.map(({ address }) => address).sort());
        expect((await made.plan(ONE_OF_EACH)).calls).toEqual([]);
        await made.service.close();
      }),
      { numRuns: 60 },
    );
  });
});

/** Runs recovery, then settles the remaining calls by a look into the account, as a person does. */
async function settleByLooking(made: World): Promise<void> {
  const { uncertain } = await made.recover();
  const there = await held(made);
  for (const address of uncertain) {
    const as = there.includes(address) ? 'applied' : 'not-applied';
    const lock = await made.store.lock('settle');
    const open = (await made.ledger()).intentions.filter(({ covers }) => covers.includes(address));
    await made.store.append(open.map(({ id }) => ({ type: 'settle', id, as, at: '2026-01-01T00:00:00.000Z' })));
    await lock.release();
  }
}
