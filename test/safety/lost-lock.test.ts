import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import type { Clock } from '../../src/contract/clock.ts';
import { LedgerError } from '../../src/errors.ts';
import type { LedgerStore } from '../../src/model/ledger.ts';
import { exitOfApply } from '../../src/report/exit.ts';
import { ALL_KINDS } from '../laws/samples.ts';
import { NOTHING, type Schema } from '../laws/schema.ts';
import { HUB, watched } from '../laws/world.ts';
import { aDiskWorld, type DiskWorld } from './disk-world.ts';

const ONE_SUBSCRIPTION: Schema = { ...NOTHING, subscriptions: [{ eventType: 'contact.creation', active: true }] };

let world: DiskWorld['world'];
let dir: DiskWorld['dir'];
let ledger: DiskWorld['ledger'];
beforeEach(async () => {
  ({ world, dir, ledger } = await aDiskWorld());
});

const lockFile = () => join(dir, 'default.lock');
/** As somebody else on another machine writes it. */
const OTHER = `${JSON.stringify({
  ...{ token: 'other', owner: 'ben', host: 'elsewhere', pid: 1, purpose: 'apply', at: '2026-01-01T00:00:00.000Z' },
})}\n`;

test.each([
  ['taken by someone else', () => writeFile(lockFile(), OTHER), OTHER],
  ['removed by someone', () => rm(lockFile()), undefined],
])('a run whose lock is %s during a call sends nothing more, and says so', async (_, lose, left) => {
  const writes: string[] = [];
  const transport = watched(world.service.transport, async (_request, path) => {
    if (path.startsWith('GET')) return;
    writes.push(path);
    if (writes.length === 1) await lose();
  });
  const ann = world.reconciler(ALL_KINDS, { ledger: ledger(), transport });
  const plan = await ann.plan();
  const result = await ann.apply(plan, { concurrency: 1 });
  expect(plan.calls.length).toBeGreaterThan(3);
  expect(writes).toHaveLength(1);
  expect(result.findings).toContainEqual({
    code: 'ledger-lock-lost',
    severity: 'error',
    message: 'The lock on the ledger of default was removed or taken by another run.',
    hint: 'No further calls are made. Wait until the other run is over; the next run finds out the outcome of open calls.',
  });
  expect(result.outcomes.filter(({ status }) => status === 'applied')).toHaveLength(1);
  // The reply to the one call came, but could not be recorded any more: it stays open until the next run.
  expect(result.open).toHaveLength(1);
  expect(exitOfApply(result)).toBe(5);
  expect(await readFile(lockFile(), 'utf8').catch(() => undefined)).toBe(left);

  // What was sent is open in the journal, so the next run makes it once.
  await rm(lockFile(), { force: true });
  const ben = world.reconciler(ALL_KINDS, { ledger: ledger() });
  expect((await ben.ledger.read()).intentions).toHaveLength(1);
  expect(exitOfApply(await ben.apply(await ben.plan()))).toBe(0);
  expect((await ben.plan()).calls).toEqual([]);
  expect((await world.service.snapshot(HUB)).subscriptions).toHaveLength(1);
});

/** What is sent, and what comes of it, when the service refuses the create for a moment and `waiting` happens in the wait for it. */
async function createThatWaits(store: LedgerStore, waiting: Clock['sleep']) {
  const sent: string[] = [];
  const transport = watched(
    world.service.transport,
    (_request, path) => void (path.startsWith('GET') || sent.push(path)),
  );
  world.service.faults.add({ do: 'status', endpoint: 'createSubscription', status: 423 });
  const { clock } = world;
  const ann = world.reconciler(ONE_SUBSCRIPTION, {
    ...{ ledger: store, transport },
    clock: { now: () => clock.now(), elapsed: () => clock.elapsed(), sleep: waiting },
  });
  const { outcomes } = await ann.apply(await ann.plan());
  const { subscriptions } = await world.service.snapshot(HUB);
  return { sent, outcomes, subscriptions };
}

test('a create that waits while the lock is lost is not sent after the wait', async () => {
  const { sent, outcomes, subscriptions } = await createThatWaits(ledger(), async (ms, signal) => {
    await world.clock.sleep(ms, signal);
    await rm(lockFile(), { force: true });
  });
  expect(sent).toHaveLength(1);
  expect(outcomes).toMatchObject([
    {
      status: 'skipped',
      message: 'The run was stopped: The lock on the ledger of default was removed or taken by another run.',
    },
  ]);
  expect(subscriptions).toEqual([]);
});

const GROUPS = /^P(OST|UT) .*\/groups/;

