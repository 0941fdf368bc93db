import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Disk } from '../../src/ledger/disk.ts';
import { fileStore } from '../../src/ledger/file-store.ts';
import { memoryDisk } from '../../src/ledger/memory-store.ts';
import { storeOn } from '../../src/ledger/store.ts';
import type { JournalEntry, LedgerStore } from '../../src/model/ledger.ts';
import { counting, testClock } from './clock.ts';
import { aRecord, forget, intend, record, SIZE, settle, TIER } from './entries.ts';

const ACCOUNT = { name: 'sandbox', hubId: 1001 };
const LEDGER = 'sandbox.ledger.json';
const HISTORY = 'sandbox.history.ndjson';
const JOURNAL = 'sandbox.journal.ndjson';
const clock = testClock();
const newId = counting('x');

function storeAt(disk: Disk): LedgerStore {
  const self = { owner: 'ann', host: 'here', pid: 1, alive: async () => false };
  return storeOn({ disk, name: 'sandbox', clock, newId, self });
}

async function run(store: LedgerStore, entries: readonly JournalEntry[]): Promise<void> {
  const lock = await store.lock('apply');
  await store.append(entries);
  await store.compact(ACCOUNT);
  await lock.release();
}

const AT = '2026-01-01T00:00:00.000Z';
const created = (id: string, address: typeof TIER | typeof SIZE, of = `run ${id}`) => [
  intend(id, {
    ...{ run: of, at: AT, covers: [address], before: { [address]: null }, expects: { [address]: {} } },
    records: { [address]: aRecord(address, { run: of, at: AT }) },
  }),
  settle(id, 'applied'),
];

/** Two runs; `older` is the ledger between them. */
async function twoRuns() {
  const disk = memoryDisk(clock);
  await run(storeAt(disk), created('i1', TIER));
  const older = (await disk.read(LEDGER)) ?? '';
  await run(storeAt(disk), created('i2', SIZE));
  const newer = await storeAt(disk).read();
  return { disk, older, newer };
}

const WAY_OUT = /^Restore the ledger from the same time, .*subscriptions, event properties/;
const REPAIR = [{ action: 'repair-ledger' }];

describe('a ledger that is older than its history', () => {
  it('is refused by whatever reads or writes it, with the way out', async () => {
    const { disk, older } = await twoRuns();
    await disk.replace(LEDGER, older);
    const refused = {
      code: 'ledger-older-than-history',
      message: `memory/${LEDGER} is at serial 3, but memory/${HISTORY} has calls up to serial 5. The ledger is out of date, and a plan would make these calls again.`,
      hint: expect.stringMatching(WAY_OUT),
      fix: REPAIR,
    };
    const store = storeAt(disk);
    await store.lock('apply');
    for (const act of [
      () => store.read(),
      () => store.history(),
      () => store.append([record(TIER)]),
      () => store.compact(ACCOUNT),
    ]) {
      await expect(act()).rejects.toMatchObject(refused);
    }
    expect(await disk.read(LEDGER)).toBe(older);
  });

  it('excludes a newer format and a merge conflict, which have their own errors', async () => {
    const { disk } = await twoRuns();
    for (const [text, code] of [
      ['{"format":"trueup.ledger/2"}', 'ledger-newer'],
      ['{\n<<<<<<< ours\n}', 'ledger-merge-conflict'],
    ] as const) {
      await disk.replace(LEDGER, text);
      await expect(storeAt(disk).read()).rejects.toMatchObject({ code, fix: undefined });
    }
    await disk.replace(LEDGER, '{"format": "trueup.led');
    await expect(storeAt(disk).read()).rejects.toMatchObject({
      hint: expect.stringMatching(/move it away, then restore the ledger from its history\.$/),
    });
  });

  it('is refused if it is missing, and a new ledger can start without the history', async () => {
    const { disk } = await twoRuns();
    await disk.remove(LEDGER);
    await expect(storeAt(disk).read()).rejects.toMatchObject({
      code: 'ledger-missing',
      hint: expect.stringMatching(/ To start a new ledger, move the history away\.$/),
      fix: REPAIR,
    });
    await disk.remove(HISTORY);
    expect((await storeAt(disk).read()).serial).toBe(0);
  });

  it('is no ledger that is newer, nor one of another lineage', async () => {
    const { disk, older, newer } = await twoRuns();
    await run(storeAt(disk), [forget(TIER), record(TIER)]);
    expect((await storeAt(disk).read()).serial).toBe(newer.serial + 2);
    await disk.replace(LEDGER, older.replace(newer.lineage, 'another'));
    expect((await storeAt(disk).read()).lineage).toBe('another');
    await disk.replace(LEDGER, older.replace(newer.lineage, 'another').replace('"serial": 3', '"serial": 0'));
    expect((await storeAt(disk).read()).serial).toBe(0);
  });

  it.each([
    ['in another order', (line: object) => JSON.stringify(Object.fromEntries(Object.entries(line).sort()))],
    ['with other spaces', (line: object) => JSON.stringify(line, null, 1).replaceAll(/\n */g, ' ')],
    ['with the line ends of Windows', (line: object) => `${JSON.stringify(line)}\r`],
  ])('is told by lines that something wrote anew %s', async (_, written) => {
    const { disk, older, newer } = await twoRuns();
    const text = ((await disk.read(HISTORY)) ?? '').replaceAll(/.+/g, (line) => written(JSON.parse(line)));
    await disk.replace(HISTORY, text);
    await disk.replace(LEDGER, older);
    await expect(storeAt(disk).read()).rejects.toMatchObject({ code: 'ledger-older-than-history' });
    const store = storeAt(disk);
    const lock = await store.lock('repair');
    expect((await store.repair()).calls.map(({ id }) => id)).toEqual(['i2']);
    await lock.release();
    expect(Object.keys((await storeAt(disk).read()).records)).toEqual(Object.keys(newer.records));
  });

  it('is told by the highest serial, in whatever order the lines are', async () => {
    const { disk, older } = await twoRuns();
    const [first = '', second = ''] = ((await disk.read(HISTORY)) ?? '').split('\n');
    await disk.replace(LEDGER, older);
    await disk.replace(HISTORY, `${second}\n${first}\n`);
    await expect(storeAt(disk).read()).rejects.toMatchObject({ code: 'ledger-older-than-history' });
  });

  it('is told by the lines before a damaged line', async () => {
    const { disk, older } = await twoRuns();
    const [first = '', second = ''] = ((await disk.read(HISTORY)) ?? '').split('\n');
    await disk.replace(LEDGER, older);
    await disk.replace(HISTORY, `${first}\n${second}\n{"format\n`);
    await expect(storeAt(disk).read()).rejects.toMatchObject({ code: 'ledger-older-than-history' });
  });
});

