/** Histories as text: one line for each call that took effect. An incomplete last line after a crash is ignored. */

import { LedgerError } from '../errors.ts';
import { jsonText } from '../model/json.ts';
import type { AppliedCall, RunHistory } from '../model/ledger.ts';
import { checked } from './format.ts';
import { HISTORY_FORMAT, HistoryLine } from './schema.ts';

export interface KeptCall {
  /** The ledger that the call belongs to: a new ledger of the same name does not take over its history. */
  readonly lineage: string;
  /** Serial of the ledger with this call in it: an older ledger does not know of it. */
  readonly serial: number;
  readonly call: AppliedCall;
}

export function historyLine({ lineage, serial, call }: KeptCall): string {
  return jsonText({ format: HISTORY_FORMAT, lineage, serial, ...call });
}

/** The lines that were written whole. */
export function wholeLines(text: string): readonly string[] {
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  return whole === '' ? [] : whole.slice(0, -1).split('\n');
}

/** Throws LedgerError, which names the line and the way out. */
export function parseHistory(text: string, file: string): readonly KeptCall[] {
  return wholeLines(text).map((line, at) => {
    const where = `${file}, line ${at + 1},`;
    const { format: _, lineage, serial, ...call } = checked(HistoryLine, parseLine(line, at + 1, file), where);
    return { lineage, serial, call };
  });
}

/** True if the content of a history is the reason that it cannot be read. The ledger is complete all the same. */
export function isUnreadable(error: unknown): error is LedgerError {
  return error instanceof LedgerError && (error.code === 'history-damaged' || error.code === 'history-newer');
}

/**
 * Returns each call once, by run; newest run first. The serials give the order, then the lines: the clocks of two machines differ.
 */
export function groupRuns(kept: readonly KeptCall[]): readonly RunHistory[] {
  const ordered = kept.toSorted((a, b) => a.serial - b.serial).map(({ call }) => call);
  const unique = [...new Map(ordered.map((call) => [call.id, call])).values()];
  return [...Map.groupBy(unique, ({ run }) => run)]
    .map(([run, settled]) => {
      // The calls ran on the same machine and were settled in any order.
      const calls = settled.toSorted((a, b) => compare(a.at, b.at));
      return { run, at: calls[0]?.at ?? '', calls };
    })
    .reverse();
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function parseLine(line: string, number: number, file: string): unknown {
  const hint =
    'The ledger is complete without it. Restore the file from version control, or move it away. Its runs cannot be reverted after that.';
  try {
    const value: unknown = JSON.parse(line);
    const format = typeof value === 'object' && value !== null && 'format' in value ? String(value.format) : '';
    if (!/^trueup\.history\/\d+$/.test(format) || format === HISTORY_FORMAT) return value;
    throw new LedgerError('history-newer', `${file} was written by a newer trueup (${format}, line ${number}).`, {
      hint: 'Install that version of trueup to revert its runs.',
    });
  } catch (cause) {
    if (cause instanceof LedgerError) throw cause;
    throw new LedgerError('history-damaged', `${file} is damaged at line ${number}.`, { hint, cause });
  }
}
