import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { LedgerError, StalePlanError } from '../../src/index.ts';
import { ALL_KINDS, ALL_KINDS_LATER } from '../laws/samples.ts';
import { HUB, type World, watched } from '../laws/world.ts';
import { planAllowing } from '../support/consents.ts';
import { aDiskWorld } from './disk-world.ts';

test('one of two applies at once on one ledger is refused', async () => {
  const { world, dir, ledger } = await aDiskWorld();
  const inside = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  const slow = watched(world.service.transport, async (_, path) => {
    if (!path.startsWith('POST')) return;
    inside.resolve();
    await go.promise;
  });
  const ann = world.reconciler(ALL_KINDS, { ledger: ledger(), transport: slow });
  const ben = world.reconciler(ALL_KINDS, { ledger: ledger('ben') });
  const plans = { ann: await ann.plan(), ben: await ben.plan() };
  const running = ann.apply(plans.ann);
  await inside.promise;
  const refused = await ben.apply(plans.ben).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(LedgerError);
  expect(refused).toMatchObject({
    code: 'ledger-locked',
    message: expect.stringMatching(/^The ledger is locked by ann \(process \d+ on .+\) for apply since 20/),
    hint: 'Wait until that run is over.',
  });
  go.resolve();
  expect((await running).summary.applied).toBe(plans.ann.changes.length);

  // The plan that had to wait rests on a ledger that moved.
  await expect(ben.apply(plans.ben)).rejects.toBeInstanceOf(StalePlanError);
  expect((await ben.plan()).calls).toEqual([]);
  expect((await readdir(dir)).filter((name) => /lock|journal|tmp/.test(name))).toEqual([]);
});

test('a run waits for the ledger as long as it is allowed', async () => {
  const { world, ledger } = await aDiskWorld();
  const lock = await ledger().lock('apply');
  let waitedMs = 0;
  const clock = {
    ...world.clock,
    elapsed: () => waitedMs,
    sleep: async (ms: number) => {
      waitedMs += ms;
      if (waitedMs > 5000) await lock.release();
    },
  };
  const ben = world.reconciler(ALL_KINDS, { ledger: ledger('ben'), clock });
  await expect(ben.ledger.whenFree()).rejects.toMatchObject({ code: 'ledger-locked' });
  await expect(ben.ledger.whenFree(2500)).rejects.toMatchObject({ code: 'ledger-locked' });
  expect(waitedMs).toBe(2500);
  await ben.ledger.whenFree(60_000);
  expect(waitedMs).toBe(5500);
  expect((await ben.apply(await ben.plan())).summary.applied).toBeGreaterThan(0);
});

test('concurrent applies create each resource once, and every refusal has a code', async () => {
  const { world, ledger } = await aDiskWorld();
  const runs = ['ann', 'ben', 'eve'].map(async (owner) => {
    const reconciler = world.reconciler(ALL_KINDS, { ledger: ledger(owner) });
    return reconciler.apply(await reconciler.plan());
  });
  const ends = await Promise.allSettled(runs);
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const end of ends)
    if (end.status === 'rejected') expect(['ledger-locked', 'ledger-changed']).toContain(end.reason.code);
  const { subscriptions } = await world.service.snapshot(HUB);
  expect(subscriptions).toHaveLength(1);
});

test('a person cannot settle, forget or adopt under a running apply', async () => {
  const { world, ledger } = await aDiskWorld();
  const first = world.reconciler(ALL_KINDS, { ledger: ledger() });
  await first.apply(await first.plan());
  const refusals: unknown[] = [];
  let ben: ReturnType<World['reconciler']> | undefined;
  const transport = watched(world.service.transport, async (_, path) => {
    if (!path.startsWith('PATCH')) return;
    const address = 'property:contacts/tier';
    const acts = [
      ben?.ledger.forget([address]),
      ben?.ledger.adopt([address]),
      ben?.ledger.settle([address], 'applied'),
    ];
    for (const end of await Promise.allSettled(acts)) refusals.push(end.status === 'rejected' ? end.reason : end);
  });
  ben = world.reconciler(ALL_KINDS, { ledger: ledger('ben') });
  const ann = world.reconciler(ALL_KINDS_LATER, { ledger: ledger(), transport });
  const plan = await planAllowing(ann, ['option-removal', 'limit-purge', 'type-change']);
  await ann.apply(plan, { concurrency: 1 });
  expect(refusals.length % 3).toBe(0);
  expect(new Set(refusals.map((error) => (error instanceof LedgerError ? error.code : error)))).toEqual(
    new Set(['ledger-locked']),
  );
});
