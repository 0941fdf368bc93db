import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RunEvent } from '../../src/model/event.ts';
import { NOTHING, type Schema, textProperty } from '../laws/schema.ts';
import { aWorld, converge, type World } from '../laws/world.ts';
import { answering, usedUp } from './replies.ts';

const THREE: Schema = { ...NOTHING, properties: [textProperty('one'), textProperty('two'), textProperty('zero')] };

let world: World;

beforeEach(async () => {
  world = await aWorld();
});

afterEach(() => world.close());

/** The service, saying after the first create that its limit is used up for so long. */
function usedUpFor(intervalMs: number) {
  let created = false;
  return answering(world.service.transport, (reply, { method }) => {
    if (method !== 'POST' || created) return reply;
    created = true;
    return usedUp(reply, intervalMs);
  });
}

test('an apply that would have to wait an hour ends, and the next continues', async () => {
  const transport = usedUpFor(3_600_000);
  const { result } = await converge(world.reconciler(THREE, { transport }), [], { concurrency: 1 });
  expect(result.outcomes.map(({ address, status }) => [address, status])).toEqual([
    ['property:contacts/one', 'applied'],
    ['property:contacts/two', 'failed'],
    ['property:contacts/zero', 'skipped'],
  ]);
  expect(result.outcomes[1]?.message).toBe(
    'createProperty was not sent: the service asks to wait 61 minutes more for its rate limit, and one call waits 5 minutes in total.',
  );
  const next = world.reconciler(THREE);
  expect((await next.ledger.read()).intentions).toEqual([]);
  expect((await converge(next, [])).result.summary).toMatchObject({ applied: 2, failed: 0 });
});

test('a completed wait is an event, and the run continues', async () => {
  const events: RunEvent[] = [];
  const transport = usedUpFor(90_000);
  const onEvent = (event: RunEvent) => events.push(event);
  const before = world.clock.elapsed();
  const { result } = await converge(world.reconciler(THREE, { transport, onEvent }), [], { concurrency: 1 });
  expect(result.summary).toMatchObject({ applied: 3 });
  expect(events.filter(({ type }) => type === 'waiting')).toEqual([
    { type: 'waiting', reason: 'rate-limit', ms: 90_050 },
  ]);
  expect(world.clock.elapsed() - before).toBeGreaterThanOrEqual(90_050);
});

test('the caller sets the longest wait of a call', async () => {
  const transport = usedUpFor(90_000);
  const { result } = await converge(world.reconciler(THREE, { transport, maxWaitMs: 60_000 }), [], { concurrency: 1 });
  expect(result.summary).toMatchObject({ applied: 1, failed: 1, skipped: 1 });
});

test('a limit that is never free ends the run after one wait', async () => {
  const { reconciler, service, clock } = world;
  const events: RunEvent[] = [];
  const plan = await reconciler(THREE).plan();
  service.faults.add({
    do: 'status',
    endpoint: 'createProperty',
    status: 429,
    retryAfter: 299,
    times: 'always',
  });
  const before = clock.elapsed();
  const result = await reconciler(THREE, { onEvent: (event) => events.push(event) }).apply(plan, { concurrency: 1 });
  expect(result.outcomes.map(({ address, status }) => [address, status])).toEqual([
    ['property:contacts/one', 'failed'],
    ['property:contacts/two', 'skipped'],
    ['property:contacts/zero', 'skipped'],
  ]);
  expect(clock.elapsed() - before).toBeLessThan(310_000);
});

test('a permanent limit delays only the first read', async () => {
  const types = ['contacts', 'companies', 'deals', 'tickets', 'products'];
  const many: Schema = { ...NOTHING, properties: types.map((objectType) => ({ ...textProperty('one'), objectType })) };
  const { reconciler, service, clock } = world;
  service.faults.add({
    do: 'status',
    endpoint: 'listProperties',
    status: 429,
    retryAfter: 299,
    times: 'always',
  });
  const before = clock.elapsed();
  await expect(reconciler(many).plan()).rejects.toMatchObject({ kind: 'rate', retryable: true });
  expect(clock.elapsed() - before).toBeLessThan(620_000);
});