it('ignores an incomplete last line of the history, and the next fold removes it', async () => {
  const { disk, newer } = await twoRuns();
  await disk.replace(HISTORY, `${await disk.read(HISTORY)}{"format":"trueup.his`);
  expect(await storeAt(disk).read()).toEqual(newer);
  await run(storeAt(disk), created('i3', TIER));
  expect((await storeAt(disk).history()).map(({ run: id }) => id)).toEqual(['run i3', 'run i2', 'run i1']);
});

describe('a fold', () => {
  /** Does something else right before the first read of the file. */
  function before(disk: Disk, name: string, other: () => Promise<unknown>): Disk {
    let pending = true;
    return {
      ...disk,
      async read(file) {
        if (pending && file === name) {
          pending = false;
          await other();
        }
        return disk.read(file);
      },
    };
  }

  it('interrupted between history and ledger leaves a current ledger with its journal', async () => {
    const disk = memoryDisk(clock);
    await run(storeAt(disk), created('i1', TIER));
    const cut: Disk = {
      ...disk,
      replace: async (file, text) => {
        if (file === LEDGER) throw new Error('cut');
        return disk.replace(file, text);
      },
    };
    await expect(run(storeAt(cut), created('i2', SIZE))).rejects.toThrow('cut');
    expect((await disk.read(HISTORY))?.split('\n')).toHaveLength(3);
    expect(await disk.read(JOURNAL)).toBeDefined();
    const { serial, records } = await storeAt(disk).read();
    expect([serial, Object.keys(records)]).toEqual([5, [TIER, SIZE]]);
    await run(storeAt(disk), []);
    expect((await storeAt(disk).history()).map(({ run: id }) => id).sort()).toEqual(['run i1', 'run i2']);
  });

  it.each([HISTORY, LEDGER, JOURNAL])(
    'beside a read that comes to %s makes its ledger newer, never older',
    async (file) => {
      const disk = memoryDisk(clock);
      await run(storeAt(disk), created('i1', TIER));
      const reader = storeAt(before(disk, file, () => run(storeAt(disk), created('i2', SIZE))));
      expect((await reader.read()).serial).toBe(5);
    },
  );
});

