/** Appends to an open journal so that calls made at the same time share one flush. */

import type { JournalEntry } from '../model/ledger.ts';
import type { AppendFile } from './disk.ts';
import { type Journal, writeLines } from './journal.ts';
import type { JournalHeader } from './schema.ts';

export interface JournalWriter {
  /** Durable when it resolves. */
  append(entries: readonly JournalEntry[]): Promise<void>;
  /** After the flushes under way. */
  close(): Promise<void>;
}

interface Batch {
  readonly entries: JournalEntry[];
  readonly done: Promise<void>;
}

export interface JournalParts {
  readonly header: JournalHeader;
  /** The journal as it lies in the file; without one the header is written first. */
  readonly found: Journal | undefined;
  /** Throws when the lock is no longer held. */
  readonly guard: () => Promise<void>;
}

export function journalWriter(file: AppendFile, { header, found, guard }: JournalParts): JournalWriter {
  let bytes = found?.bytes ?? 0;
  // Behind what counts may lie a line that a crash or a full disk cut off: nothing may ever stand after it.
  let clean = false;
  let waiting: Batch | undefined;
  let last: Promise<void> = Promise.resolve();

  const write = async (entries: readonly JournalEntry[]): Promise<void> => {
    // Before: the journal may be another run's by now. After: what follows this append is a call.
    await guard();
    if (!clean) await file.truncate(bytes);
    clean = false;
    const text = writeLines(bytes === 0 ? [header, ...entries] : entries);
    await file.append(text);
    bytes += Buffer.byteLength(text);
    clean = true;
    await guard();
  };

  const newBatch = (first: readonly JournalEntry[]): Batch => {
    const entries = [...first];
    const done = last
      .catch(() => undefined)
      // A reply settles its call and lets the next one begin within one turn: both, for all replies of it, are one flush.
      .then(() => new Promise((resolve) => setImmediate(resolve)))
      .then(() => {
        waiting = undefined;
        return write(entries);
      });
    last = done;
    return { entries, done };
  };

  return {
    append(entries) {
      if (waiting === undefined) waiting = newBatch(entries);
      else waiting.entries.push(...entries);
      return waiting.done;
    },
    async close() {
      await last.catch(() => undefined);
      await file.close();
    },
  };
}
