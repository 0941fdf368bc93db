import { expect, test } from 'vitest';
import { memoryDisk } from '../../src/ledger/memory-store.ts';
import { storeOn } from '../../src/ledger/store.ts';
import { runChanges } from '../../src/report/runs.ts';
import { counting, testClock } from './clock.ts';
import { intend, record, SIZE, settle, TIER } from './entries.ts';

const clock = testClock();

/** Creates two properties, then removes both. The final read still shows the second. */
async function removedOneOfTwo() {
  const disk = memoryDisk(clock);
  const self = { owner: 'ann', host: 'here', pid: 1, alive: async () => false };
  const store = storeOn({ disk, name: 'sandbox', clock, newId: counting('x'), self });
  const lock = await store.lock('apply');
  const removal = (address: typeof TIER) => ({
    ...{ run: 'r2', covers: [address], before: { [address]: { label: 'Tier' } } },
    ...{ expects: { [address]: null }, records: { [address]: null } },
  });
  await store.append([
    ...[record(TIER), record(SIZE)],
    ...[intend('i1', removal(TIER)), settle('i1', 'applied'), intend('i2', removal(SIZE)), settle('i2', 'applied')],
    record(TIER, { found: 'changed' }),
  ]);
  await store.compact({ name: 'sandbox', hubId: 1001 });
  await lock.release();
  return { disk, store };
}

test('the rest of a partial removal is not reported as removed', async () => {
  const { store } = await removedOneOfTwo();
  const [run] = await store.history();
  expect(run && runChanges(run)).toEqual([{ address: SIZE, action: 'remove' }]);
});

test('the rest of a partial removal returns by a repair and needs its own consent', async () => {
  const { disk, store } = await removedOneOfTwo();
  await disk.remove('sandbox.ledger.json');
  const lock = await store.lock('repair');
  const { ledger } = await store.repair();
  await lock.release();
  expect(ledger.records).toMatchObject({ [TIER]: { fields: { label: 'Tier' }, found: 'changed' } });
  expect(Object.keys(ledger.records)).toEqual([TIER]);
});