test('a call whose reply was lost is not repeated once the lock is gone', async () => {
  const sent: string[] = [];
  const transport = watched(world.service.transport, async (_request, path) => {
    if (!GROUPS.test(path)) return;
    sent.push(path);
    await rm(lockFile(), { force: true });
  });
  world.service.faults.add({ do: 'drop-after', endpoint: 'createGroup', times: 'always' });
  const ann = world.reconciler(ALL_KINDS, { ledger: ledger(), transport });
  const result = await ann.apply(await ann.plan(), { concurrency: 1 });
  expect(sent).toHaveLength(1);
  expect(result.findings.map(({ code }) => code)).toContain('ledger-lock-lost');
  expect(exitOfApply(result)).toBe(5);
});

test('an open call of an earlier run is not repeated after the lock is lost', async () => {
  world.service.faults.add({ do: 'drop-after', endpoint: 'createGroup', times: 'always' });
  const first = world.reconciler(ALL_KINDS, { ledger: ledger() });
  await first.apply(await first.plan({ targets: ['property-group:companies/contract'] }));
  world.service.faults.clear();
  const sent: string[] = [];
  const transport = watched(world.service.transport, async (_request, path) => {
    if (!path.startsWith('GET')) sent.push(path);
    await rm(lockFile(), { force: true });
  });
  const second = world.reconciler(ALL_KINDS, { ledger: ledger(), transport });
  const plan = await second.plan();
  await expect(second.apply(plan, { saved: true })).rejects.toMatchObject({ code: 'ledger-lock-lost' });
  expect(sent).toEqual([]);
});

/** A store that learns of the loss of its lock, as one whose locks expire does, and refuses nothing itself. */
function telling(store: LedgerStore, loss: AbortSignal): LedgerStore {
  return { ...store, lock: async (purpose) => ({ lost: loss, release: (await store.lock(purpose)).release }) };
}

const LOSS = new LedgerError('ledger-lock-lost', 'The lease of this run ended.', { hint: 'Wait.' });

test('a run whose store reports a lost lock ends its call and stops', async () => {
  const loss = new AbortController();
  const writes: string[] = [];
  const transport = watched(world.service.transport, (_request, path) => {
    if (path.startsWith('GET')) return;
    writes.push(path);
    loss.abort(LOSS);
  });
  const ann = world.reconciler(ALL_KINDS, { ledger: telling(ledger(), loss.signal), transport });
  const result = await ann.apply(await ann.plan(), { concurrency: 1 });
  expect(writes).toHaveLength(1);
  expect(result.findings).toContainEqual({
    code: 'ledger-lock-lost',
    severity: 'error',
    message: 'The lease of this run ended.',
    hint: 'Wait.',
  });
  const statuses = new Set(result.outcomes.map(({ status }) => status));
  expect(statuses).toEqual(new Set(['applied', 'skipped']));
  expect(result.open).toBeUndefined();
});

test('a waiting create is not sent once its store reports a lost lock', async () => {
  const loss = new AbortController();
  const { sent, outcomes, subscriptions } = await createThatWaits(
    telling(ledger(), loss.signal),
    async (ms, signal) => {
      loss.abort(LOSS);
      signal?.throwIfAborted();
      await world.clock.sleep(ms, signal);
    },
  );
  expect(sent).toHaveLength(1);
  expect(outcomes).toMatchObject([{ status: 'skipped', message: 'The run was stopped: The lease of this run ended.' }]);
  expect(subscriptions).toEqual([]);
});

test('a lock that is lost before the first write ends the run', async () => {
  const loss = new AbortController();
  const ann = world.reconciler(ALL_KINDS, { ledger: telling(ledger(), loss.signal) });
  const plan = await ann.plan();
  const applying = ann.apply(plan, { whenLocked: async () => loss.abort('the database is gone') });
  await expect(applying).rejects.toMatchObject({
    code: 'ledger-lock-lost',
    message: 'The lock on the ledger was lost.',
  });
  expect((await world.service.snapshot(HUB)).subscriptions).toEqual([]);
});

test('the lock is renewed after whenLocked and before the first write', async () => {
  const steps: string[] = [];
  const store = ledger();
  const renewing: LedgerStore = {
    ...store,
    lock: async (purpose) => ({
      renew: async () => void steps.push('renewed'),
      release: (await store.lock(purpose)).release,
    }),
  };
  const transport = watched(world.service.transport, (_request, path) => {
    if (!path.startsWith('GET')) steps.push('write');
  });
  const ann = world.reconciler(ONE_SUBSCRIPTION, { ledger: renewing, transport });
  await ann.apply(await ann.plan(), { whenLocked: async () => void steps.push('checked') });
  expect(steps).toEqual(['checked', 'renewed', 'write']);
});
