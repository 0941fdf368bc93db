/** Reads the ledgers of apps and checks that they are the ledgers that accounts saw last. A plan would create missing records again. */

import type { KnownApps, Ledger } from '../model/ledger.ts';
import { olderAppLedger, otherAppLedger } from './app-ledger-errors.ts';
import type { AppLedgers } from './joined.ts';

export interface AppReading {
  read(app: string): Promise<Ledger>;
  pathOf(app: string): Promise<string>;
  /** Returns what every account in the location knows of the ledgers of apps. */
  known(): Promise<readonly KnownApps[]>;
}

/** Throws LedgerError for the first ledger that cannot be used. */
export async function readAppLedgers(apps: readonly string[], reading: AppReading): Promise<AppLedgers> {
  const known = apps.length === 0 ? [] : await reading.known();
  const ledgers = new Map<string, Ledger>();
  for (const app of apps) {
    const ledger = await reading.read(app);
    await requireSeenLast(app, ledger, known, reading);
    ledgers.set(app, ledger);
  }
  return ledgers;
}

async function requireSeenLast(
  app: string,
  { lineage, serial }: Ledger,
  known: readonly KnownApps[],
  { pathOf }: AppReading,
): Promise<void> {
  const views = known.flatMap(({ name, apps }) => {
    const seen = apps[app];
    return seen === undefined ? [] : [{ account: name, ...seen }];
  });
  const elsewhere = views.filter((seen) => seen.lineage !== lineage).map(({ account }) => account);
  if (elsewhere.length > 0) throw otherAppLedger(elsewhere, app, await pathOf(app));
  const later = new Map(views.map((seen) => [seen.account, seen.serial] as const).filter(([, at]) => at > serial));
  if (later.size > 0) throw olderAppLedger(app, { path: await pathOf(app), serial, seen: later });
}
