import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Clock } from '../../src/contract/clock.ts';
import { memoryStore } from '../../src/index.ts';
import { NOTHING, textProperty } from '../laws/schema.ts';
import { aWorld, filesOf, HUB, watched } from '../laws/world.ts';
import { counting } from '../ledger/clock.ts';
import { aStage, type Stage } from './stage.ts';

const DECLARED = filesOf({ ...NOTHING, properties: [textProperty('level'), textProperty('tier')] });
const LATE = { name: 'TransportError', code: 'out-of-time', kind: 'transport', retryable: true, sent: 'no' };

const never = () => new Promise<never>(() => undefined);
const listWrites = ({ sent }: Stage) => sent.before.filter((path) => !path.startsWith('GET'));

test.each([
  ['the account is proven', '/oauth/'],
  ['the account is read', '/properties/'],
])('a plan ends at its time limit while %s, even if the transport continues', async (_, part) => {
  const { clock, reconciler } = await aStage((path) => (path.includes(part) ? never() : undefined));
  await expect(clock.run(reconciler({ timeoutMs: 500 }).plan())).rejects.toMatchObject({
    ...LATE,
    message: 'The plan was not done within 0.5 seconds.',
  });
  expect(clock.elapsed()).toBe(500);
});

test('a plan ends when its time is over while the ledger is read', async () => {
  const { clock, reconciler } = await aStage();
  const ledger = memoryStore({ name: 'default', clock, newId: counting('s') });
  const slow = { ...ledger, read: () => never().then(() => ledger.read()) };
  await expect(clock.run(reconciler({ timeoutMs: 500, ledger: slow }).plan())).rejects.toMatchObject(LATE);
});

test('each operation has its own time limit', async () => {
  let slow = true;
  const { clock, reconciler } = await aStage((path) => (slow && path.includes('/oauth/') ? never() : undefined));
  const limited = reconciler({ timeoutMs: 500 });
  await expect(clock.run(limited.plan())).rejects.toMatchObject(LATE);
  slow = false;
  const [plan, drift] = await clock.run(Promise.all([limited.plan(), limited.drift()]));
  expect([plan.complete, plan.calls.length, drift.account.hubId]).toEqual([true, 2, HUB]);
});

test('an apply whose time is over ends its write and begins no other', async () => {
  const over = Promise.withResolvers<void>();
  const { service, newId, ...world } = await aWorld();
  const clock: Clock = {
    now: () => world.clock.now(),
    elapsed: () => world.clock.elapsed(),
    sleep: (ms, signal) => (ms === 500 ? over.promise : world.clock.sleep(ms, signal)),
  };
  const writes: string[] = [];
  const transport = watched(service.transport, async (_, path) => {
    if (path.startsWith('GET')) return;
    writes.push(path);
    over.resolve();
    await setImmediate();
  });
  const reconciler = world.reconciler(DECLARED, { transport, clock, timeoutMs: 500 });
  const result = await reconciler.apply(await world.reconciler(DECLARED).plan(), { concurrency: 1 });
  expect(writes).toHaveLength(1);
  expect(result.outcomes.map(({ status }) => status)).toEqual(['applied', 'skipped']);
  expect(result.failure).toEqual({ kind: 'transport', retryable: true });
  expect(result.interrupted).toBe(true);
  const again = world.reconciler(DECLARED, { transport });
  const rest = await again.apply(await again.plan());
  expect([rest.summary.applied, writes.length]).toEqual([1, 2]);
  await world.close();
});

test('an apply past its time limit during the account check releases the ledger', async () => {
  let slow = false;
  const stage = await aStage((path) => (slow && path.includes('/oauth/') ? never() : undefined));
  const { clock, reconciler } = stage;
  const plan = await clock.run(reconciler({}).plan());
  slow = true;
  await expect(clock.run(reconciler({ timeoutMs: 500 }).apply(plan))).rejects.toMatchObject(LATE);
  expect(listWrites(stage)).toEqual([]);
  slow = false;
  const { summary } = await clock.run(reconciler({}).apply(plan));
  expect(summary.applied).toBe(2);
});

test('an apply whose time is over before its first write makes none', async () => {
  const stage = await aStage();
  const { clock, reconciler } = stage;
  const plan = await clock.run(reconciler({}).plan());
  const late = reconciler({ timeoutMs: 500 });
  const result = await clock.run(late.apply(plan, { whenLocked: () => clock.sleep(700) }));
  expect(result.outcomes.map(({ status }) => status)).toEqual(['skipped', 'skipped']);
  expect([listWrites(stage), result.failure]).toEqual([[], { kind: 'transport', retryable: true }]);
});

test('an error of the caller is rethrown unchanged', async () => {
  const { clock, reconciler } = await aStage();
  const plan = await clock.run(reconciler({}).plan());
  const whenLocked = async () => {
    await clock.sleep(700);
    throw new Error('approval gone');
  };
  await expect(clock.run(reconciler({ timeoutMs: 500 }).apply(plan, { whenLocked }))).rejects.toThrow('approval gone');
});

test.each([0, 86_400_001, Number.NaN, '5'])('refuses %s as a time', async (timeoutMs) => {
  const { reconciler } = await aStage();
  expect(() => reconciler({ timeoutMs: timeoutMs as number })).toThrow('timeoutMs');
});

test('a limit fails at once if waiting is off, and names the retry time', async () => {
  const { clock, reconciler, service } = await aStage();
  const patient = reconciler({ maxWaitMs: 0 });
  const plan = await clock.run(patient.plan());
  service.faults.add({ do: 'status', endpoint: 'listProperties', status: 429, retryAfter: 7, times: 1 });
  const before = clock.elapsed();
  await expect(clock.run(patient.plan())).rejects.toMatchObject({
    ...{ code: 'api-429', kind: 'rate', retryable: true, retryAfterMs: 7_000 },
  });
  service.faults.add({ do: 'status', endpoint: 'createProperty', status: 429, retryAfter: 9, times: 1 });
  const result = await clock.run(patient.apply(plan, { concurrency: 1 }));
  const failure = { kind: 'rate', retryable: true, retryAfterMs: 9_000 };
  expect(result.outcomes).toMatchObject([{ status: 'failed', failure }, { status: 'skipped' }]);
  expect(result.failure).toEqual(failure);
  expect(clock.elapsed()).toBe(before);
});
