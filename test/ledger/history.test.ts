import { describe, expect, it } from 'vitest';
import type { Disk } from '../../src/ledger/disk.ts';
import { bounded } from '../../src/ledger/history-file.ts';
import { memoryDisk } from '../../src/ledger/memory-store.ts';
import { storeOn } from '../../src/ledger/store.ts';
import type { JournalEntry } from '../../src/model/ledger.ts';
import { mortal } from '../laws/crash.ts';
import { counting, testClock } from './clock.ts';
import { anAppliedCall, anIntention, aRecord, intend, record, SIZE, settle, TIER } from './entries.ts';

const ACCOUNT = { name: 'sandbox', hubId: 1001 };
const FILE = 'sandbox.history.ndjson';
const LEDGER = 'sandbox.ledger.json';
const JOURNAL = 'sandbox.journal.ndjson';
const clock = testClock();

function storeAt(disk: Disk) {
  const self = { owner: 'ann', host: 'here', pid: 1, alive: async () => false };
  return storeOn({ disk, name: 'sandbox', clock, newId: counting('x'), self });
}

async function fold(disk: Disk, entries: readonly JournalEntry[]): Promise<void> {
  const store = storeAt(disk);
  const lock = await store.lock('apply');
  await store.append(entries);
  await store.compact(ACCOUNT);
  await lock.release();
}

const idsIn = async (disk: Disk) =>
  (await storeAt(disk).history()).flatMap(({ calls }) => calls.map(({ id }) => id)).sort();

