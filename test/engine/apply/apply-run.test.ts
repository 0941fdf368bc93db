import { describe, expect, it } from 'vitest';
import { memoryStore } from '../../../src/ledger/memory-store.ts';
import type { LedgerStore } from '../../../src/model/ledger.ts';
import { counting, testClock } from '../../ledger/clock.ts';
import { anIntention } from '../../ledger/entries.ts';
import { LIMIT, SUBSCRIPTION } from '../applying.ts';
import { planOf, type Scene, seen, tier } from '../planning.ts';
import { lost, refused, type Scripted, scripted } from '../scripted.ts';
import { LIVE, RELABEL, REPLY, run, SUBSCRIBED } from '../scripted-run.ts';

describe('reads of a run', () => {
  it('ignore changes made by the run itself', async () => {
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

  it('are repeated for later calls if they failed', async () => {
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

  it('blocks every later call to the same resource', async () => {
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

describe('a plan with blocked changes', () => {
  const locked = tier({ name: 'locked' });
  const scene: Scene = {
    desired: [SUBSCRIPTION, tier(), locked],
    live: [seen('property-group:contacts/loyalty', {}), seen(locked.address, {}, { locked: 'it is read-only' })],
  };

  it('is refused, with each of them', async () => {
    const caller = scripted({});
    await expect(run(scene, caller)).rejects.toMatchObject({
      code: 'refused',
      findings: [{ code: 'blocked-change', address: locked.address }],
    });
    expect(caller.said).toEqual([]);
  });

  it('is applied without blocked changes on request, and lists them with reasons', async () => {
    const caller = scripted({
      createProperty: [{ value: REPLY }],
      createSubscription: [{ value: SUBSCRIBED }],
      listProperties: [{ value: [REPLY] }],
    });
    const { result } = await run(scene, caller, { skipBlocked: true });
    expect(result.outcomes.map(({ status }) => status)).toEqual(['applied', 'applied']);
    expect(result.leftOut).toEqual([
      {
        address: locked.address,
        because: 'read-only',
        reason: 'It cannot be changed in the account: it is read-only.',
      },
    ]);
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

  it('names the call as possibly open if the failed write reached the ledger', async () => {
    const caller = scripted({ createSubscription: [{ value: SUBSCRIBED }] });
    const store = place();
    let appends = 0;
    const append: LedgerStore['append'] = async (entries) => {
      await store.append(entries);
      appends += 1;
      if (appends === 2) throw new Error('the reply was lost');
    };
    const { result, ledger } = await run({ desired: [SUBSCRIPTION] }, caller, { ledger: { ...store, append } });
    expect([caller.said, ledger.intentions.length]).toEqual([[], 1]);
    expect(result.outcomes).toMatchObject([
      {
        status: 'failed',
        message: 'Not sent: writing the ledger failed.',
        hint: 'The ledger may show it as an open call: the next apply finds out, or asks you to settle it as not-applied.',
      },
    ]);
  });

  it('leaves the intention open, when it is the settlement, and says so', async () => {
    const caller = scripted({ createSubscription: [{ value: SUBSCRIBED }] });
    const { result, ledger } = await run({ desired: [SUBSCRIPTION] }, caller, { ledger: failing(place(), 3) });
    expect([result.summary.applied, ledger.intentions.length]).toEqual([1, 1]);
    expect(result.findings).toMatchObject([{ severity: 'error', message: 'the disk is full' }]);
  });
});
