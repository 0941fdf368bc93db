/** Refuses a ledger that is older than the history next to it: a copy from a backup would make the later calls again. */

import { z } from 'zod';
import { LedgerError } from '../errors.ts';
import type { Ledger } from '../model/ledger.ts';
import type { Disk } from './disk.ts';
import { REPAIR, REPAIR_LIMITS } from './format.ts';
import { wholeLines } from './history.ts';

export interface HistoryEnd {
  /** True if the history has a whole line. */
  readonly isKept: boolean;
  /** Returns the serial that a ledger of this lineage has at least; 0 if no line has the lineage. */
  serialOf(lineage: string): Promise<number>;
}

/** Reads the history. Call it before the ledger is read: a fold in between makes the ledger newer, never older. */
export async function historyEnd(disk: Disk, file: string): Promise<HistoryEnd> {
  const read = async () => wholeLines((await disk.read(file)) ?? '');
  const end = wholeLines((await disk.readEnd?.(file)) ?? '');
  const lines = end.length > 0 ? end : await read();
  return {
    isKept: lines.length > 0,
    // A ledger that was put aside and came back has its lines before those of the other ledger.
    serialOf: async (lineage) => newestSerial(lines, lineage) ?? newestSerial(await read(), lineage) ?? 0,
  };
}

/** Returns the highest serial: a merge of two histories may have put the lines in any order. */
function newestSerial(lines: readonly string[], lineage: string): number | undefined {
  const serials = lines.flatMap((line) => {
    const age = parseAge(line);
    return age?.lineage === lineage ? [age.serial] : [];
  });
  return serials.length === 0 ? undefined : serials.reduce((newest, serial) => Math.max(newest, serial));
}

const LineAge = z.looseObject({ lineage: z.string(), serial: z.int() });

/** Returns undefined for a damaged line. */
function parseAge(line: string): z.infer<typeof LineAge> | undefined {
  try {
    return LineAge.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}

const WAY_OUT = `Restore the ledger from the same time, or from its history. ${REPAIR_LIMITS}`;

export interface Paths {
  readonly ledger: string;
  readonly history: string;
}

/** `newest`: serial that the ledger has at least. Throws LedgerError. */
export function requireAsNew(ledger: Ledger, newest: number, { ledger: file, history }: Paths): void {
  if (newest <= ledger.serial) return;
  throw new LedgerError(
    'ledger-older-than-history',
    `${file} is at serial ${ledger.serial}, but ${history} has calls up to serial ${newest}. The ledger is out of date, and a plan would make these calls again.`,
    { hint: WAY_OUT, fix: REPAIR },
  );
}

export function missingLedger({ ledger, history }: Paths): LedgerError {
  return new LedgerError(
    'ledger-missing',
    `${ledger} is missing, but its history exists (${history}): a plan would make the calls in it again.`,
    { hint: `${WAY_OUT} To start a new ledger, move the history away.`, fix: REPAIR },
  );
}