describe('a repaired ledger', () => {
  async function repaired(disk: Disk) {
    const store = storeAt(disk);
    const lock = await store.lock('repair');
    const { ledger, calls } = await store.repair();
    await lock.release();
    expect(await storeAt(disk).read()).toEqual(ledger);
    return { ledger, ids: calls.map(({ id }) => id) };
  }

  it('has the applied calls of the history and a newer serial', async () => {
    const { disk, older, newer } = await twoRuns();
    await disk.replace(LEDGER, older);
    const { ledger, ids } = await repaired(disk);
    expect(ids).toEqual(['i2']);
    const recorded = Object.fromEntries(
      Object.entries(newer.records).map(([address, one]) => [
        address,
        address === SIZE ? { ...one, basis: 'recorded' } : one,
      ]),
    );
    expect(ledger).toEqual({ ...newer, serial: newer.serial + 1, records: recorded });
    // A journal that was folded in and not removed is still known.
    expect(JSON.parse((await disk.read(LEDGER)) ?? '').folded).toBe(JSON.parse(older).folded);
    await run(storeAt(disk), [forget(SIZE)]);
    expect(Object.keys((await storeAt(disk).read()).records)).toEqual([TIER]);
    expect(await storeAt(disk).history()).toHaveLength(2);
  });

  it('is made of the history alone where there is none', async () => {
    const { disk, newer } = await twoRuns();
    await disk.remove(LEDGER);
    const { ledger, ids } = await repaired(disk);
    expect([ids, ledger.lineage, ledger.serial, Object.keys(ledger.records)]).toEqual([
      ['i1', 'i2'],
      newer.lineage,
      newer.serial + 1,
      [TIER, SIZE],
    ]);
  });

  it('closes applied calls, keeps other calls open, and keeps known ids', async () => {
    const disk = memoryDisk(clock);
    const open = (id: string) => intend(id, { covers: [SIZE], records: { [SIZE]: aRecord(SIZE) } });
    await run(storeAt(disk), [record(SIZE, { id: '7' }), open('i1'), open('i2')]);
    const older = (await disk.read(LEDGER)) ?? '';
    await run(storeAt(disk), [settle('i1', 'applied', { [SIZE]: aRecord(SIZE, { fields: { label: 'Later' } }) })]);
    await disk.replace(LEDGER, older);
    const { ledger } = await repaired(disk);
    expect(ledger.intentions.map(({ id }) => id)).toEqual(['i2']);
    expect(ledger.records[SIZE]).toMatchObject({ id: '7', fields: { label: 'Later' } });
  });

  it('is not written once the lock is gone', async () => {
    const { disk, older } = await twoRuns();
    await disk.replace(LEDGER, older);
    const robbed: Disk = {
      ...disk,
      async read(file) {
        if (file === LEDGER) await disk.remove('sandbox.lock');
        return disk.read(file);
      },
    };
    const store = storeAt(robbed);
    await store.lock('repair');
    await expect(store.repair()).rejects.toMatchObject({ code: 'ledger-lock-lost' });
    expect(await disk.read(LEDGER)).toBe(older);
  });

  it('keeps an unfolded journal if nothing is to be restored', async () => {
    const { disk } = await twoRuns();
    const store = storeAt(disk);
    const lock = await store.lock('apply');
    await store.append([forget(TIER)]);
    await lock.release();
    const journal = await disk.read(JOURNAL);
    expect((await repaired(disk)).ids).toEqual([]);
    expect(await disk.read(JOURNAL)).toBe(journal);
  });

  it('drops resources that a call removed', async () => {
    const disk = memoryDisk(clock);
    await run(storeAt(disk), created('i1', TIER));
    const older = (await disk.read(LEDGER)) ?? '';
    await run(storeAt(disk), [intend('i2'), settle('i2', 'applied', { [TIER]: null })]);
    await disk.replace(LEDGER, older);
    expect((await repaired(disk)).ledger.records).toEqual({});
  });

  it('is the same where it was as new as its history', async () => {
    const { disk, newer } = await twoRuns();
    const text = await disk.read(LEDGER);
    expect(await repaired(disk)).toEqual({ ledger: newer, ids: [] });
    expect(await disk.read(LEDGER)).toBe(text);
  });

  it('requires the lock and an intact history', async () => {
    const { disk, older } = await twoRuns();
    await disk.replace(LEDGER, older);
    await expect(storeAt(disk).repair()).rejects.toMatchObject({ code: 'ledger-not-locked' });
    await disk.replace(HISTORY, `{"form\n${await disk.read(HISTORY)}`);
    const store = storeAt(disk);
    await store.lock('repair');
    await expect(store.repair()).rejects.toMatchObject({ code: 'history-damaged' });
    expect(await disk.read(LEDGER)).toBe(older);
  });
});

describe('a history that is too long to be read each time', () => {
  let dir: string;
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'trueup-age-'));
  });
  afterEach(() => rm(dir, { recursive: true }));

  const store = () => fileStore({ dir, name: 'sandbox', clock, newId });
  const text = () => readFile(join(dir, LEDGER), 'utf8');
  const put = (ledger: string) => writeFile(join(dir, LEDGER), ledger);
  /** Writes several times as many records as the check reads from the end. */
  const many = (prefix: string) =>
    Array.from({ length: 400 }, (_, at) => created(`${prefix}${at}`, TIER, prefix)).flat();

  it('tells by its end, and by all of it for a ledger that came back', async () => {
    await run(store(), created('first', TIER));
    const first = await text();
    await run(store(), many('a'));
    expect((await readFile(join(dir, HISTORY))).length).toBeGreaterThan(2 * 64 * 1024);
    const refused = { code: 'ledger-older-than-history', message: expect.stringContaining('up to serial 803') };
    await put(first);
    await expect(store().read()).rejects.toMatchObject(refused);
    // The file is replaced by another ledger for a while.
    await put(first.replace(/"lineage": ".*"/, '"lineage": "another"'));
    await run(store(), many('b'));
    await put(first);
    await expect(store().read()).rejects.toMatchObject(refused);
  });
});
