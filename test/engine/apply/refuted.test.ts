import { describe, expect, it } from 'vitest';
import { locked } from '../../../src/engine/locked.ts';
import { memoryStore } from '../../../src/ledger/memory-store.ts';
import type { LedgerRecord, LedgerStore } from '../../../src/model/ledger.ts';
import { counting, testClock } from '../../ledger/clock.ts';
import { EVENT_PROPERTY, GROUP, HUB, LIMIT, ONE_OF_EACH, SUBSCRIPTION, TIER, told, type World } from '../applying.ts';
import { declare, recorded, seen, tier } from '../planning.ts';
import { type Line, refused, scripted } from '../scripted.ts';
import { LIVE, run } from '../scripted-run.ts';
import { closedWorlds } from '../worlds.ts';

const worlds = closedWorlds();
const PATH = '/properties/v2/contacts/properties';

/** Connects the ledger to a new service that has no resources. */
async function restarted(world: World): Promise<World> {
  return worlds.world({ ...(await worlds.world()), store: world.store });
}

/** Returns a store with the records of the scene. */
async function storeWith({ records }: { readonly records: readonly LedgerRecord[] }): Promise<LedgerStore> {
  const store = memoryStore({ name: 'sandbox', clock: testClock(), newId: counting('s') });
  await locked(store, 'test', async () => {
    await store.append(records.map((record) => ({ type: 'record', record })));
    await store.compact({ name: 'sandbox', hubId: HUB });
    return { findings: [] };
  });
  return store;
}

describe('a group that only the ledger knows', () => {
  it('and that a restarted service lost is created by the second apply', async () => {
    const world = await restarted(await worlds.settled());
    const first = await world.apply(await world.plan(ONE_OF_EACH));
    expect(told(first)).toEqual({ [TIER.address]: 'failed' });
    expect(first.outcomes[0]?.hint).toBe(`Run plan and apply again: ${GROUP.address} is created first.`);
    expect(first.changed).toBe(false);
    expect(first.findings).toEqual([
      {
        code: 'record-refuted',
        severity: 'warning',
        message: expect.stringContaining(
          `${GROUP.address} is known from the ledger only, and no read shows it: POST ${PATH} was refused (`,
        ),
        hint: 'The next plan creates it again. If it exists, apply sets its declared values.',
        address: GROUP.address,
      },
    ]);
    expect((await world.ledger()).records[GROUP.address]).toBeUndefined();
    const second = await world.apply(await world.plan(ONE_OF_EACH));
    expect(told(second)).toEqual({ [GROUP.address]: 'applied', [TIER.address]: 'applied' });
    expect((await world.plan(ONE_OF_EACH)).calls).toEqual([]);
  });

  it('is told once, however many calls meet the gap', async () => {
    const others = ['a', 'b', 'c'].map((name) => tier({ name, label: name }));
    const world = await restarted(await worlds.settled());
    const first = await world.apply(await world.plan([...ONE_OF_EACH, ...others]));
    expect(Object.values(told(first))).toEqual(['failed', 'failed', 'failed', 'failed']);
    expect(first.findings.map(({ code }) => code)).toEqual(['record-refuted']);
    const second = await world.apply(await world.plan([...ONE_OF_EACH, ...others]));
    expect(second.summary).toMatchObject({ applied: 5, failed: 0 });
  });

  it('and that was deleted is found out by its update, and created again', async () => {
    const renamed = declare('property-group', { objectType: 'contacts', name: 'loyalty', displayName: 'Club' });
    const world = await worlds.world();
    await world.apply(await world.plan([GROUP]));
    await world.service.admin(HUB).deleteGroup('contacts', 'loyalty');
    const first = await world.apply(await world.plan([renamed]));
    expect([told(first), first.findings.map(({ code }) => code)]).toEqual([
      { [GROUP.address]: 'failed' },
      ['record-refuted'],
    ]);
    const second = await world.apply(await world.plan([renamed]));
    expect([told(second), second.outcomes[0]?.action]).toEqual([{ [GROUP.address]: 'applied' }, 'create']);
    expect((await world.plan([renamed])).calls).toEqual([]);
  });

  it('and that was deleted is found out by a moved property, and created again', async () => {
    const world = await worlds.settled();
    const empty = declare('property-group', { objectType: 'contacts', name: 'club', displayName: 'Club' });
    await world.apply(await world.plan([...ONE_OF_EACH, empty]));
    await world.service.admin(HUB).deleteGroup('contacts', 'club');
    const moved = [GROUP, empty, tier({ groupName: 'club' }), SUBSCRIPTION, EVENT_PROPERTY, LIMIT];
    const first = await world.apply(await world.plan(moved));
    expect(first.findings.map(({ code, address }) => [code, address])).toEqual([['record-refuted', empty.address]]);
    const second = await world.apply(await world.plan(moved));
    expect(told(second)).toEqual({ [empty.address]: 'applied', [TIER.address]: 'applied' });
    expect((await world.plan(moved)).calls).toEqual([]);
  });

  it('and whose repeated update a later apply finds refused is dropped too', async () => {
    const world = await worlds.world();
    await world.apply(await world.plan([GROUP]));
    const renamed = declare('property-group', { objectType: 'contacts', name: 'loyalty', displayName: 'Club' });
    world.service.faults.add({ do: 'drop-before', endpoint: 'updateGroup', times: 'always' });
    expect((await world.apply(await world.plan([renamed]))).summary.uncertain).toBe(1);
    world.service.faults.clear();
    await world.service.admin(HUB).deleteGroup('contacts', 'loyalty');
    const { findings, ledger } = await world.recover();
    expect([findings.map(({ code }) => code), ledger.records, ledger.intentions]).toEqual([['record-refuted'], {}, []]);
    expect((await world.plan([renamed])).changes.map(({ action }) => action)).toEqual(['create']);
  });
});

