/** Who may write a ledger: one at a time, by name, and nobody without the lock. */

import { deepEqual, equal, rejects } from 'node:assert/strict';
import { record, TIER } from './entries.ts';
import type { StoreTest } from './store-test.ts';

const ACCOUNT = { name: 'sandbox', hubId: 1001 };

export const LOCKS: readonly StoreTest[] = [
  {
    name: 'refuses to be written to without the lock',
    async run(place) {
      const store = (await place()).open();
      await rejects(store.append([record(TIER)]), { code: 'ledger-not-locked' });
      await rejects(store.compact(ACCOUNT), { code: 'ledger-not-locked' });
      const lock = await store.lock('apply');
      await lock.release();
      await rejects(store.append([record(TIER)]), { code: 'ledger-not-locked' });
    },
  },
  {
    name: 'refuses a second holder with the name of the first, and lets it in after the release',
    async run(place) {
      const { open } = await place();
      const [first, second] = [open(), open()];
      const lock = await first.lock('apply');
      await rejects(second.lock('apply'), { code: 'ledger-locked', message: /\bann\b.*\bapply\b/ });
      await lock.release();
      await lock.release();
      await (await second.lock('settle')).release();
    },
  },
  {
    name: 'says who holds the lock, and nobody once it is given back',
    async run(place) {
      const { open } = await place();
      const store = open();
      equal(await open().holder(), undefined);
      const lock = await store.lock('apply');
      const holder = await store.holder();
      // The clock of the lock may be that of a database.
      const at = holder?.at ?? '';
      equal(new Date(at).toISOString(), at);
      deepEqual(holder, { owner: 'ann', purpose: 'apply', at });
      deepEqual(await open().holder(), holder);
      await lock.release();
      equal(await open().holder(), undefined);
    },
  },
  {
    name: 'gives the lock to exactly one of many that ask at once',
    async run(place) {
      const { open } = await place();
      const tries = await Promise.allSettled(Array.from({ length: 12 }, () => open().lock('apply')));
      equal(tries.filter((result) => result.status === 'fulfilled').length, 1);
    },
  },
  {
    name: 'holds the lock on after it was renewed, where locks can be',
    async run(place) {
      const { open } = await place();
      const store = open();
      const lock = await store.lock('apply');
      await lock.renew?.();
      equal(lock.lost?.aborted ?? false, false);
      await store.append([record(TIER)]);
      await rejects(open().lock('apply'), { code: 'ledger-locked' });
      await lock.release();
    },
  },
];
