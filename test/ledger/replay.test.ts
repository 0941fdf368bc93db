import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Disk } from '../../src/ledger/disk.ts';
import { parseLedger, writeLedger } from '../../src/ledger/format.ts';
import { memoryDisk } from '../../src/ledger/memory-store.ts';
import { replay } from '../../src/ledger/replay.ts';
import { storeOn } from '../../src/ledger/store.ts';
import type { JournalEntry, Ledger } from '../../src/model/ledger.ts';
import { counting, testClock } from './clock.ts';
import { aRecord, forget, intend, record, SIZE, settle, TIER } from './entries.ts';

const EMPTY: Ledger = {
  format: 'trueup.ledger/1',
  lineage: 'l',
  serial: 0,
  account: { name: 'sandbox', hubId: null },
  records: {},
  intentions: [],
};

const entry: fc.Arbitrary<JournalEntry> = fc.oneof(
  fc.constantFrom('i1', 'i2', 'i3').map((id) => intend(id)),
  fc
    .tuple(fc.constantFrom('i1', 'i2', 'i3'), fc.constantFrom('applied' as const, 'not-applied' as const))
    .map(([id, as]) => settle(id, as)),
  fc.tuple(fc.constantFrom(TIER, SIZE), fc.string()).map(([at, label]) => record(at, { fields: { label } })),
  fc.constantFrom(TIER, SIZE).map(forget),
);

describe('replay', () => {
  it('takes over the records of a settlement instead of those of the intention', () => {
    const entries = [intend('i1'), settle('i1', 'applied', { [TIER]: aRecord(TIER, { id: '7' }) })];
    expect(replay(EMPTY, entries)).toEqual({ ...EMPTY, serial: 2, records: { [TIER]: aRecord(TIER, { id: '7' }) } });
  });

  it('drops a record that a settlement sets to null', () => {
    const entries = [record(TIER), intend('i1', { records: { [TIER]: null } }), settle('i1', 'applied')];
    expect(replay(EMPTY, entries)).toEqual({ ...EMPTY, serial: 3 });
  });

  it('lets the first settlement of an intention stand', () => {
    const entries = [intend('i1'), settle('i1', 'not-applied'), settle('i1', 'applied')];
    expect(replay(EMPTY, entries)).toEqual({ ...EMPTY, serial: 3 });
  });

  it('gives the same in one go as in two', () => {
    fc.assert(
      fc.property(fc.array(entry), fc.array(entry), (first, second) => {
        expect(replay(replay(EMPTY, first), second)).toEqual(replay(EMPTY, [...first, ...second]));
      }),
    );
  });

  it('survives being written and read', () => {
    fc.assert(
      fc.property(fc.array(entry), fc.option(fc.uuid(), { nil: undefined }), (entries, folded) => {
        const stored = { ledger: replay(EMPTY, entries), folded };
        expect(parseLedger(writeLedger(stored), 'x')).toEqual(stored);
      }),
    );
  });
});

describe('a store whose process dies', () => {
  it('keeps every confirmed entry and at most a part of the last append', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.oneof(
            { weight: 3, arbitrary: fc.array(entry, { minLength: 1, maxLength: 3 }) },
            { weight: 1, arbitrary: fc.constant('compact' as const) },
          ),
          { maxLength: 8 },
        ),
        fc.nat(30),
        async (steps, survives) => {
          const clock = testClock();
          const disk = memoryDisk(clock);
          const store = (on: Disk, prefix: string) =>
            storeOn({
              disk: on,
              name: 'sandbox',
              clock,
              newId: counting(prefix),
              self: { owner: 'ann', host: 'h', pid: 1, alive: async () => false },
            });
          const dying = store(cutOff(disk, survives), 'a');
          const confirmed: JournalEntry[] = [];
          let pending: readonly JournalEntry[] = [];
          try {
            await dying.lock('apply');
            for (const step of steps) {
              pending = step === 'compact' ? [] : step;
              if (step === 'compact') await dying.compact({ name: 'sandbox', hubId: null });
              else await dying.append(step);
              confirmed.push(...pending);
              pending = [];
            }
          } catch (error) {
            expect(error).toBe(DEATH);
          }
          const after = store(disk, 'b');
          await after.lock('apply');
          const { lineage, ...found } = await after.read();
          const possible = Array.from({ length: pending.length + 1 }, (_, whole) => {
            const { lineage: __, ...rest } = replay(EMPTY, [...confirmed, ...pending.slice(0, whole)]);
            return rest;
          });
          expect(possible).toContainEqual(found);
          await after.append([record(TIER)]);
          const { serial, records } = await after.compact({ name: 'sandbox', hubId: null });
          expect([serial, records[TIER]]).toEqual([found.serial + 1, aRecord(TIER)]);
        },
      ),
    );
  });
});

const DEATH = new Error('the process died');

/** A disk that stops for good after so many changing steps; a step that is cut off half-way leaves half an append. */
function cutOff(disk: Disk, survives: number): Disk {
  let left = survives;
  const step = async <T>(work: () => Promise<T>, half: () => Promise<unknown> = async () => undefined): Promise<T> => {
    left -= 1;
    if (left === -1) await half();
    if (left < 0) throw DEATH;
    return work();
  };
  return {
    ...disk,
    replace: (file, text) => step(() => disk.replace(file, text)),
    create: (file, text) => step(() => disk.create(file, text)),
    remove: (file) => step(() => disk.remove(file)),
    openAppend: (file) =>
      step(async () => {
        const open = await disk.openAppend(file);
        return {
          append: (text) =>
            step(
              () => open.append(text),
              () => open.append(text.slice(0, text.length / 2)),
            ),
          truncate: (bytes) => step(() => open.truncate(bytes)),
          own: () => open.own(),
          close: () => open.close(),
        };
      }),
  };
}
