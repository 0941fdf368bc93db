import { memoryDisk } from '../../src/ledger/memory-store.ts';
import { storeOn } from '../../src/ledger/store.ts';
import { counting, testClock } from './clock.ts';
import { storeSuite } from './store-suite.ts';

storeSuite('the memory store', async () => {
  const clock = testClock();
  const newId = counting('id');
  const disk = memoryDisk(clock);
  const self = { owner: 'ann', host: 'memory', pid: 1, alive: async () => true };
  return { open: () => storeOn({ disk, name: 'sandbox', clock, newId, self }) };
});
