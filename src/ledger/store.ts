/** A ledger store on any disk: journal first, shared flushes, and a fold that may be cut off at any point. */

import type { Clock, NewId } from '../contract/clock.ts';
import { LedgerError } from '../errors.ts';
import type { LedgerStore } from '../model/ledger.ts';
import { appliedCalls } from './applied-calls.ts';
import type { Disk, Self } from './disk.ts';
import { foldIn } from './fold.ts';
import { parseHistory, runsOf } from './history.ts';
import { type JournalWriter, journalWriter } from './journal-writer.ts';
import { acquire, currentHolder, holds, LOCK_LOST, release } from './lock.ts';
import { neighboursOf } from './neighbours.ts';
import { rebuild } from './rebuild.ts';
import { fileNames, lineageOf, readState } from './state.ts';

export interface StoreParts {
  readonly disk: Disk;
  /** Name of the account. */
  readonly name: string;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly self: Self;
}

/** What whoever makes a store has to hand in, in words. */
export const STORE_NEEDS = {
  name: 'of the account',
  clock: 'such as systemClock of trueup/client',
  newId: 'such as randomUUID of node:crypto',
} as const;

interface Held {
  readonly token: string;
  /** Opened by the first append after the lock or a fold. */
  writer: Promise<JournalWriter> | undefined;
}

export function storeOn(parts: StoreParts): LedgerStore {
  const { disk, name, clock, newId, self } = parts;
  const files = fileNames(name);
  let held: Held | undefined;

  const read = () => readState(disk, files, name);
  const needLock = (): Held => {
    if (held !== undefined) return held;
    throw new LedgerError('ledger-not-locked', `The ledger of ${name} is written to without its lock.`, {
      hint: 'Call lock() first and release it when everything is done.',
    });
  };
  const requireHeld = async ({ token }: Held): Promise<void> => {
    if (await holds(disk, files.lock, token)) return;
    throw new LedgerError(
      'ledger-lock-lost',
      `The lock on the ledger of ${name} was removed or taken by someone else.`,
      {
        hint: LOCK_LOST,
      },
    );
  };
  /** A disk that refuses writes without the lock looks already: a look of ours would only cost a call. */
  const guardOf = (lock: Held) => (disk.keepsLocks === true ? async () => undefined : () => requireHeld(lock));
  const openWriter = async (lock: Held): Promise<JournalWriter> => {
    const { ledger, journal } = await read();
    const lineage = lineageOf(ledger, newId);
    const header = { format: 'trueup.journal/1', id: newId(), lineage, serial: ledger.serial } as const;
    const file = await disk.openAppend(files.journal);
    return journalWriter(file, { header, found: journal, guard: guardOf(lock) });
  };

  return {
    location: async () => ({ place: `${disk.place}/${files.ledger}` }),

    neighbours: () => neighboursOf(disk, name),

    read: async () => (await read()).ledger,

    async history() {
      // The ledger first: a fold that comes between moves calls from the journal to the history, and they count once.
      const { base, journal } = await read();
      const kept = parseHistory((await disk.read(files.history)) ?? '', `${disk.place}/${files.history}`);
      const ours = kept.filter(({ lineage }) => lineage === base.lineage);
      return runsOf([...ours, ...appliedCalls(base, journal?.entries ?? [])].map(({ call }) => call));
    },

    holder: () => currentHolder({ disk, file: files.lock, self, clock }),

    async lock(purpose) {
      const token = await acquire({ disk, file: files.lock, purpose, self, clock, newId });
      const mine: Held = { token, writer: undefined };
      held = mine;
      return {
        async release() {
          if (held === mine) held = undefined;
          await closeWriter(mine);
          await release(disk, files.lock, token);
        },
      };
    },

    async append(entries) {
      const lock = needLock();
      if (entries.length === 0) return requireHeld(lock);
      lock.writer ??= openWriter(lock);
      await (await lock.writer).append(entries);
    },

    async compact(account) {
      const lock = needLock();
      await closeWriter(lock);
      await requireHeld(lock);
      return foldIn({ disk, files, newId, guard: guardOf(lock) }, await read(), account);
    },

    async rebuild() {
      const lock = needLock();
      await closeWriter(lock);
      await requireHeld(lock);
      return rebuild({ disk, files, name, guard: guardOf(lock) });
    },
  };
}

async function closeWriter(lock: Held): Promise<void> {
  const writer = lock.writer;
  lock.writer = undefined;
  // One that could not be opened has told its caller already, and has nothing to close.
  const opened = await writer?.catch(() => undefined);
  await opened?.close();
}
