/** A ledger store on any disk: journal first, shared flushes, and a fold that may be cut off at any point. */

import type { Clock, NewId } from '../contract/clock.ts';
import { LedgerError } from '../errors.ts';
import { LEDGER_FORMAT, type Ledger, type LedgerStore } from '../model/ledger.ts';
import { appliedCalls } from './applied-calls.ts';
import type { Disk, Self } from './disk.ts';
import { type AccountIdentity, parseLedger, requireAccount, type StoredLedger, writeLedger } from './format.ts';
import { parseHistory, runsOf } from './history.ts';
import { keepCalls } from './history-file.ts';
import { type Journal, parseJournal } from './journal.ts';
import { type JournalWriter, journalWriter } from './journal-writer.ts';
import { acquire, holds, release } from './lock.ts';
import { replay } from './replay.ts';

export interface StoreParts {
  readonly disk: Disk;
  /** Name of the account. */
  readonly name: string;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly self: Self;
}

interface State {
  /** As in the file; undefined when there is none. */
  readonly stored: StoredLedger | undefined;
  /** The journal that continues it; undefined when there is none or it was folded in already. */
  readonly journal: Journal | undefined;
  /** A journal file lies there that no longer counts. */
  readonly leftover: boolean;
  /** Without the journal. */
  readonly base: Ledger;
  readonly ledger: Ledger;
}

interface Held {
  readonly token: string;
  /** Opened by the first append after the lock or a fold. */
  writer: Promise<JournalWriter> | undefined;
}

/** Reads that meet a fold in progress start over at most this often. */
const READ_TRIES = 20;

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
  const openWriter = async (): Promise<JournalWriter> => {
    const { ledger, journal } = await read();
    const lineage = lineageOf(ledger, newId);
    const header = { format: 'trueup.journal/1', id: newId(), lineage, serial: ledger.serial } as const;
    return journalWriter(await disk.openAppend(files.journal), { header, found: journal });
  };

  return {
    read: async () => (await read()).ledger,

    async history() {
      // The ledger first: a fold that comes between moves calls from the journal to the history, and they count once.
      const { base, journal } = await read();
      const kept = parseHistory((await disk.read(files.history)) ?? '', `${disk.place}/${files.history}`);
      const ours = kept.filter(({ lineage }) => lineage === base.lineage).map(({ call }) => call);
      return runsOf([...ours, ...appliedCalls(base, journal?.entries ?? [])]);
    },

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
      if (entries.length === 0) return;
      lock.writer ??= openWriter();
      await (await lock.writer).append(entries);
    },

    async compact(account) {
      const lock = needLock();
      await closeWriter(lock);
      if (!(await holds(disk, files.lock, lock.token))) {
        throw new LedgerError('ledger-lock-lost', `The lock on the ledger of ${name} was taken by someone else.`, {
          hint: 'Nothing is lost: the journal is folded in by the next run.',
        });
      }
      return foldIn({ disk, files, newId }, await read(), account);
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

interface FileNames {
  readonly ledger: string;
  readonly journal: string;
  readonly history: string;
  readonly lock: string;
}

/** The name is encoded, so that it cannot leave the folder or mean something to a file system. */
function fileNames(name: string): FileNames {
  const stem = encodeURIComponent(name.toWellFormed()).replace(
    /[!'()*~]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return {
    ledger: `${stem}.ledger.json`,
    journal: `${stem}.journal.ndjson`,
    history: `${stem}.history.ndjson`,
    lock: `${stem}.lock`,
  };
}

/** Ledger, journal, ledger again: when a fold came between, the two ledgers differ and the read starts over. */
async function readState(disk: Disk, files: FileNames, name: string): Promise<State> {
  let before = await disk.read(files.ledger);
  for (let tries = 1; ; tries += 1) {
    const journal = await disk.read(files.journal);
    const after = await disk.read(files.ledger);
    if (before === after) return stateOf(disk, files, name, before, journal);
    if (tries === READ_TRIES) {
      throw new LedgerError('ledger-busy', `${disk.place}/${files.ledger} changes faster than it can be read.`, {
        hint: 'Try again when the other run is over.',
      });
    }
    before = after;
  }
}

function stateOf(
  disk: Disk,
  files: FileNames,
  name: string,
  ledgerText: string | undefined,
  journalText: string | undefined,
): State {
  const file = `${disk.place}/${files.ledger}`;
  const stored = ledgerText === undefined ? undefined : parseLedger(ledgerText, file);
  const found = journalText === undefined ? undefined : parseJournal(journalText, `${disk.place}/${files.journal}`);
  const journal = found?.header.id === stored?.folded ? undefined : found;
  const base = stored?.ledger ?? newLedger(name, journal?.header.lineage ?? UNWRITTEN);
  requireAccount(base, { name, hubId: null }, file);
  if (journal !== undefined) requireContinuation(base, journal, `${disk.place}/${files.journal}`, file);
  const leftover = journalText !== undefined && journal === undefined;
  return { stored, journal, leftover, base, ledger: replay(base, journal?.entries ?? []) };
}

/** Lineage of a ledger that nobody wrote yet: the same for everyone, so that a plan may rest on it. */
const UNWRITTEN = 'new';

function lineageOf(ledger: Ledger, newId: NewId): string {
  return ledger.lineage === UNWRITTEN ? newId() : ledger.lineage;
}

function newLedger(name: string, lineage: string): Ledger {
  return { format: LEDGER_FORMAT, lineage, serial: 0, account: { name, hubId: null }, records: {}, intentions: [] };
}

/** Entries are read only on top of the very ledger they were written for: on another one they could undo what it knows. */
function requireContinuation(base: Ledger, { header }: Journal, journalFile: string, ledgerFile: string): void {
  if (header.lineage === base.lineage && header.serial === base.serial) return;
  throw new LedgerError(
    'journal-mismatch',
    `${journalFile} continues serial ${header.serial} of a ledger, but ${ledgerFile} is ${header.lineage === base.lineage ? '' : 'another ledger '}at serial ${base.serial}.`,
    {
      hint: `Restore the ledger that belongs to it. To give up what that run may have done, delete ${journalFile}.`,
    },
  );
}

/**
 * The history first: its lines are known by their ids, so that a fold that is cut off and repeated keeps each once. The new
 * ledger names the journal it contains, so a crash before the journal is gone changes nothing.
 */
async function foldIn(
  { disk, files, newId }: { readonly disk: Disk; readonly files: FileNames; readonly newId: NewId },
  { stored, journal, leftover, base, ledger }: State,
  account: AccountIdentity,
): Promise<Ledger> {
  requireAccount(ledger, account, `${disk.place}/${files.ledger}`);
  const hubId = account.hubId ?? ledger.account.hubId;
  const pins = hubId !== ledger.account.hubId;
  const next = {
    ...ledger,
    lineage: lineageOf(ledger, newId),
    account: { ...ledger.account, hubId },
    serial: pins ? ledger.serial + 1 : ledger.serial,
  };
  if (journal !== undefined) {
    await keepCalls(disk, files.history, { lineage: next.lineage, calls: appliedCalls(base, journal.entries) });
  }
  if (stored === undefined || pins || journal !== undefined) {
    await disk.replace(files.ledger, writeLedger({ ledger: next, folded: journal?.header.id ?? stored?.folded }));
  }
  if (journal !== undefined || leftover) await disk.remove(files.journal);
  return next;
}