describe('a group that only the ledger knows, and a refused property in it', () => {
  const live = [{ ...seen(GROUP.address, { displayName: 'Loyalty' }), basis: 'recorded' } as const];
  const scene = { desired: [GROUP, TIER], live, records: [recorded(GROUP.address, { displayName: 'Loyalty' })] };
  const NONE: Line = { value: [] };
  const other = { ...LIVE, name: 'other', label: 'Other', groupName: 'loyalty' };
  const refusedWith = async (refusal: ReturnType<typeof refused>, listed: Line) => {
    const caller = scripted({ createProperty: [refusal], listProperties: [listed, listed] });
    const { result, ledger } = await run(scene, caller, { ledger: await storeWith(scene) });
    return [result.findings.map(({ code }) => code), Object.keys(ledger.records)];
  };

  it.each(['The label is too long.', 'Property group loyalty is not valid.'])(
    'is dropped after a 400 if no property is in it: %s',
    async (message) => {
      expect(await refusedWith(refused(400, message), NONE)).toEqual([['record-refuted'], []]);
    },
  );

  it.each([
    ['a property is in it', refused(400, 'The group loyalty does not exist.'), { value: [other] }],
    ['the read fails', refused(400, 'The group loyalty does not exist.'), refused(500, 'No.')],
    [
      'a proxy answered',
      refused(404, 'createProperty was refused with 404: it answered with a page (Not found).'),
      NONE,
    ],
    ['the token lacks a scope', refused(403, 'The group loyalty may not be used.'), NONE],
  ])('stays if %s', async (_, refusal, listed) => {
    expect(await refusedWith(refusal, listed)).toEqual([[], [GROUP.address]]);
  });

  it('leaves a group that this very run created: the service may only be late', async () => {
    const world = await worlds.world();
    const caller = { ...world.caller, send: world.caller.send };
    await world.apply(await world.plan([GROUP]));
    const plan = await world.plan([declare('property-group', { ...GROUP.spec, displayName: 'Club' }), TIER]);
    const failing: typeof caller = {
      ...caller,
      async send(call, options) {
        if (call.endpoint !== 'createProperty') return caller.send(call, options);
        const body = { ...(call.body as object), groupName: 'nowhere' };
        return caller.send({ ...call, body } as typeof call, options);
      },
    };
    const result = await world.apply(plan, { caller: failing });
    expect(told(result)).toEqual({ [GROUP.address]: 'applied', [TIER.address]: 'failed' });
    expect([result.findings, Object.keys((await world.ledger()).records)]).toEqual([[], [GROUP.address]]);
  });
});
