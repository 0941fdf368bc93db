/** Reads a ledger from its rows: checks it, replays its journal, and rejects a ledger that is older than its history. */

import { parseLedger, requireAccount } from '../../ledger/format.ts';
import { parseEntry } from '../../ledger/journal.ts';
import { requireAsNew } from '../../ledger/ledger-age.ts';
import { replay } from '../../ledger/replay.ts';
import { newLedger } from '../../ledger/state.ts';
import { type JournalEntry, type Ledger, UNWRITTEN } from '../../model/ledger.ts';
import type { Statement } from '../database/database.ts';

export interface Stored {
  /** Serial of the row; undefined if the ledger is not written yet. */
  readonly serial: number | undefined;
  /** The ledger without its journal. */
  readonly base: Ledger;
  readonly entries: readonly JournalEntry[];
  readonly ledger: Ledger;
}

/** The words for a ledger in messages. */
export interface Called {
  /** Name of its account. */
  readonly name: string;
  /** Such as `ledger sandbox of the database crm on db.example`. */
  readonly ledger: string;
  readonly journal: string;
  readonly history: string;
}

export interface StoredRow {
  readonly document: string;
  readonly serial: number;
  /** Texts of the journal. */
  readonly entries: readonly string[];
  /** Serial that the newest call of the history needs; null if the history is empty. */
  readonly newest: number | null;
  /** The history; empty unless it was asked for. */
  readonly lines: readonly string[];
}

/** Returns ledger and journal of the same moment. Returns no row if the ledger does not exist. */
export function readLedger(ledger: string, withHistory = false): Statement<StoredRow> {
  return ({ sql, of }) => sql`
    select l.document, l.serial,
      array(select e.entry from ${of('ledger_entry')} e where e.ledger = l.key order by e.serial) as entries,
      (select max(c.serial) from ${of('ledger_call')} c where c.ledger = l.key and c.lineage = l.lineage) as newest,
      array(select c.line from ${of('ledger_call')} c where ${withHistory}::boolean and c.ledger = l.key
        order by c.serial, c.id) as lines
    from ${of('ledger')} l where l.key = ${ledger}`;
}

/** @throws LedgerError for a damaged ledger, and for the ledger of another account */
export function parseStored(row: StoredRow | undefined, called: Called): Stored {
  if (row === undefined) {
    const none = newLedger(called.name, UNWRITTEN);
    return { serial: undefined, base: none, entries: [], ledger: none };
  }
  const { ledger: base } = parseLedger(row.document, called.ledger);
  requireAccount(base, { name: called.name, hubId: null }, called.ledger);
  const entries = row.entries.map((line, at) => parseEntry(line, at + 1, called.journal));
  return { serial: row.serial, base, entries, ledger: replay(base, entries) };
}

/**
 * Rejects a row that is older than its history: a plan would repeat the later calls.
 * @throws LedgerError
 */
export function parseCurrent(row: StoredRow | undefined, called: Called): Stored {
  const stored = parseStored(row, called);
  if (row !== undefined) requireAsNew(stored.ledger, row.newest ?? 0, called);
  return stored;
}
