/** The files of one ledger: ledger, journal, and the combination of both. */

import type { NewId } from '../contract/clock.ts';
import { LedgerError } from '../errors.ts';
import { LEDGER_FORMAT, type Ledger, UNWRITTEN } from '../model/ledger.ts';
import type { Disk } from './disk.ts';
import { parseLedger, requireAccount, type StoredLedger } from './format.ts';
import { type Journal, parseJournal } from './journal.ts';
import { historyEnd, missingLedger, requireAsNew } from './ledger-age.ts';
import { replay } from './replay.ts';

export interface State {
  /** Text of the ledger file; undefined when there is none. */
  readonly text: string | undefined;
  /** Content of the ledger file. Undefined if there is none. */
  readonly stored: StoredLedger | undefined;
  /** The journal that continues it; undefined when there is none or it was folded in already. */
  readonly journal: Journal | undefined;
  /** A journal file is there that was folded in already, so it does not count. */
  readonly foldedJournal: boolean;
  /** Ledger without the journal. */
  readonly base: Ledger;
  readonly ledger: Ledger;
}

export interface FileNames {
  readonly ledger: string;
  readonly journal: string;
  readonly history: string;
  readonly lock: string;
}

export function fileNames(name: string): FileNames {
  return buildFileNames(ledgerKey(name));
}

export function fileNamesOfApp(app: string): FileNames {
  return buildFileNames(appLedgerKey(app));
}

/** Returns the key of an account. The name is encoded, so that it cannot leave a folder or have a special meaning. */
export function ledgerKey(name: string): string {
  return encodeURIComponent(name.toWellFormed()).replace(
    /[!'()*~]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Returns the key of an app. No account has it, because names of accounts are encoded. */
export function appLedgerKey(app: string): string {
  return `app@${encodeURIComponent(app)}`;
}

/** Returns the account name in the ledger of an app. */
export function nameOfApp(app: string): string {
  return `app ${app}`;
}

export function isOfApp(file: string): boolean {
  return file.startsWith('app@');
}

/** Anything that only a ledger leaves: not its lock, which a run takes before there is any. */
export function isKept(path: string, { ledger, journal, history }: FileNames): boolean {
  return [ledger, journal, history].some((file) => path === file || path.startsWith(`${file}.`));
}

function buildFileNames(stem: string): FileNames {
  return {
    ledger: `${stem}.ledger.json`,
    journal: `${stem}.journal.ndjson`,
    history: `${stem}.history.ndjson`,
    lock: `${stem}.lock`,
  };
}

/** Reads that meet a fold in progress start over at most this often. */
const READ_TRIES = 20;

/** Contents of the files, for the holder of the lock. Undefined for a missing file. */
export interface Texts {
  readonly ledger: string | undefined;
  readonly journal: string | undefined;
}

/** Reads as `anyState` does. Throws LedgerError if the ledger is missing, or older than its history. */
export async function readState(disk: Disk, files: FileNames, name: string, texts?: Texts): Promise<State> {
  const end = await historyEnd(disk, files.history);
  const state =
    texts === undefined
      ? await anyState(disk, files, name)
      : parseState({ disk, files, name }, texts.ledger, texts.journal);
  if (!end.isKept) return state;
  const paths = { ledger: `${disk.location}/${files.ledger}`, history: `${disk.location}/${files.history}` };
  if (state.ledger.lineage === UNWRITTEN) throw missingLedger(paths);
  requireAsNew(state.ledger, await end.serialOf(state.ledger.lineage), paths);
  return state;
}

/** Ledger, journal, ledger again: when a fold came between, the two ledgers differ and the read starts over. */
export async function anyState(disk: Disk, files: FileNames, name: string): Promise<State> {
  let before = await disk.read(files.ledger);
  for (let tries = 1; ; tries += 1) {
    const journal = await disk.read(files.journal);
    const after = await disk.read(files.ledger);
    if (before === after) return parseState({ disk, files, name }, before, journal);
    if (tries === READ_TRIES) {
      throw new LedgerError('ledger-busy', `${disk.location}/${files.ledger} changes faster than it can be read.`, {
        hint: 'Try again when the other run is over.',
      });
    }
    before = after;
  }
}

interface Parts {
  readonly disk: Disk;
  readonly files: FileNames;
  readonly name: string;
}

function parseState(
  { disk, files, name }: Parts,
  ledgerText: string | undefined,
  journalText: string | undefined,
): State {
  const file = `${disk.location}/${files.ledger}`;
  const stored = ledgerText === undefined ? undefined : parseLedger(ledgerText, file);
  const found = journalText === undefined ? undefined : parseJournal(journalText, `${disk.location}/${files.journal}`);
  const journal = found?.header.id === stored?.folded ? undefined : found;
  const base = stored?.ledger ?? newLedger(name, journal?.header.lineage ?? UNWRITTEN);
  requireAccount(base, { name, hubId: null }, file);
  if (journal !== undefined) requireContinuation(base, journal, `${disk.location}/${files.journal}`, file);
  const foldedJournal = journalText !== undefined && journal === undefined;
  return { text: ledgerText, stored, journal, foldedJournal, base, ledger: replay(base, journal?.entries ?? []) };
}

/** A journal applies only to the ledger that it was written for. On another ledger, it could undo records. */
function requireContinuation(base: Ledger, { header }: Journal, journalFile: string, ledgerFile: string): void {
  if (header.lineage === base.lineage && header.serial === base.serial) return;
  throw new LedgerError(
    'journal-mismatch',
    `${journalFile} continues serial ${header.serial} of a ledger, but ${ledgerFile} is ${header.lineage === base.lineage ? '' : 'another ledger '}at serial ${base.serial}.`,
    {
      hint: `Restore the ledger that belongs to it. To give up the record of the calls of that run, delete ${journalFile}.`,
    },
  );
}

export function findLineage(ledger: Ledger, newId: NewId): string {
  return ledger.lineage === UNWRITTEN ? newId() : ledger.lineage;
}

export function newLedger(name: string, lineage: string): Ledger {
  return { format: LEDGER_FORMAT, lineage, serial: 0, account: { name, hubId: null }, records: {}, intentions: [] };
}
