/** A ledger store on any disk: journal first, shared flushes, and a fold that can be interrupted at any point. */

import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Clock, NewId } from '../contract/clock.ts';
import { defined } from '../contract/defined.ts';
import { parseWith } from '../contract/parse-with.ts';
import { LedgerError } from '../errors.ts';
import type { LedgerStore, NeighbourLedger } from '../model/ledger.ts';
import { appliedCalls } from './applied-calls.ts';
import type { Disk, Self } from './disk.ts';
import { journalLost, ledgerReplaced } from './displaced.ts';
import { foldIn } from './fold.ts';
import { groupRuns, parseHistory } from './history.ts';
import { type JournalWriter, journalWriter, type Recalled } from './journal-writer.ts';
import { acquire, currentHolder, holds, LOCK_LOST, release } from './lock.ts';
import { requireProject } from './project.ts';
import { repair } from './repair.ts';
import { AppsShape } from './schema.ts';
import {
  type FileNames,
  fileNames,
  fileNamesOfApp,
  findLineage,
  isKept,
  isOfApp,
  nameOfApp,
  readState,
  type State,
} from './state.ts';

export interface StoreParts {
  /** Location of the files: a folder, or rows of a database. */
  readonly disk: Disk;
  /** Name of the account. */
  readonly name: string;
  /** Named after the account when left out. */
  readonly files?: FileNames | undefined;
  /** Disk for files of other names, if it is another disk. */
  readonly diskFor?: ((files: FileNames) => Disk) | undefined;
  /**
   * Project of the ledger, if several projects share the location. It is written into the ledger, and ledgers of other projects are
   * rejected.
   */
  readonly project?: string | undefined;
  readonly clock: Clock;
  readonly newId: NewId;
  /** The process that takes the lock, and its test whether another holder still runs. */
  readonly self: Self;
}

/** Required options of a store, with descriptions. */
export const STORE_NEEDS = {
  name: 'of the account',
  clock: 'such as systemClock of trueup/client',
  newId: 'such as randomUUID of node:crypto',
} as const;

/** A store that also keeps the ledgers of apps on the same disk. */
export interface StoreWithApps extends LedgerStore {
  ofApp(app: string): StoreWithApps;
}

interface Held {
  readonly token: string;
  /** Opened by the first append after the lock or a fold. */
  writer: Promise<JournalWriter> | undefined;
  /** Mark of the ledger file at the last read or write under this lock. Undefined before the first read. */
  mark: string | undefined;
}

/**
 * The ledger of one account on any disk, with the rules of every store. An intention is durable before its call. A fold can be interrupted
 * at any point. A file that another process replaced is not overwritten. Touches nothing before its first use. Throws LedgerError, and
 * passes on errors of the disk.
 */
