import { describe, expect, it } from 'vitest';
import { type ApplyInput, applyPlan } from '../../src/engine/apply.ts';
import { KINDS } from '../../src/kinds/index.ts';
import { memoryStore } from '../../src/ledger/memory-store.ts';
import type { Address } from '../../src/model/address.ts';
import type { Fields } from '../../src/model/json.ts';
import type { LedgerStore } from '../../src/model/ledger.ts';
import { counting, testClock } from '../ledger/clock.ts';
import { anIntention } from '../ledger/entries.ts';
import { GROUP, HUB, LIMIT, SUBSCRIPTION, TIER } from './applying.ts';
import { planOf, type Scene, seen, tier } from './planning.ts';
import { lost, refused, type Scripted, scripted, unsent } from './scripted.ts';

const LIVE: Fields = {
  label: 'Loyalty tier',
  description: '',
  groupName: 'loyalty',
  type: 'enumeration',
  fieldType: 'select',
  options: [{ value: 'gold', label: 'Gold', displayOrder: 0, hidden: false }],
  displayOrder: -1,
  formField: false,
};
const REPLY = { name: 'loyaltytier', ...LIVE };
const SUBSCRIBED = { id: 7, eventType: 'contact.propertyChange', active: true, createdAt: '2026-01-01T00:00:00Z' };

async function run(scene: Scene, caller: Scripted, more: Partial<ApplyInput> = {}) {
  const clock = testClock();
  const newId = counting('id');
  const store = more.ledger ?? memoryStore({ name: 'sandbox', clock, newId });
  const result = await applyPlan({
    plan: planOf(scene),
    kinds: KINDS,
    caller,
    ledger: store,
    clock,
    newId,
    concurrency: 4,
    skipBlocked: false,
    hubId: HUB,
    ...more,
  });
  return { result, ledger: await store.read() };
}

/** An update of the label, from a plan that saw the live values. */
const RELABEL: Scene = {
  desired: [tier({ label: 'Level' })],
  live: [seen(TIER.address, LIVE), seen('property-group:contacts/loyalty', {})],
};

describe('a create', () => {
  it('that is refused leaves nothing open, and says why in the words of the service', async () => {
    const caller = scripted({ createSubscription: [refused(400, 'Property loyaltytier does not exist.')] });
    const { result, ledger } = await run({ desired: [SUBSCRIPTION] }, caller);
    expect(result.outcomes).toEqual([
      {
        address: SUBSCRIPTION.address,
        action: 'create',
        status: 'failed',
        message: 'Property loyaltytier does not exist.',
        call: 'c1',
      },
    ]);
    expect([ledger.records, ledger.intentions]).toEqual([{}, []]);
  });

  it('that meets an existing resource which cannot be read can be adopted', async () => {
    const caller = scripted({ createSubscription: [refused(409, 'A subscription like this exists.')] });
    const { result } = await run({ desired: [SUBSCRIPTION] }, caller);
    expect(result.outcomes).toMatchObject([
      {
        status: 'failed',
        hint: `It exists and cannot be read. To take it over as declared: trueup ledger adopt ${SUBSCRIPTION.address}`,
      },
    ]);
  });

  it('that meets an existing resource after an earlier try is uncertain, because it may be our own', async () => {
    const caller = scripted({ createSubscription: [refused(409, 'A subscription like this exists.', 2)] });
    const { result, ledger } = await run({ desired: [SUBSCRIPTION] }, caller);
    expect(result.outcomes).toMatchObject([{ status: 'uncertain', hint: expect.stringContaining('ledger settle') }]);
    expect(ledger.intentions).toMatchObject([{ covers: [SUBSCRIPTION.address], recovery: 'ask' }]);
  });

  it('that meets its own earlier try is done, when a read shows the planned values', async () => {
    const caller = scripted({
      createProperty: [refused(409, 'It exists.', 2)],
      listProperties: [{ value: [REPLY] }],
    });
    const { result, ledger } = await run({ desired: [tier()] }, caller);
    expect(result.summary.applied).toBe(1);
    expect(ledger.records[TIER.address]?.basis).toBe('observed');
  });

  it('that meets the resource of someone else is a lost race, with both values', async () => {
    const caller = scripted({
      createProperty: [refused(409, 'It exists.', 2)],
      listProperties: [{ value: [{ ...REPLY, label: 'Other' }] }],
    });
    const { result, ledger } = await run({ desired: [tier()] }, caller);
    expect(result.outcomes).toMatchObject([
      { status: 'lost-race', fields: [{ field: 'label', before: 'Loyalty tier', after: 'Other' }] },
    ]);
    expect([ledger.records, ledger.intentions]).toEqual([{}, []]);
  });

  it('that never left this machine has failed, not more', async () => {
    const { result, ledger } = await run({ desired: [SUBSCRIPTION] }, scripted({ createSubscription: [unsent] }));
    expect([result.summary.failed, ledger.intentions]).toEqual([1, []]);
  });

  it('that ends in an error nobody knows is uncertain', async () => {
    const caller = scripted({ createSubscription: [{ error: new TypeError('odd') }] });
    const { result, ledger } = await run({ desired: [SUBSCRIPTION] }, caller);
    expect([result.summary.uncertain, ledger.intentions.length]).toEqual([1, 1]);
  });

  it('whose reply its kind cannot read is uncertain too', async () => {
    const caller = scripted({ createSubscription: [{ value: { id: null } }] });
    const { result, ledger } = await run({ desired: [SUBSCRIPTION] }, caller);
    expect([result.summary.uncertain, ledger.intentions.length]).toEqual([1, 1]);
  });

  it('that becomes an update when it exists is sent once more after a lost reply', async () => {
    const caller = scripted({
      createGroup: [lost, refused(409, 'It exists.')],
      updateGroup: [{ value: { name: 'loyalty', displayName: 'Loyalty', displayOrder: 1, portalId: HUB } }],
    });
    const { result, ledger } = await run({ desired: [GROUP] }, caller);
    expect(caller.said).toEqual(['createGroup', 'createGroup', 'updateGroup']);
    expect([result.summary.applied, result.calls.write, ledger.intentions]).toEqual([1, 3, []]);
  });
});

