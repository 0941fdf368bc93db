/** Reads the ledgers of apps, each the one that accounts saw last: what one lacks would be created again. */

import { LedgerError } from '../errors.ts';
import type { KnownApps, Ledger } from '../model/ledger.ts';
import { olderAppLedger, otherAppLedger, severalAppLedgers } from './app-ledger-errors.ts';
import type { AppLedgers } from './joined.ts';

export interface AppReading {
  read(app: string): Promise<Ledger>;
  pathOf(app: string): Promise<string>;
  /** Of every account in the location: any of them may have seen one last. */
  known(): Promise<readonly KnownApps[]>;
}

/** Throws LedgerError for all that cannot be used: whoever restores one file restores the others too. */
export async function readAppLedgers(apps: readonly string[], reading: AppReading): Promise<AppLedgers> {
  const read = new Map<string, Ledger | LedgerError>();
  for (const app of apps) read.set(app, await reading.read(app).catch(ledgerError));
  const ledgers = new Map([...read].filter((one): one is [string, Ledger] => !(one[1] instanceof LedgerError)));
  const known = ledgers.size === 0 ? [] : await reading.known();
  const errors: LedgerError[] = [];
  for (const [app, one] of read)
    errors.push(...(one instanceof LedgerError ? [one] : await unlike(app, one, known, reading)));
  const [first, ...others] = errors;
  if (first !== undefined) throw others.length === 0 ? first : severalAppLedgers(errors);
  return ledgers;
}

function ledgerError(error: unknown): LedgerError {
  if (error instanceof LedgerError) return error;
  throw error;
}

async function unlike(
  app: string,
  { lineage, serial }: Ledger,
  known: readonly KnownApps[],
  { pathOf }: AppReading,
): Promise<readonly LedgerError[]> {
  const views = known.flatMap(({ name, apps }) => {
    const seen = apps[app];
    return seen === undefined ? [] : [{ account: name, ...seen }];
  });
  const elsewhere = views.filter((seen) => seen.lineage !== lineage).map(({ account }) => account);
  if (elsewhere.length > 0) return [otherAppLedger(elsewhere, app, await pathOf(app))];
  const later = new Map(views.map((seen) => [seen.account, seen.serial] as const).filter(([, at]) => at > serial));
  return later.size === 0 ? [] : [olderAppLedger(app, { path: await pathOf(app), serial, seen: later })];
}
