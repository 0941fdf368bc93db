/** Adds calls to a history file: each once, even if the fold is interrupted and repeated, and within a size limit. */

import type { Disk } from './disk.ts';
import { historyLine, type KeptCall, wholeLines } from './history.ts';

export interface HistoryBound {
  /** Runs that are kept at most. */
  readonly runs: number;
  /** Size limit of the file. The newest run is kept whole, even above the limit. */
  readonly bytes: number;
}

export const HISTORY_BOUND: HistoryBound = { runs: 50, bytes: 20_000_000 };

/** Durable when it resolves. Needs the lock of the ledger. A damaged line is left for a person, and hinders nothing. */
export async function keepCalls(disk: Disk, file: string, calls: readonly KeptCall[]): Promise<void> {
  if (calls.length === 0) return;
  const text = (await disk.read(file)) ?? '';
  const there = wholeLines(text).map(named);
  const ids = new Set(there.map(({ id }) => id));
  const added = calls
    .filter(({ call }) => !ids.has(call.id))
    .map((kept): NamedLine => ({ text: historyLine(kept), id: kept.call.id, run: kept.call.run }));
  if (added.length === 0) return;
  const all = [...there, ...added];
  const kept = bounded(all, HISTORY_BOUND);
  if (kept.length < all.length) return disk.replace(file, formatLines(kept));
  const open = await disk.openAppend(file);
  try {
    const whole = text.lastIndexOf('\n') + 1;
    if (whole < text.length) await open.truncate(Buffer.byteLength(text.slice(0, whole)));
    await open.append(formatLines(added));
  } finally {
    await open.close();
  }
}

/** A line with the ids that it names; without them when it is damaged. */
export interface NamedLine {
  readonly text: string;
  readonly id?: string;
  readonly run?: string;
}

/** Returns the lines of the newest whole runs that fit. Returns all lines if one is damaged. */
export function bounded(lines: readonly NamedLine[], bound: HistoryBound): readonly NamedLine[] {
  const sizes = new Map<string, number>();
  for (const { run, text } of lines.toReversed()) {
    if (run === undefined) return lines;
    sizes.set(run, (sizes.get(run) ?? 0) + Buffer.byteLength(text) + 1);
  }
  const kept = keptRuns(sizes, bound);
  return lines.filter(({ run }) => kept.has(run ?? ''));
}

/** Returns the newest runs that fit. `sizes`: the bytes of each run, newest first. */
function keptRuns(sizes: ReadonlyMap<string, number>, bound: HistoryBound): ReadonlySet<string> {
  const kept = new Set<string>();
  let bytes = 0;
  for (const [run, size] of sizes) {
    bytes += size;
    if (kept.size > 0 && (kept.size === bound.runs || bytes > bound.bytes)) break;
    kept.add(run);
  }
  return kept;
}

function named(text: string): NamedLine {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || !('id' in value) || !('run' in value)) return { text };
    return { text, id: String(value.id), run: String(value.run) };
  } catch {
    return { text };
  }
}

function formatLines(lines: readonly NamedLine[]): string {
  return lines.map(({ text }) => `${text}\n`).join('');
}
