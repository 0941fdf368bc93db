/** Tests that slow jobs release their slots, so that hanging accounts do not delay others. */

import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Database } from '../../../src/fleet/database/database.ts';
import type { Job, Queue } from '../../../src/fleet/database/jobs.ts';
import { takeJobs } from '../../../src/fleet/worker/take-jobs.ts';

const SLOTS = 2;

test.each([
  ['while they are new', 900, 2],
  ['once they take longer than a second', 1_100, 4],
  ['however long they take', 60_000, 4],
])('%s, of jobs that never end %i ms after the start %i are in hand', async (_, ms, expected) => {
  let now = 0;
  let inHand = 0;
  const ended = Promise.withResolvers<void>();
  const left = Array.from(
    { length: 10 },
    (__, at): Job => ({ queue: 'run', id: `${at}`, retryCount: 0, rollout: 'r1', hubId: at }),
  );
  const queue: Queue = {
    heartbeatMs: 3_600_000,
    take: async (__, most) => left.splice(0, most),
    send: async () => undefined,
    complete: async () => undefined,
    touch: async () => undefined,
    supervise: async () => undefined,
    remove: async () => undefined,
  };
  const clock = {
    now: () => now,
    elapsed: () => now,
    async sleep(pause: number, signal?: AbortSignal) {
      await turn();
      signal?.throwIfAborted();
      if (pause <= 1_000) now += pause;
    },
  };
  const stop = new AbortController();
  const taking = takeJobs({
    ...{
      database: { queue } as Database,
      clock,
      slots: SLOTS,
      pollMs: 1_000,
      signal: stop.signal,
      queues: ['run'],
      queuesAlone: [],
    },
    async begin(jobs) {
      inHand += jobs.length;
      return new Map(jobs.map((job) => [job, ended.promise]));
    },
    look: async () => 'wait',
  });
  while (now < ms) await turn();
  expect(inHand).toBe(expected);
  stop.abort();
  ended.resolve();
  await taking;
});