export function storeOn(parts: StoreParts): StoreWithApps {
  const { disk, name, project, clock, newId, self } = parts;
  const { files = fileNames(name) } = parts;
  const journalPath = `${disk.location}/${files.journal}`;
  let held: Held | undefined;

  const read = async (): Promise<State> => {
    const state = await readState(disk, files, name);
    requireProject(state.base, project, `${disk.location}/${files.ledger}`);
    return state;
  };
  const needLock = (): Held => {
    if (held !== undefined) return held;
    throw new LedgerError('ledger-not-locked', `Writing the ledger of ${name} requires its lock.`, {
      hint: 'Call lock() first and release it when everything is done.',
    });
  };
  const requireHeld = async ({ token }: Held): Promise<void> => {
    if (await holds(disk, files.lock, token)) return;
    throw new LedgerError(
      'ledger-lock-lost',
      `The lock on the ledger of ${name} was removed or taken by another run.`,
      {
        hint: LOCK_LOST,
      },
    );
  };
  /** A disk that refuses writes without the lock checks it already. Another read would only cost a call. */
  const guardOf = (lock: Held) => (disk.keepsLocks === true ? async () => undefined : () => requireHeld(lock));
  /** No other process may write the ledger file while the lock is held. A replaced file is not overwritten. */
  const requireSame = (lock: Held, text: string | undefined): void => {
    const mark = hashMark(text);
    if (lock.mark !== undefined && lock.mark !== mark) throw ledgerReplaced(`${disk.location}/${files.ledger}`);
    lock.mark = mark;
  };
  const openWriter = async (lock: Held): Promise<JournalWriter> => {
    const { text, ledger, journal } = await read();
    requireSame(lock, text);
    const lineage = findLineage(ledger, newId);
    const header = { format: 'trueup.journal/1', id: newId(), lineage, serial: ledger.serial } as const;
    const file = await disk.openAppend(files.journal);
    return journalWriter(file, { path: journalPath, header, found: journal, guard: guardOf(lock) });
  };
  /** Returns the journal that this lock wrote, or the journal on the disk. */
  const journalOf = async (lock: Held): Promise<Recalled> => {
    const find = () => disk.read(files.journal);
    // A journal that could not be opened was reported and has no entries.
    const writer = await lock.writer?.catch(() => undefined);
    if (writer === undefined) return unwritten(await find());
    const recalled = await writer.recall(find);
    const { found, written } = recalled;
    if (written === undefined) throw journalLost(journalPath, false);
    // Restores the file, so that an interrupted fold leaves it on the disk.
    if (found === undefined) await disk.create(files.journal, written);
    return recalled;
  };

  return {
    ...defined({ project }),

    location: async () => ({ path: `${disk.location}/${files.ledger}` }),

    appsKnown: () => findNeighbours(disk, files),

    neighbours: () => findNeighbours(disk, files),

    async sharers(app) {
      const others = await findNeighbours(disk, files);
      return others.flatMap(({ name, apps }) => (Object.hasOwn(apps, app) ? [name] : []));
    },

    ofApp(app) {
      const own = fileNamesOfApp(app);
      const { project: _, ...shared } = parts;
      return storeOn({ ...shared, disk: parts.diskFor?.(own) ?? disk, name: nameOfApp(app), files: own });
    },

    isThere: async () => (await disk.list()).some((file) => isKept(file, files)),

    read: async () => (await read()).ledger,

    async history() {
      // The ledger first: a fold that comes between moves calls from the journal to the history, and they count once.
      const { base, journal } = await read();
      const kept = parseHistory((await disk.read(files.history)) ?? '', `${disk.location}/${files.history}`);
      const ours = kept.filter(({ lineage }) => lineage === base.lineage);
      return groupRuns([...ours, ...appliedCalls(base, journal?.entries ?? [])]);
    },

    holder: () => currentHolder({ disk, file: files.lock, self, clock }),

    async lock(purpose) {
      const token = await acquire({ disk, file: files.lock, purpose, self, clock, newId });
      const mine: Held = { token, writer: undefined, mark: undefined };
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
      if (entries.length === 0) {
        await requireHeld(lock);
        return (await lock.writer)?.requireOurs();
      }
      lock.writer ??= openWriter(lock);
      await (await lock.writer).append(entries);
    },

    async compact(account) {
      const lock = needLock();
      try {
        await requireHeld(lock);
        const { found, written, reported, displaced } = await journalOf(lock);
        const ledgerText = await disk.read(files.ledger);
        requireSame(lock, ledgerText);
        const state = await readState(disk, files, name, { ledger: ledgerText, journal: written });
        requireProject(state.base, project, `${disk.location}/${files.ledger}`);
        const keepsFile = displaced && found !== undefined;
        const fold = { disk, files, newId, guard: guardOf(lock), keepsFile, ...defined({ project }) };
        const { ledger, text } = await foldIn(fold, state, account);
        lock.mark = hashMark(text);
        if (displaced && !reported) throw journalLost(journalPath, true);
        return ledger;
      } finally {
        await closeWriter(lock);
      }
    },

    async repair() {
      const lock = needLock();
      await closeWriter(lock);
      await requireHeld(lock);
      lock.mark = undefined;
      return repair({ disk, files, name, guard: guardOf(lock) });
    },
  };
}

/** Nothing was written under the lock: what lies there counts. */
function unwritten(found: string | undefined): Recalled {
  return { found, written: found, displaced: false, reported: false };
}

/** Tells one text from another; the ledger of a large account is not kept for it. */
function hashMark(text: string | undefined): string {
  return text === undefined ? 'none' : createHash('sha256').update(text).digest('hex');
}

async function closeWriter(lock: Held): Promise<void> {
  const writer = lock.writer;
  lock.writer = undefined;
  // A journal that could not be opened was reported and needs no closing.
  const opened = await writer?.catch(() => undefined);
  await opened?.close();
}

const Head = z.looseObject({
  account: z.looseObject({ name: z.string(), hubId: z.int().nullable() }),
  apps: AppsShape.default({}),
});

/** Reads the heads of the ledgers of other accounts in a location: the account, and its views of the ledgers of apps. */
async function findNeighbours(disk: Disk, own: FileNames): Promise<readonly NeighbourLedger[]> {
  const files = (await disk.list()).filter(
    (file) => file.endsWith('.ledger.json') && file !== own.ledger && !isOfApp(file),
  );
  const found = await Promise.all(files.sort().map(async (file) => parseHead((await disk.read(file)) ?? '')));
  return found.flatMap((head) => (head === undefined ? [] : [{ ...head.account, apps: head.apps }]));
}

/** Sorted keys put the records, which are nearly all of the text, behind the head. */
const RECORDS = /,\n {2}"records": \{/;

/** Returns undefined for a damaged ledger. The run of its account reports the damage. */
function parseHead(text: string): z.infer<typeof Head> | undefined {
  const end = RECORDS.exec(text)?.index;
  try {
    const result = parseWith(Head, JSON.parse(end === undefined ? text : `${text.slice(0, end)}}`));
    return result.success ? result.data : undefined;
  } catch {
    return undefined;
  }
}