describe('a reply', () => {
  it('that shows other values than planned is a failure, and the ledger records what is held', async () => {
    const caller = scripted({ createSubscription: [{ value: { ...SUBSCRIBED, active: false } }] });
    const { result, ledger } = await run({ desired: [SUBSCRIPTION] }, caller);
    expect(result.outcomes).toMatchObject([
      { status: 'failed', fields: [{ field: 'active', before: true, after: false }] },
    ]);
    expect(ledger.records[SUBSCRIPTION.address]).toMatchObject({ id: '7', fields: { active: false } });
  });

  it('settles every input of a batch for itself', async () => {
    const other = { ...LIMIT, address: 'association-limit:contacts/companies/USER_DEFINED/5' as Address };
    const second = { ...other, spec: { ...LIMIT.spec, category: 'USER_DEFINED', typeId: 5 } };
    const caller = scripted({
      updateAssociationLimits: [
        {
          value: {
            status: 'COMPLETE',
            results: [{ category: 'HUBSPOT_DEFINED', typeId: 279, userEnforcedMaxToObjectIds: 1 }],
            errors: [{ message: 'No such type.', context: { typeId: ['5'] } }],
          },
        },
      ],
    });
    const { result, ledger } = await run({ desired: [LIMIT, second] }, caller);
    expect(result.outcomes.map(({ address, status, message }) => [address, status, message])).toEqual([
      [LIMIT.address, 'applied', 'Done; the reply shows the planned values.'],
      [other.address, 'failed', 'No such type.'],
    ]);
    expect(Object.keys(ledger.records)).toEqual([LIMIT.address]);
  });

  it('of a batch that is still under way is accepted, and recorded without being seen', async () => {
    const caller = scripted({ updateAssociationLimits: [{ value: { status: 'PENDING', results: [] } }] });
    const { result, ledger } = await run({ desired: [LIMIT] }, caller);
    expect([result.summary.accepted, ledger.records[LIMIT.address]?.basis]).toEqual([1, 'recorded']);
  });
});

describe('an update', () => {
  it('is not sent when the read just before it fails', async () => {
    const caller = scripted({ listProperties: [refused(500, 'Out of order.')] });
    const { result, ledger } = await run(RELABEL, caller);
    expect(result.outcomes).toMatchObject([
      {
        status: 'failed',
        message: 'Nothing was sent: it could not be read again just before (Out of order.)',
      },
    ]);
    expect([result.calls.write, ledger.intentions]).toEqual([0, []]);
  });

  it('whose lost reply is followed by neither the old nor the new values is a lost race', async () => {
    const caller = scripted({
      patchProperty: [lost],
      listProperties: [{ value: [REPLY] }, { value: [{ ...REPLY, label: 'Rank' }] }],
    });
    const { result, ledger } = await run(RELABEL, caller);
    expect(result.outcomes).toMatchObject([
      { status: 'lost-race', fields: [{ field: 'label', before: 'Level', after: 'Rank' }] },
    ]);
    expect(ledger.intentions).toEqual([]);
  });

  it('that was never echoed as planned, and is not there at the end, has failed', async () => {
    const caller = scripted({
      patchProperty: [lost],
      listProperties: [{ value: [REPLY] }, { value: [{ ...REPLY, label: 'Level' }] }, { value: [REPLY] }],
    });
    const { result } = await run(RELABEL, caller);
    expect(result.outcomes).toMatchObject([
      { status: 'failed', fields: [{ field: 'label', before: 'Level', after: 'Loyalty tier' }] },
    ]);
  });
});

