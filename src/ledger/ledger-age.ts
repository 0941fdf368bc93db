/** Checks whether a ledger is as new as the history next to it: an older one, from a backup, would make the later calls again. */

import { z } from 'zod';
import { defined } from '../contract/defined.ts';
import { LedgerError } from '../errors.ts';
import type { Ledger } from '../model/ledger.ts';
import type { Disk } from './disk.ts';
import { REBUILD, REBUILD_LIMITS } from './format.ts';
import { tornTail, wholeLines } from './history.ts';

/** What a history tells of the ledger that it belongs to. */
export interface HistoryEnd {
  /** It has something, of whatever ledger. */
  readonly isKept: boolean;
  /** What stands behind its last whole line. */
  readonly tail: string;
  /** The serial that a ledger of this lineage has at least; 0 when nothing says. */
  serialOf(lineage: string): Promise<number>;
  /** The cut-off line may be of this ledger, and its serial was cut off too. */
  hidesSerialOf(lineage: string): boolean;
}

/**
 * Read before the ledger, so that a fold that comes between makes the ledger newer and never older. Damaged lines tell
 * nothing, and hinder nothing; a cut-off one at the end tells as far as it goes.
 */
export async function historyEnd(disk: Disk, file: string): Promise<HistoryEnd> {
  const read = async () => (await disk.read(file)) ?? '';
  const end = (await disk.readEnd?.(file)) ?? '';
  const text = wholeLines(end).length > 0 ? end : await read();
  const lines = wholeLines(text);
  const tail = tornTail(text);
  const start = startOf(tail);
  return {
    isKept: text !== '',
    tail,
    async serialOf(lineage) {
      const torn = start.lineage === lineage && typeof start.serial === 'number' ? start.serial : 0;
      // A ledger that was put aside and came back has its lines before those of the other.
      const whole = newestSerial(lines, lineage) ?? newestSerial(wholeLines(await read()), lineage) ?? 0;
      return Math.max(torn, whole);
    },
    hidesSerialOf: (lineage) => start.serial === 'hidden' && (start.lineage ?? lineage) === lineage,
  };
}

/** Of whichever line says the highest: a merge of two histories may have put them in any order. */
function newestSerial(lines: readonly string[], lineage: string): number | undefined {
  const serials = lines
    .map(saidBy)
    .filter((line) => line.lineage === lineage)
    .flatMap(({ serial }) => serial ?? []);
  return serials.length === 0 ? undefined : serials.reduce((newest, serial) => Math.max(newest, serial));
}

const LineAge = z.looseObject({ lineage: z.string(), serial: z.int() });

/** What a line says, however it is written: a formatter may have changed its spaces and the order of its members. */
function saidBy(line: string): Partial<z.infer<typeof LineAge>> {
  try {
    return LineAge.safeParse(JSON.parse(line)).data ?? {};
  } catch {
    return {};
  }
}

interface TornStart {
  /** Undefined where it was cut off. */
  readonly lineage?: string;
  /** Undefined where there is no such line, or it is of an earlier version, which wrote none. */
  readonly serial?: number | 'hidden';
}

const LINEAGE = /^\{"format":"trueup\.history\/1","lineage":("(?:[^"\\]|\\.)*"),/;
const SERIAL = '"serial":';

function startOf(tail: string): TornStart {
  if (tail === '') return {};
  const { lineage: said, serial } = saidBy(tail);
  // It lacks nothing but its end.
  if (said !== undefined) return { lineage: said, ...defined({ serial }) };
  const [whole = '', quoted] = LINEAGE.exec(tail) ?? [];
  if (quoted === undefined) return { serial: 'hidden' };
  const lineage = String(JSON.parse(quoted));
  const rest = tail.slice(whole.length);
  if (SERIAL.startsWith(rest)) return { lineage, serial: 'hidden' };
  if (!rest.startsWith(SERIAL)) return { lineage };
  const digits = /^(\d+),/.exec(rest.slice(SERIAL.length))?.[1];
  return { lineage, serial: digits === undefined ? 'hidden' : Number(digits) };
}

const WAY_OUT = `Restore the ledger from the same time, or from its history. ${REBUILD_LIMITS}`;

export interface Paths {
  readonly ledger: string;
  readonly history: string;
}

/** `newest`: serial that the ledger has at least. Throws LedgerError. */
export function requireAsNew(ledger: Ledger, newest: number, { ledger: file, history }: Paths): void {
  if (newest <= ledger.serial) return;
  throw new LedgerError(
    'ledger-older-than-history',
    `${file} is at serial ${ledger.serial}, but ${history} has calls up to serial ${newest}: the ledger is out of date, and a plan would make them again.`,
    { hint: WAY_OUT, fix: REBUILD },
  );
}

/** No run of ours leaves this behind: its journal would still be there. */
export function tornHistory(ledger: Ledger, { ledger: file, history }: Paths): LedgerError {
  return new LedgerError(
    'history-torn',
    `${history} ends with an incomplete line, which may be of a call that ${file} (serial ${ledger.serial}) does not have: a plan would make it again.`,
    {
      hint: `Restore both files from the same time, or remove the line and restore the ledger from its history. ${REBUILD_LIMITS}`,
      fix: REBUILD,
    },
  );
}

export function missingLedger({ ledger, history }: Paths): LedgerError {
  return new LedgerError(
    'ledger-missing',
    `${ledger} is missing, but its history exists (${history}): a plan would make the calls in it again.`,
    { hint: `${WAY_OUT} To start a new ledger, move the history away.`, fix: REBUILD },
  );
}
