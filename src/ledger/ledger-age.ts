/** Whether a ledger is as new as the history beside it: one from a backup would make the later calls a second time. */

import { LedgerError } from '../errors.ts';
import type { Ledger } from '../model/ledger.ts';
import type { Disk } from './disk.ts';
import { REBUILD } from './format.ts';
import { wholeLines } from './history.ts';

/** What a history tells of the ledger that it belongs to. */
export interface HistoryEnd {
  /** It has a line, of whatever ledger. */
  readonly isKept: boolean;
  /** The serial that a ledger of this lineage has at least; 0 when no line says. */
  serialOf(lineage: string): Promise<number>;
}

/**
 * Read before the ledger, so that a fold that comes between makes the ledger newer and never older. Damaged lines tell
 * nothing, and hinder nothing.
 */
export async function historyEnd(disk: Disk, file: string): Promise<HistoryEnd> {
  const whole = async () => wholeLines((await disk.read(file)) ?? '');
  const end = wholeLines((await disk.readEnd?.(file)) ?? '');
  const lines = end.length > 0 ? end : await whole();
  return {
    isKept: lines.length > 0,
    // A ledger that was put aside and came back has its lines before those of the other.
    serialOf: async (lineage) => newestSerial(lines, lineage) ?? newestSerial(await whole(), lineage) ?? 0,
  };
}

/** Serials grow line by line. */
function newestSerial(lines: readonly string[], lineage: string): number | undefined {
  const start = `{"format":"trueup.history/1","lineage":${JSON.stringify(lineage)},"serial":`;
  const line = lines.findLast((one) => one.startsWith(start));
  return line === undefined ? undefined : Number.parseInt(line.slice(start.length), 10);
}

const WAY_OUT = `Restore the ledger of the same moment, or ${REBUILD}`;

export interface Paths {
  readonly ledger: string;
  readonly history: string;
}

/** `newest`: serial that the ledger has at least. Throws LedgerError. */
export function requireAsNew(ledger: Ledger, newest: number, { ledger: file, history }: Paths): void {
  if (newest <= ledger.serial) return;
  throw new LedgerError(
    'ledger-older-than-history',
    `${file} is at serial ${ledger.serial}, but ${history} has calls up to serial ${newest}: the ledger is an older one, and would make them again.`,
    { hint: WAY_OUT },
  );
}

export function missingLedger({ ledger, history }: Paths): LedgerError {
  return new LedgerError(
    'ledger-missing',
    `${ledger} is not there, but its history is (${history}): what it knew of would be made again.`,
    { hint: `${WAY_OUT} To start a new ledger, move the history away.` },
  );
}
