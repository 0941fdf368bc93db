/** A ledger as its rows have it: checked, with its journal replayed, and never older than its history. */

import { parseLedger, requireAccount } from '../../ledger/format.ts';
import { parseEntry } from '../../ledger/journal.ts';
import { requireAsNew } from '../../ledger/ledger-age.ts';
import { replay } from '../../ledger/replay.ts';
import { newLedger } from '../../ledger/state.ts';
import { type JournalEntry, type Ledger, UNWRITTEN } from '../../model/ledger.ts';
import type { StoredRow } from './ledger-statements.ts';

export interface Stored {
  /** Serial of the row; undefined while nobody wrote it. */
  readonly serial: number | undefined;
  /** Without the journal. */
  readonly base: Ledger;
  readonly entries: readonly JournalEntry[];
  readonly ledger: Ledger;
}

/** How a ledger in a database is called in messages. */
export interface Called {
  /** Name of the account that it is of. */
  readonly name: string;
  /** Such as `ledger sandbox of the database crm on db.example`. */
  readonly ledger: string;
  readonly journal: string;
  readonly history: string;
}

/** Throws LedgerError for what cannot be understood, and for the ledger of another account. */
export function storedFrom(row: StoredRow | undefined, called: Called): Stored {
  if (row === undefined) {
    const none = newLedger(called.name, UNWRITTEN);
    return { serial: undefined, base: none, entries: [], ledger: none };
  }
  const { ledger: base } = parseLedger(row.document, called.ledger);
  requireAccount(base, { name: called.name, hubId: null }, called.ledger);
  const entries = row.entries.map((line, at) => parseEntry(line, at + 1, called.journal));
  return { serial: row.serial, base, entries, ledger: replay(base, entries) };
}

/** A run reads its ledger several times: texts that are the same as before are not checked and replayed again. */
export function rememberingLast(called: Called): (row: StoredRow | undefined) => Stored {
  let last: { readonly row: StoredRow; readonly stored: Stored } | undefined;
  return (row) => {
    if (row === undefined) return storedFrom(row, called);
    if (last === undefined || !saysTheSame(row, last.row)) last = { row, stored: storedFrom(row, called) };
    return last.stored;
  };
}

function saysTheSame(one: StoredRow, other: StoredRow): boolean {
  return (
    one.serial === other.serial &&
    one.document === other.document &&
    one.entries.length === other.entries.length &&
    one.entries.every((entry, at) => entry === other.entries[at])
  );
}

/** A row that was restored by itself may lack what was done since: a plan would do it again. */
export function requireNotOlder({ ledger }: Stored, row: StoredRow | undefined, called: Called): void {
  if (row !== undefined) requireAsNew(ledger, row.newest ?? 0, { ledger: called.ledger, history: called.history });
}
