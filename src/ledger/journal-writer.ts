/** Appends to an open journal so that concurrent calls share one flush, and stops if another process replaced the file. */

import { createHash } from 'node:crypto';
import type { LedgerError } from '../errors.ts';
import type { JournalEntry } from '../model/ledger.ts';
import { append } from '../model/lists.ts';
import type { AppendFile } from './disk.ts';
import { isDisplaced, journalDisplaced } from './displaced.ts';
import { type Journal, writeLines } from './journal.ts';
import type { JournalHeader } from './schema.ts';

export interface JournalWriter {
  /** Appends durably. Throws LedgerError `ledger-journal-lost` if the file was replaced. */
  append(entries: readonly JournalEntry[]): Promise<void>;
  /** Throws as `append` does. */
  requireOurs(): Promise<void>;
  /** After the flushes under way: all that was written, compared with the text that the file has now. */
  recall(find: () => Promise<string | undefined>): Promise<Recalled>;
  /** Closes the file after pending flushes. */
  close(): Promise<void>;
}

export interface Recalled {
  /** Text of the file of this name; undefined when there is none. */
  readonly found: string | undefined;
  /** Text that was written. Undefined if it is lost. */
  readonly written: string | undefined;
  /** True if the file was replaced, or its text differs. */
  readonly displaced: boolean;
  /** `append` reported it already. */
  readonly reported: boolean;
}

interface Batch {
  readonly entries: JournalEntry[];
  readonly done: Promise<void>;
}

export interface JournalParts {
  /** The file as people know it. */
  readonly path: string;
  readonly header: JournalHeader;
  /** The journal as it lies in the file; without one the header is written first. */
  readonly found: Journal | undefined;
  /** Throws when the lock is no longer held. */
  readonly guard: () => Promise<void>;
}

export function journalWriter(file: AppendFile, { path, header, found, guard }: JournalParts): JournalWriter {
  let bytes = found?.bytes ?? 0;
  const hash = createHash('sha256').update(found?.text ?? '');
  // A crash or a full disk may have left an incomplete line, and no text may follow it.
  let clean = false;
  let lost: LedgerError | undefined;
  let waiting: Batch | undefined;
  let last: Promise<void> = Promise.resolve();

  const requireOurs = async (): Promise<void> => {
    if (lost === undefined && file.size !== undefined) {
      const size = await file.size();
      if (size === undefined || size < bytes || (clean && size > bytes)) lost = journalDisplaced(path);
    }
    if (lost !== undefined) throw lost;
  };

  const add = async (text: string): Promise<void> => {
    clean = false;
    await file.append(text);
    bytes += Buffer.byteLength(text);
    hash.update(text);
    clean = true;
  };

  /** A refused intention is followed by no call. Settlements are still written to the opened file, which `recall` reads. */
  const keepSettlements = async (entries: readonly JournalEntry[]): Promise<void> => {
    const kept = entries.filter(({ type }) => type !== 'intend');
    if (clean && kept.length > 0) await add(writeLines(kept));
  };

  const write = async (entries: readonly JournalEntry[]): Promise<void> => {
    // The check comes before, because another run may have the journal by now. A call follows this append.
    await guard();
    try {
      await requireOurs();
      if (!clean) await file.truncate(bytes);
      await add(writeLines(bytes === 0 ? [header, ...entries] : entries));
    } catch (error) {
      if (!isDisplaced(error)) throw error;
      lost = error;
      await keepSettlements(entries);
      throw error;
    }
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

  /** Returns the part of a text that this process wrote, with the rest of a failed write. Returns undefined if the text differs. */
  const ours = (text = ''): string | undefined => {
    const whole = Buffer.from(text).subarray(0, bytes);
    if (createHash('sha256').update(whole).digest('hex') !== hash.copy().digest('hex')) return undefined;
    return clean || lost !== undefined ? whole.toString() : text;
  };

  return {
    append(entries) {
      if (waiting === undefined) waiting = newBatch(entries);
      else append(waiting.entries, entries);
      return waiting.done;
    },
    requireOurs() {
      // Runs between two flushes, because a pending flush makes the file longer than the known text.
      const done = last.catch(() => undefined).then(requireOurs);
      last = done;
      return done;
    },
    async recall(find) {
      await last.catch(() => undefined);
      const found = await find();
      const named = ours(found);
      const longer = clean && Buffer.byteLength(found ?? '') > bytes;
      const displaced = lost !== undefined || named === undefined || longer;
      return { found, written: named ?? ours(await file.own()), displaced, reported: lost !== undefined };
    },
    async close() {
      await last.catch(() => undefined);
      await file.close();
    },
  };
}
