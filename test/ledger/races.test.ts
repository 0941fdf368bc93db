import { describe, expect, it } from 'vitest';
import type { Disk } from '../../src/ledger/disk.ts';
import { memoryDisk } from '../../src/ledger/memory-store.ts';
import { storeOn } from '../../src/ledger/store.ts';
import type { LedgerStore } from '../../src/model/ledger.ts';
import { counting, testClock } from './clock.ts';
import { aRecord, record, SIZE, TIER } from './entries.ts';

const ACCOUNT = { name: 'sandbox', hubId: 1001 };

function storeOf(disk: Disk, { pid, alive }: { pid: number; alive: (pid: number) => boolean }): LedgerStore {
  const self = { owner: `process ${pid}`, host: 'h', pid, alive: async (other: { pid: number }) => alive(other.pid) };
  return storeOn({ disk, name: 'sandbox', clock: testClock(), newId: counting(`p${pid}-`), self });
}

/** Does something else, once, right before the first step that matches. */
function interrupted(disk: Disk, step: 'read' | 'create', file: RegExp, other: () => Promise<unknown>): Disk {
  let pending = true;
  const before = async (name: string): Promise<void> => {
    if (!pending || !file.test(name)) return;
    pending = false;
    await other();
  };
  return {
    ...disk,
    read: async (name) => {
      if (step === 'read') await before(name);
      return disk.read(name);
    },
    create: async (name, text) => {
      if (step === 'create') await before(name);
      return disk.create(name, text);
    },
  };
}

describe('a read beside a fold', () => {
  it('sees the ledger before or after it, never half of it', async () => {
    const disk = memoryDisk(testClock());
    const writer = storeOf(disk, { pid: 1, alive: () => true });
    await writer.lock('apply');
    await writer.append([record(TIER)]);
    await writer.compact(ACCOUNT);
    await writer.append([record(SIZE)]);
    const reader = storeOf(
      interrupted(disk, 'read', /journal/, () => writer.compact(ACCOUNT)),
      { pid: 2, alive: () => true },
    );
    expect((await reader.read()).records).toEqual({ [TIER]: aRecord(TIER), [SIZE]: aRecord(SIZE) });
  });
});

describe('a read of a ledger that changes', () => {
  /** The ledger file shows another serial with each of so many looks. */
  async function changing(looks: number) {
    const disk = memoryDisk(testClock());
    const writer = storeOf(disk, { pid: 1, alive: () => true });
    await writer.lock('apply');
    await writer.append([record(TIER)]);
    await writer.compact(ACCOUNT);
    let left = looks;
    const moving: Disk = {
      ...disk,
      read: async (name) => {
        const text = await disk.read(name);
        if (!name.endsWith('.ledger.json')) return text;
        if (left > 0) left -= 1;
        return text?.replace(/"serial": \d+/, `"serial": ${100 + left}`);
      },
    };
    return storeOf(moving, { pid: 2, alive: () => true }).read();
  }

  it('begins anew up to twenty times, and is then refused', async () => {
    expect((await changing(20)).serial).toBe(100);
    await expect(changing(21)).rejects.toMatchObject({
      code: 'ledger-busy',
      message: 'memory/sandbox.ledger.json changes faster than it can be read.',
    });
  });
});

describe('a lock that is given back right after it was seen', () => {
  const alive = () => true;

  it('is taken', async () => {
    const disk = memoryDisk(testClock());
    const first = await storeOf(disk, { pid: 1, alive }).lock('apply');
    const second = storeOf(
      interrupted(disk, 'read', /lock/, () => first.release()),
      { pid: 2, alive },
    );
    await second.lock('apply');
    await expect(storeOf(disk, { pid: 3, alive }).lock('apply')).rejects.toThrow('The ledger is locked by process 2');
  });

  it('is refused with the name of a quicker third writer', async () => {
    const disk = memoryDisk(testClock());
    const first = await storeOf(disk, { pid: 1, alive }).lock('apply');
    const third = storeOf(disk, { pid: 3, alive });
    const released = interrupted(disk, 'read', /lock/, () => first.release());
    const tries: string[] = [];
    const slow: Disk = {
      ...released,
      create: async (file, text) => {
        tries.push(file);
        if (tries.length === 2) await third.lock('apply');
        return released.create(file, text);
      },
    };
    await expect(storeOf(slow, { pid: 2, alive }).lock('apply')).rejects.toThrow('The ledger is locked by process 3');
    expect(tries).toHaveLength(2);
  });
});

describe('a take-over', () => {
  it('leaves the lock to a quicker writer', async () => {
    const disk = memoryDisk(testClock());
    const alive = (pid: number) => pid !== 1;
    await storeOf(disk, { pid: 1, alive }).lock('apply');
    const quick = storeOf(disk, { pid: 2, alive });
    const slow = storeOf(
      interrupted(disk, 'create', /lock\../, () => quick.lock('apply')),
      { pid: 3, alive },
    );
    await expect(slow.lock('apply')).rejects.toThrow('The ledger is locked by process 2');
    await quick.append([record(TIER)]);
    expect((await quick.compact(ACCOUNT)).records).toEqual({ [TIER]: aRecord(TIER) });
  });

  it('is refused to those that come while it goes on', async () => {
    const disk = memoryDisk(testClock());
    const alive = (pid: number) => pid !== 1;
    await storeOf(disk, { pid: 1, alive }).lock('apply');
    const late = storeOf(disk, { pid: 3, alive });
    const tries: Promise<unknown>[] = [];
    const first = storeOf(
      {
        ...disk,
        replace: async (file, text) => {
          tries.push(expect(late.lock('apply')).rejects.toMatchObject({ code: 'ledger-locked' }));
          await Promise.all(tries);
          return disk.replace(file, text);
        },
      },
      { pid: 2, alive },
    );
    await first.lock('apply');
    expect(tries).toHaveLength(1);
  });
});