describe('reads of a run', () => {
  it('do not take what the run itself wrote for the work of someone else', async () => {
    const clock = testClock();
    const rows = [{ value: [REPLY] }, { value: [{ ...REPLY, label: 'Level' }] }];
    const answers = scripted({ patchProperty: [{ value: { ...REPLY, label: 'Level' } }], listProperties: rows });
    const plan = planOf(RELABEL);
    const twice = plan.calls.flatMap((call) => [call, { ...call, id: 'c2', after: [call.id] }]);
    const slow: Scripted = {
      ...answers,
      send: async (call) => {
        clock.advance(5000);
        return answers.send(call);
      },
    };
    const { result } = await run({}, slow, { clock, plan: { ...plan, calls: twice } });
    expect([result.summary.applied, result.calls]).toEqual([1, { write: 2, reread: 1, check: 1 }]);
  });

  const pair = ['a', 'b'].map((name) => ({ live: { ...LIVE }, name: `tier${name}` }));
  const relabelPair: Scene = {
    desired: pair.map(({ name }) => tier({ name, label: 'Level' })),
    live: pair.map(({ name }) => seen(`property:contacts/${name}`, LIVE)),
  };

  it('that fail are not shared with calls that come later', async () => {
    const rows = pair.map(({ name }) => ({ ...REPLY, name }));
    const caller = scripted({
      patchProperty: [{ value: { ...REPLY, label: 'Level' } }],
      listProperties: [
        refused(500, 'Out of order.'),
        { value: rows },
        { value: rows.map((row) => ({ ...row, label: 'Level' })) },
      ],
    });
    const { result } = await run(relabelPair, caller, { concurrency: 1 });
    expect(result.outcomes.map(({ status }) => status)).toEqual(['failed', 'applied']);
  });

  it('are shared by calls that are in doubt at the same time', async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `tier${name}`);
    const caller = scripted({
      createProperty: [lost],
      listProperties: [{ value: names.map((name) => ({ ...REPLY, name })) }],
    });
    const { result } = await run({ desired: names.map((name) => tier({ name })) }, caller, { concurrency: 6 });
    expect([result.summary.applied, result.calls]).toEqual([6, { write: 6, reread: 0, check: 3 }]);
  });
});

describe('a call that an earlier run left open', () => {
  async function left(recovery: 'ask' | 'repeat'): Promise<LedgerStore> {
    const store = memoryStore({ name: 'sandbox', clock: testClock(), newId: counting('s') });
    const lock = await store.lock('apply');
    const covers = [LIMIT.address];
    await store.append([{ type: 'intend', intention: anIntention('i1', { covers, recovery, records: {} }) }]);
    await lock.release();
    return store;
  }

  it('keeps every later one to the same resource from being sent', async () => {
    const caller = scripted({ createSubscription: [{ value: SUBSCRIBED }] });
    const ledger = await left('repeat');
    const { result } = await run({ desired: [LIMIT, SUBSCRIPTION] }, caller, { ledger });
    expect(result.outcomes.map(({ address, status }) => [address, status])).toEqual([
      [SUBSCRIPTION.address, 'applied'],
      [LIMIT.address, 'uncertain'],
    ]);
    expect(caller.said).toEqual(['createSubscription']);
  });

  it('refuses a plan that does not know that a person has to settle it', async () => {
    const caller = scripted({});
    const ledger = await left('ask');
    await expect(run({ desired: [LIMIT, SUBSCRIPTION] }, caller, { ledger })).rejects.toMatchObject({
      code: 'refused',
      findings: [{ code: 'unsettled-intention', address: LIMIT.address }],
    });
    expect(caller.said).toEqual([]);
  });
});

describe('a ledger that cannot be written', () => {
  const failing = (store: LedgerStore, failsAt: number): LedgerStore => {
    let appends = 0;
    return {
      ...store,
      append: async (entries) => {
        appends += 1;
        if (appends >= failsAt) throw new Error('the disk is full');
        return store.append(entries);
      },
    };
  };
  const place = () => memoryStore({ name: 'sandbox', clock: testClock(), newId: counting('s') });

  it('stops the run before the call, when it is the intention', async () => {
    const caller = scripted({ createSubscription: [{ value: SUBSCRIBED }] });
    const { result } = await run({ desired: [SUBSCRIPTION] }, caller, { ledger: failing(place(), 2) });
    expect([caller.said, result.summary.failed]).toEqual([[], 1]);
    expect(result.findings).toMatchObject([{ severity: 'error', message: 'the disk is full' }]);
  });

  it('leaves the intention open, when it is the settlement, and says so', async () => {
    const caller = scripted({ createSubscription: [{ value: SUBSCRIBED }] });
    const { result, ledger } = await run({ desired: [SUBSCRIPTION] }, caller, { ledger: failing(place(), 3) });
    expect([result.summary.applied, ledger.intentions.length]).toEqual([1, 1]);
    expect(result.findings).toMatchObject([{ severity: 'error', message: 'the disk is full' }]);
  });
});
