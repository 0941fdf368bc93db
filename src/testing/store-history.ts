/** What a store tells of the runs that changed something. */

import { deepEqual } from 'node:assert/strict';
import { anAppliedCall, intend, record, SIZE, settle, TIER } from './entries.ts';
import type { StoreTest } from './store-test.ts';

const ACCOUNT = { name: 'sandbox', hubId: 1001 };

export const HISTORY: readonly StoreTest[] = [
  {
    name: 'tells what runs changed, newest first, before and after the journal is folded in',
    async run(place) {
      const { open } = await place();
      const store = open();
      deepEqual(await store.history(), []);
      const lock = await store.lock('apply');
      await store.append([intend('i1'), settle('i1', 'applied'), record(SIZE)]);
      const first = { run: 'r1', at: '2026-01-01T00:00:00.000Z', calls: [anAppliedCall('i1')] };
      deepEqual(await open().history(), [first]);
      await store.compact(ACCOUNT);
      const later = { run: 'r2', at: '2026-01-02T00:00:00.000Z', before: { [TIER]: { label: 'Tier' } } };
      await store.append([
        intend('i2', later),
        settle('i2', 'applied'),
        intend('i3', later),
        settle('i3', 'not-applied'),
      ]);
      const second = {
        run: 'r2',
        at: later.at,
        calls: [anAppliedCall('i2', { ...later, recorded: { [TIER]: { label: 'Tier' } } })],
      };
      deepEqual(await open().history(), [second, first]);
      await store.compact(ACCOUNT);
      deepEqual(await open().history(), [second, first]);
      await lock.release();
    },
  },
  {
    name: 'tells of runs in the order of the ledger, whatever the clocks of their machines say',
    async run(place) {
      const { open } = await place();
      const run = async (id: string, at: string) => {
        const store = open();
        const lock = await store.lock('apply');
        await store.append([intend(id, { run: `run ${id}`, at }), settle(id, 'applied')]);
        await store.compact(ACCOUNT);
        await lock.release();
      };
      await run('i1', '2026-01-01T00:00:00.000Z');
      await run('i2', '2026-01-01T01:00:00.000Z');
      await run('i3', '2026-01-01T00:00:01.000Z');
      deepEqual(
        (await open().history()).map((one) => one.run),
        ['run i3', 'run i2', 'run i1'],
      );
    },
  },
  {
    name: 'tells of a call in the run that made it, although a later one settles it',
    async run(place) {
      const { open } = await place();
      const store = open();
      const lock = await store.lock('apply');
      await store.append([intend('i1')]);
      await store.compact(ACCOUNT);
      const later = { run: 'r2', at: '2026-01-02T00:00:00.000Z' };
      await store.append([intend('i2', later), settle('i2', 'applied'), settle('i1', 'applied')]);
      await store.compact(ACCOUNT);
      deepEqual(
        (await open().history()).map(({ run, calls }) => [run, calls.map(({ id }) => id)]),
        [
          // Known to have happened after the other.
          ['r1', ['i1']],
          ['r2', ['i2']],
        ],
      );
      await lock.release();
    },
  },
];
