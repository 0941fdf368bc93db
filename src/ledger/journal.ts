/** Journal files as text: a header line, then one line per entry. An incomplete last line after a crash is ignored. */

import { z } from 'zod';
import { parseWith } from '../contract/parse-with.ts';
import { LedgerError } from '../errors.ts';
import { jsonText } from '../model/json.ts';
import type { JournalEntry } from '../model/ledger.ts';
import { checked } from './format.ts';
import { EntryShape, JournalHeader } from './schema.ts';

export interface Journal {
  readonly header: JournalHeader;
  readonly entries: readonly JournalEntry[];
  /** Valid text, without the rest that a crash cut off. */
  readonly text: string;
  /** Its length. */
  readonly bytes: number;
}

export function writeLines(values: readonly (JournalHeader | JournalEntry)[]): string {
  return values.map((value) => `${jsonText(value)}\n`).join('');
}

/** Returns undefined if even the header is incomplete, so that nothing was durable. Throws LedgerError. */
export function parseJournal(text: string, file: string): Journal | undefined {
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  if (whole === '') return undefined;
  const [first, ...rest] = whole.slice(0, -1).split('\n');
  return {
    header: checked(JournalHeader, parseLine(first ?? '', 1, file), `${file}, line 1,`),
    entries: parseEntries(rest, file),
    text: whole,
    bytes: Buffer.byteLength(whole),
  };
}

/** Parses all entries at once, which is faster. The error names the first invalid line. Throws LedgerError. */
function parseEntries(lines: readonly string[], file: string): readonly JournalEntry[] {
  const result = parseWith(Entries, lines.map(valueOrNothing));
  return result.success ? result.data : lines.map((line, at) => parseEntry(line, at + 2, file));
}

const Entries = z.array(EntryShape);

function valueOrNothing(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** Parses one line. The number is for messages. Throws LedgerError. */
export function parseEntry(line: string, number: number, file: string): JournalEntry {
  return checked(EntryShape, parseLine(line, number, file), `${file}, line ${number},`);
}

function parseLine(line: string, number: number, file: string): unknown {
  try {
    return JSON.parse(line);
  } catch (cause) {
    throw new LedgerError('journal-damaged', `${file} is damaged at line ${number}.`, {
      hint: 'After a crash, only the last line can be incomplete. Restore the file from a backup: it records which calls may have been made.',
      cause,
    });
  }
}
