import { describe, expect, it } from 'vitest';
import type { Disk } from '../../src/ledger/disk.ts';
import { memoryDisk } from '../../src/ledger/memory-store.ts';
import { storeOn } from '../../src/ledger/store.ts';
import { counting, testClock } from './clock.ts';
import { anIntention, aRecord, intend, record, SIZE, settle, TIER } from './entries.ts';

const ACCOUNT = { name: 'sandbox', hubId: 1001 };
const LEDGER = 'sandbox.ledger.json';
const JOURNAL = 'sandbox.journal.ndjson';
const LOST = { code: 'ledger-journal-lost' };
const clock = testClock();

function storeAt(disk: Disk) {
  const self = { owner: 'ann', host: 'here', pid: 1, alive: async () => false };
  return storeOn({ disk, name: 'sandbox', clock, newId: counting('x'), self });
}

/** A store with its lock, and one record in its journal. */
async function writing(disk: Disk) {
  const store = storeAt(disk);
  const lock = await store.lock('apply');
  await store.compact(ACCOUNT);
  await store.append([record(TIER)]);
  return { store, lock };
}

const recordsIn = async (disk: Disk) => Object.keys(JSON.parse((await disk.read(LEDGER)) ?? '{}').records ?? {}).sort();

describe('a journal whose file was replaced since it was opened', () => {
  it('takes no intention any more, and every settlement until it is folded in', async () => {
    const disk = memoryDisk(clock);
    const { store } = await writing(disk);
    await store.append([intend('i1'), intend('i2', { covers: [SIZE], records: { [SIZE]: aRecord(SIZE) } })]);
    await disk.remove(JOURNAL);
    await expect(store.append([settle('i1', 'applied'), intend('i3')])).rejects.toMatchObject(LOST);
    await expect(store.append([intend('i4')])).rejects.toMatchObject(LOST);
    await expect(store.append([settle('i2', 'not-applied')])).rejects.toMatchObject(LOST);
    expect(await disk.read(JOURNAL)).toBeUndefined();
    const { records, intentions } = await store.compact(ACCOUNT);
    expect([Object.keys(records), intentions, await recordsIn(disk)]).toEqual([[TIER], [], [TIER]]);
    await store.append([record(SIZE)]);
    expect(Object.keys((await store.compact(ACCOUNT)).records)).toEqual([TIER, SIZE]);
    expect(await disk.read(JOURNAL)).toBeUndefined();
  });

  it('is told of where nothing is appended, before a call is repeated', async () => {
    const disk = memoryDisk(clock);
    const { store } = await writing(disk);
    await store.append([]);
    await disk.remove(JOURNAL);
    await expect(store.append([])).rejects.toMatchObject(LOST);
    await expect(store.append([])).rejects.toMatchObject(LOST);
    expect(Object.keys((await store.compact(ACCOUNT)).records)).toEqual([TIER]);
  });

  it('takes no look for a loss while a flush is under way', async () => {
    const { store } = await writing(memoryDisk(clock));
    const all = Array.from({ length: 30 }, (_, at) =>
      at % 2 === 0 ? store.append([]) : store.append([intend(`i${at}`)]),
    );
    expect(await Promise.all(all)).toHaveLength(30);
  });

  it('opens nothing for a look', async () => {
    const disk = memoryDisk(clock);
    const store = storeAt(disk);
    await store.lock('apply');
    await store.append([]);
    expect(await disk.read(JOURNAL)).toBeUndefined();
  });

  it('is folded without lines of another writer, which stay', async () => {
    const disk = memoryDisk(clock);
    const { store } = await writing(disk);
    const longer = `${await disk.read(JOURNAL)}${JSON.stringify(record(SIZE))}\n`;
    await disk.replace(JOURNAL, longer);
    await expect(store.compact(ACCOUNT)).rejects.toMatchObject({
      ...LOST,
      message: `memory/${JOURNAL} was removed or replaced before it was folded into the ledger. The entries written to it are still recorded.`,
    });
    expect([await recordsIn(disk), await disk.read(JOURNAL)]).toEqual([[TIER], longer]);
  });

  it('is lost where the file that was opened was written over, and says so', async () => {
    const disk = memoryDisk(clock);
    const blank: Disk = {
      ...disk,
      openAppend: async (file) => ({ ...(await disk.openAppend(file)), own: async () => '' }),
    };
    const { store } = await writing(blank);
    await disk.remove(JOURNAL);
    await expect(store.compact(ACCOUNT)).rejects.toMatchObject({
      ...LOST,
      message: `memory/${JOURNAL} was removed or replaced before it was folded into the ledger. The entries written to it are lost.`,
      hint: expect.stringMatching(/^Check the account/),
    });
    expect(await recordsIn(disk)).toEqual([]);
  });

  it('is put back where the ledger cannot take it in', async () => {
    const disk = memoryDisk(clock);
    const { store } = await writing(disk);
    const [ledger, journal] = [(await disk.read(LEDGER)) ?? '', await disk.read(JOURNAL)];
    await disk.remove(JOURNAL);
    await disk.replace(LEDGER, '{}');
    await expect(store.compact(ACCOUNT)).rejects.toMatchObject({ code: 'ledger-replaced' });
    expect([await disk.read(LEDGER), await disk.read(JOURNAL)]).toEqual(['{}', journal]);
    await disk.replace(LEDGER, ledger);
    expect(Object.keys((await storeAt(disk).read()).records)).toEqual([TIER]);
  });

  it('takes nothing behind a line that an earlier run left cut off', async () => {
    const disk = memoryDisk(clock);
    const first = await writing(disk);
    await first.lock.release();
    const whole = (await disk.read(JOURNAL)) ?? '';
    await disk.replace(JOURNAL, `${whole}{"type":"rec`);
    const swapping: Disk = {
      ...disk,
      async openAppend(file) {
        const open = await disk.openAppend(file);
        await disk.replace(file, `${whole}${JSON.stringify(record(SIZE))}\n`);
        return open;
      },
    };
    const store = storeAt(swapping);
    await store.lock('apply');
    await expect(store.append([settle('i1', 'applied')])).rejects.toMatchObject(LOST);
    await store.compact(ACCOUNT);
    expect(await recordsIn(disk)).toEqual([TIER]);
  });
});