describe('the history file', () => {
  it('tells runs in the order of the serials, in whatever order the lines are', async () => {
    const disk = memoryDisk(clock);
    const runs = ['r1', 'r2', 'r3'];
    await fold(
      disk,
      runs.flatMap((run) => [intend(run, { run }), settle(run, 'applied')]),
    );
    const [one = '', two = '', three = ''] = ((await disk.read(FILE)) ?? '').split('\n');
    await disk.replace(FILE, `${three}\n${one}\n${two}\n`);
    expect((await storeAt(disk).history()).map(({ run }) => run)).toEqual(['r3', 'r2', 'r1']);
  });

  it('has one line per applied call, without the sent body', async () => {
    const disk = memoryDisk(clock);
    await fold(disk, [intend('i1'), settle('i1', 'applied'), intend('i2'), settle('i2', 'not-applied'), record(SIZE)]);
    const text = (await disk.read(FILE)) ?? '';
    const { lineage } = await storeAt(disk).read();
    expect(text.endsWith('\n')).toBe(true);
    expect(
      text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([{ format: 'trueup.history/1', lineage, serial: 2, ...anAppliedCall('i1') }]);
  });

  it('keeps the applied addresses of a batch with their fields', async () => {
    const disk = memoryDisk(clock);
    const call = {
      endpoint: 'updateAssociationLimits',
      params: { fromObjectType: 'contacts', toObjectType: 'companies' },
      body: { inputs: [{ category: 'USER_DEFINED', typeId: 1, maxToObjectIds: 2 }] },
    } as const;
    const covers = [TIER, SIZE];
    await fold(disk, [
      intend('i1', { call, covers, before: { [TIER]: {}, [SIZE]: {} }, records: {} }),
      settle('i1', 'applied', { [SIZE]: aRecord(SIZE) }),
    ]);
    const [run] = await storeAt(disk).history();
    expect(run?.calls.map(({ covers: kept, writes }) => [kept, writes])).toEqual([
      [[SIZE], ['category', 'maxToObjectIds', 'typeId']],
    ]);
  });

  it('ignores a truncated line and continues in its place', async () => {
    const disk = memoryDisk(clock);
    await fold(disk, [intend('i1'), settle('i1', 'applied')]);
    const ledger = (await disk.read(LEDGER)) ?? '';
    const store = storeAt(disk);
    const lock = await store.lock('apply');
    await store.append([intend('i2'), settle('i2', 'applied')]);
    const journal = (await disk.read(JOURNAL)) ?? '';
    await store.compact(ACCOUNT);
    await lock.release();
    const text = (await disk.read(FILE)) ?? '';
    for (let bytes = text.indexOf('\n') + 2; bytes < text.length; bytes += 1) {
      // A fold that dies here has neither replaced the ledger nor removed the journal.
      await disk.replace(LEDGER, ledger);
      await disk.replace(JOURNAL, journal);
      await disk.replace(FILE, text.slice(0, bytes));
      expect(await idsIn(disk)).toEqual(['i1', 'i2']);
      await fold(disk, []);
      expect(await disk.read(FILE)).toBe(text);
    }
  });

  it('does not count a cut-off line that the ledger beside it is as new as', async () => {
    const disk = memoryDisk(clock);
    await fold(disk, [intend('i1'), settle('i1', 'applied'), intend('i2'), settle('i2', 'applied')]);
    const text = (await disk.read(FILE)) ?? '';
    await disk.replace(FILE, text.slice(0, -1));
    expect(await idsIn(disk)).toEqual(['i1']);
    await fold(disk, [intend('i3'), settle('i3', 'applied')]);
    expect(await idsIn(disk)).toEqual(['i1', 'i3']);
  });

  it('is refused if a line in the middle is damaged, and the ledger continues', async () => {
    const disk = memoryDisk(clock);
    await fold(disk, [intend('i1'), settle('i1', 'applied'), intend('i2'), settle('i2', 'applied')]);
    const text = (await disk.read(FILE)) ?? '';
    await disk.replace(FILE, text.slice(9));
    await expect(storeAt(disk).history()).rejects.toMatchObject({
      code: 'history-damaged',
      message: 'memory/sandbox.history.ndjson is damaged at line 1.',
    });
    await fold(disk, [intend('i3'), settle('i3', 'applied')]);
    expect((await storeAt(disk).read()).intentions).toEqual([]);
    await disk.remove(FILE);
    expect(await storeAt(disk).history()).toEqual([]);
    expect((await storeAt(disk).read()).records).toEqual({ [TIER]: aRecord(TIER) });
  });

  it('is refused when a newer trueup wrote it', async () => {
    const disk = memoryDisk(clock);
    await fold(disk, [record(TIER)]);
    await disk.replace(FILE, '{"format":"trueup.history/2"}\n');
    await expect(storeAt(disk).history()).rejects.toMatchObject({ code: 'history-newer' });
  });

  it('is not taken over by a new ledger of the same name', async () => {
    const disk = memoryDisk(clock);
    await fold(disk, [intend('i1'), settle('i1', 'applied')]);
    const other = (await disk.read('sandbox.ledger.json'))?.replace(/"lineage": ".*"/, '"lineage": "another"') ?? '';
    await disk.replace('sandbox.ledger.json', other);
    expect(await storeAt(disk).history()).toEqual([]);
    expect((await storeAt(disk).read()).lineage).toBe('another');
  });

  it.each(['before', 'half', 'after'] as const)(
    'has each line once if the fold dies (%s a step) and is repeated',
    async (how) => {
      let steps = 0;
      for (let at = 1; ; at += 1) {
        const disk = memoryDisk(clock);
        await fold(disk, [intend('i1'), settle('i1', 'applied'), intend('open', { covers: [SIZE], records: {} })]);
        const unreachable = { send: () => Promise.reject(new Error('not used')), close: async () => undefined };
        const fragile = mortal(unreachable, disk, { at, how });
        const dying = fold(fragile.disk, [intend('i2'), settle('i2', 'applied'), settle('open', 'applied')]);
        const ended = await Promise.race([dying.then(() => 'done'), fragile.died.then(() => 'died')]);
        const { intentions } = await storeAt(disk).read();
        const settled = !intentions.some(({ id }) => id === 'open');
        expect(await idsIn(disk)).toEqual(settled ? ['i1', 'i2', 'open'] : ['i1']);
        await fold(disk, []);
        expect(await idsIn(disk)).toEqual(settled ? ['i1', 'i2', 'open'] : ['i1']);
        steps = at;
        if (ended === 'done') break;
      }
      expect(steps).toBeGreaterThan(5);
    },
  );
});

describe('the bound of a history', () => {
  const line = (run: string, id: string) => ({ text: `${run}${id}`.padEnd(9, '.'), id, run });
  const lines = [line('a', '1'), line('b', '1'), line('b', '2'), line('a', '2'), line('c', '1')];

  it('keeps the runs that were written last, each whole', () => {
    const ids = (runs: number, bytes: number) => bounded(lines, { runs, bytes }).map(({ text }) => text.slice(0, 2));
    expect(ids(3, 50)).toEqual(['a1', 'b1', 'b2', 'a2', 'c1']);
    expect(ids(2, 50)).toEqual(['a1', 'a2', 'c1']);
    expect(ids(3, 49)).toEqual(['a1', 'a2', 'c1']);
    expect(ids(3, 29)).toEqual(['c1']);
  });

  it('keeps the newest run although it is larger, and everything while a line is damaged', () => {
    expect(bounded(lines, { runs: 1, bytes: 1 })).toEqual([line('c', '1')]);
    const damaged = [{ text: '{"format' }, ...lines];
    expect(bounded(damaged, { runs: 1, bytes: 1 })).toEqual(damaged);
  });

  it.each(['null', '1', '"id run"', '{"id":"a"}', '{"run":"a"}', '{"torn'])(
    'drops nothing while a line is %s, and goes on behind it',
    async (damaged) => {
      const disk = memoryDisk(clock);
      const many = (prefix: string) =>
        Array.from({ length: 30 }, (_, at) => `${prefix}${at}`).flatMap((run) => [
          intend(run, anIntention(run, { run })),
          settle(run, 'applied'),
        ]);
      await fold(disk, many('a'));
      await disk.replace(FILE, `${await disk.read(FILE)}${damaged}\n`);
      await fold(disk, many('b'));
      expect((await disk.read(FILE))?.split('\n')).toHaveLength(30 + 1 + 30 + 1);
    },
  );

  it('holds what several folds wrote, each call once', async () => {
    const disk = memoryDisk(clock);
    const entries = (from: number) =>
      Array.from({ length: 30 }, (_, at) => `run${from + at}`).flatMap((run) => [
        intend(run, anIntention(run, { run })),
        settle(run, 'applied'),
      ]);
    await fold(disk, entries(0));
    await fold(disk, entries(30));
    const ids = ((await disk.read(FILE)) ?? '')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).id);
    expect(ids).toEqual(Array.from({ length: 50 }, (_, at) => `run${10 + at}`));
  });

  it('is reached before the file is written anew', async () => {
    const disk = memoryDisk(clock);
    const replaced: string[] = [];
    const watched: Disk = {
      ...disk,
      async replace(file, text) {
        replaced.push(file);
        await disk.replace(file, text);
      },
    };
    await fold(watched, [intend('i1'), settle('i1', 'applied')]);
    await fold(watched, [intend('i2'), settle('i2', 'applied')]);
    expect(replaced).toEqual([LEDGER, LEDGER]);
  });

  it('holds 50 runs', async () => {
    const disk = memoryDisk(clock);
    const runs = Array.from({ length: 52 }, (_, at) => `run${at}`);
    await fold(
      disk,
      runs.flatMap((run) => [intend(run, anIntention(run, { run })), settle(run, 'applied')]),
    );
    expect((await storeAt(disk).history()).map(({ run }) => run)).toEqual(runs.slice(2).reverse());
  });
});
