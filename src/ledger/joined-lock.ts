/** The locks on the ledgers of an account and of its apps, combined into one. */

import { LedgerError, readAdvice } from '../errors.ts';
import type { Address } from '../model/address.ts';
import type { LedgerLock } from '../model/ledger.ts';
import { type AppOf, listApps } from './joined.ts';

/** Apps that the addresses belong to. */
export function appsToWrite(about: readonly Address[], appOf: AppOf): readonly string[] {
  return listApps(
    undefined,
    about.flatMap((address) => appOf(address) ?? []),
  );
}

/** Throws LedgerError with the app if a run of another account has its ledger. That run may make the same changes. */
export async function lockOfApp(app: string, lock: () => Promise<LedgerLock>): Promise<LedgerLock> {
  try {
    return await lock();
  } catch (error) {
    if (!(error instanceof LedgerError && error.code === 'ledger-locked')) throw error;
    throw new LedgerError(error.code, error.message, { ...readAdvice(error), cause: error, app });
  }
}

/** Combines locks. A lost lock loses all, because each call may concern any of the ledgers. */
export function together(taken: readonly LedgerLock[]): Omit<LedgerLock, 'release'> {
  const lost = taken.flatMap((lock) => lock.lost ?? []);
  const renewing = taken.filter((lock) => lock.renew !== undefined);
  return {
    ...(lost.length === 0 ? {} : { lost: AbortSignal.any(lost) }),
    ...(renewing.length === 0
      ? {}
      : { renew: async () => void (await Promise.all(renewing.map((lock) => lock.renew?.()))) }),
  };
}

/** Releases in reverse order. Throws the first failure after releasing all. */
export async function releaseAll(taken: readonly LedgerLock[]): Promise<void> {
  const failures: unknown[] = [];
  for (const lock of taken.toReversed()) await lock.release().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}
