import { describe, expect, it } from 'vitest';
import type { Caller } from '../../../src/contract/calls.ts';
import type { Disk } from '../../../src/ledger/disk.ts';
import { memoryDisk } from '../../../src/ledger/memory-store.ts';
import { storeOn } from '../../../src/ledger/store.ts';
import { counting } from '../../ledger/clock.ts';
import { aWorld, HUB, ONE_OF_EACH, type World } from '../applying.ts';

const DEATH = new Error('the process died');

/** A process that dies at one of its steps: a request before or after it took effect, or a change on its disk. */
function mortal(survives: number): { readonly step: <T>(work: () => Promise<T>) => Promise<T>; dead(): boolean } {
  let left = survives;
  return {
    async step(work) {
      left -= 1;
      if (left < 0) throw DEATH;
      return work();
    },
    dead: () => left < 0,
  };
}

function mortalDisk(disk: Disk, { step }: ReturnType<typeof mortal>): Disk {
  return {
    ...disk,
    replace: (file, text) => step(() => disk.replace(file, text)),
    create: (file, text) => step(() => disk.create(file, text)),
    remove: (file) => step(() => disk.remove(file)),
    openAppend: async (file) => {
      const open = await disk.openAppend(file);
      return {
        ...open,
        append: (text) => step(() => open.append(text)),
        truncate: (bytes) => step(() => open.truncate(bytes)),
      };
    },
  };
}

/**
 * Splits a call into two steps, request and reply. Between them the account has changed, but the caller has no proof of
 * it.
 */
function mortalCaller(caller: Caller, { step }: ReturnType<typeof mortal>): Caller {
  return {
    send: async (call) => {
      const answer = await step(() => caller.send(call));
      return step(async () => answer);
    },
    read: (call) => step(() => caller.read(call)),
  };
}

async function runUntilDeath(world: World, disk: Disk, survives: number): Promise<boolean> {
  const life = mortal(survives);
  const self = { owner: 'ann', host: 'memory', pid: 1, alive: async () => false };
  const { clock } = world;
  const store = storeOn({ disk: mortalDisk(disk, life), name: 'sandbox', clock, newId: counting('m'), self });
  const plan = await world.plan(ONE_OF_EACH);
  try {
    await world.apply(plan, { ledger: store, caller: mortalCaller(world.caller, life), concurrency: 2 });
  } catch (error) {
    expect(error).toBe(DEATH);
  }
  return life.dead();
}

describe('a run that is killed at any step', () => {
  it('is completed by the next run, and every resource exists once', async () => {
    for (let survives = 0; ; survives += 1) {
      const world = await aWorld();
      const disk = memoryDisk(world.clock);
      const died = await runUntilDeath(world, disk, survives);
      const self = { owner: 'bob', host: 'memory', pid: 2, alive: async () => false };
      const store = storeOn({ disk, name: 'sandbox', clock: world.clock, newId: counting('n'), self });
      const heir: World = await aWorld({ ...world, store });

      const { uncertain } = await heir.recover();
      for (const address of uncertain) {
        // Settles open calls by a look into the account, as a person does.
        const { subscriptions, eventProperties } = await world.service.snapshot(HUB);
        const seen = address.startsWith('webhook')
          ? subscriptions.length > 0
          : (eventProperties['order_placed'] ?? []).length > 0;
        const lock = await store.lock('settle');
        const open = (await store.read()).intentions.filter(({ covers }) => covers.includes(address));
        const as = seen ? 'applied' : 'not-applied';
        await store.append(open.map(({ id }) => ({ type: 'settle', id, as, at: '2026-01-01T00:00:00.000Z' })));
        await lock.release();
      }
      await heir.apply(await heir.plan(ONE_OF_EACH));

      const next = await heir.plan(ONE_OF_EACH);
      const { subscriptions, eventProperties, limits, properties } = await world.service.snapshot(HUB);
      expect({
        survives,
        calls: next.calls,
        intentions: (await heir.ledger()).intentions,
        subscriptions: subscriptions.length,
        eventProperties: (eventProperties['order_placed'] ?? []).length,
        limits: limits.length,
        tiers: (properties['contacts'] ?? []).filter(({ name }) => name === 'loyaltytier').length,
      }).toEqual({ survives, calls: [], intentions: [], subscriptions: 1, eventProperties: 1, limits: 1, tiers: 1 });
      await world.service.close();
      if (!died) return;
    }
  });
});