describe('a ledger file that changed under the lock', () => {
  it('is not overwritten by a fold, even if the journal is empty', async () => {
    const disk = memoryDisk(clock);
    const store = storeAt(disk);
    await store.lock('apply');
    await store.compact(ACCOUNT);
    await disk.remove(LEDGER);
    await expect(store.compact(ACCOUNT)).rejects.toMatchObject({ code: 'ledger-replaced' });
    expect(await disk.read(LEDGER)).toBeUndefined();
  });

  it('is looked at anew after a repair', async () => {
    const disk = memoryDisk(clock);
    const { store } = await writing(disk);
    await store.append([intend('i1'), settle('i1', 'applied')]);
    const older = (await disk.read(LEDGER)) ?? '';
    await store.compact(ACCOUNT);
    await disk.replace(LEDGER, older);
    await store.append([]);
    expect((await store.repair()).calls).toHaveLength(1);
    await store.append([record(SIZE)]);
    expect(Object.keys((await store.compact(ACCOUNT)).records).sort()).toEqual([SIZE, TIER]);
  });
});

describe('an open journal', () => {
  it('is closed by a fold, by a fold that is refused, and with the lock', async () => {
    const disk = memoryDisk(clock);
    let open = 0;
    const counted: Disk = {
      ...disk,
      async openAppend(file) {
        const opened = await disk.openAppend(file);
        open += 1;
        const close = async () => {
          open -= 1;
          await opened.close();
        };
        return { ...opened, close };
      },
    };
    const { store, lock } = await writing(counted);
    expect(open).toBe(1);
    await store.compact(ACCOUNT);
    expect(open).toBe(0);
    await store.append([intend('i1')]);
    await disk.replace(LEDGER, '{}');
    await expect(store.compact(ACCOUNT)).rejects.toMatchObject({ code: 'ledger-replaced' });
    expect(open).toBe(0);
    await lock.release();
    const again = storeAt(counted);
    await disk.remove(LEDGER);
    await disk.remove(JOURNAL);
    const other = await again.lock('apply');
    await again.append([intend('i1')]);
    expect([open, (await again.read()).intentions]).toEqual([1, [anIntention('i1')]]);
    await again.repair();
    expect(open).toBe(0);
    await again.append([record(TIER)]);
    expect(open).toBe(1);
    await other.release();
    expect(open).toBe(0);
  });
});
