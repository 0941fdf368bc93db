import { expect, it } from 'vitest';
import { locked } from '../../src/engine/locked.ts';
import { LedgerError } from '../../src/errors.ts';
import { memoryStore } from '../../src/ledger/memory-store.ts';
import type { LedgerStore } from '../../src/model/ledger.ts';
import { counting, testClock } from '../ledger/clock.ts';

const store = memoryStore({ name: 'sandbox', clock: testClock(), newId: counting('id') });

/** Store whose lock cannot be released. */
const sticky: LedgerStore = {
  ...store,
  lock: async () => ({
    release: async () => {
      throw new LedgerError('ledger-disk', 'sandbox.lock cannot be removed.');
    },
  }),
};

it('gives the lock back, whether the work succeeds or fails', async () => {
  const failing = locked(store, 'apply', async () => {
    throw new Error('halfway');
  });
  await expect(failing).rejects.toThrow('halfway');
  expect(await locked(store, 'apply', async () => ({ findings: [] }))).toEqual({ findings: [] });
});

it('tells of a lock that stays behind, beside all that was done', async () => {
  const done = await locked(sticky, 'apply', async () => ({ outcomes: ['applied'], findings: [] }));
  expect(done).toMatchObject({
    outcomes: ['applied'],
    findings: [{ code: 'ledger-not-released', severity: 'warning', message: expect.stringContaining('sandbox.lock') }],
  });
});

it('tells why the work failed rather than why the lock stays', async () => {
  const failing = locked(sticky, 'apply', async () => {
    throw new Error('halfway');
  });
  await expect(failing).rejects.toThrow('halfway');
});
