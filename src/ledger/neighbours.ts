/** Ledgers with other names where an account has none yet: one of them may be its own, from before it was renamed. */

import { LedgerError } from '../errors.ts';
import type { NeighbourLedger } from '../model/ledger.ts';
import type { Disk } from './disk.ts';
import { parseLedger } from './format.ts';
import { fileNames, isOfApp } from './state.ts';

/** What a ledger leaves behind when nobody works with it; a branch keeps what grows in numbered parts. */
const KEPT = /^(.+)\.(?:ledger\.json|journal\.ndjson|history\.ndjson)(?:\.\d{6})?$/;

export async function neighboursOf(disk: Disk, name: string): Promise<readonly NeighbourLedger[]> {
  const files = (await disk.list()).filter((file) => KEPT.test(file) && !isOfApp(file)).sort();
  const byStem = Map.groupBy(files, (file) => KEPT.exec(file)?.[1] ?? '');
  const own = stemOf(name);
  const mine = (byStem.get(own) ?? []).map((file) => file.slice(own.length));
  // A history alone is what a rename leaves that was stopped half way: the ledger still has its earlier name.
  if (mine.some((ending) => !ending.startsWith('.history.'))) return [];
  const found: NeighbourLedger[] = [];
  for (const [stem, theirs] of byStem) {
    if (stem === own || theirs.some((file) => mine.includes(file.slice(stem.length)))) continue;
    found.push({
      name: decoded(stem),
      hubId: await hubIdOf(disk, `${stem}.ledger.json`),
      files: theirs.map((from) => ({ from, to: own + from.slice(stem.length) })),
    });
  }
  return found;
}

function stemOf(name: string): string {
  return fileNames(name).ledger.replace(/\.ledger\.json$/, '');
}

/** Of a file that cannot be understood nobody knows whose it is; its own account is told what is wrong with it. */
async function hubIdOf(disk: Disk, file: string): Promise<number | null> {
  const text = await disk.read(file);
  if (text === undefined) return null;
  try {
    return parseLedger(text, file).ledger.account.hubId;
  } catch (error) {
    if (error instanceof LedgerError) return null;
    throw error;
  }
}

function decoded(stem: string): string {
  try {
    return decodeURIComponent(stem);
  } catch {
    return stem;
  }
}
