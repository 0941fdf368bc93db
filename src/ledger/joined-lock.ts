/** The locks on the ledgers of an account and of its apps: which are taken, and all of them as one. */

import { adviceOf, LedgerError } from '../errors.ts';
import type { Address } from '../model/address.ts';
import type { Ledger, LedgerLock } from '../model/ledger.ts';
import { type AppOf, appsOf } from './joined.ts';

/** Of what is written, and of what an earlier version left in the ledger of the account: that moves with any write. */
export function appsToWrite(own: Ledger | undefined, about: readonly Address[], appOf: AppOf): readonly string[] {
  const left = own && { ...own, apps: {} };
  return appsOf(
    left,
    about.flatMap((address) => appOf(address) ?? []),
    appOf,
  );
}

/** Throws LedgerError with the app, whose ledger is another account's for a while: that run may do what this one is about to. */
export async function lockOfApp(app: string, lock: () => Promise<LedgerLock>): Promise<LedgerLock> {
  try {
    return await lock();
  } catch (error) {
    if (!(error instanceof LedgerError && error.code === 'ledger-locked')) throw error;
    throw new LedgerError(error.code, error.message, { ...adviceOf(error), cause: error, app });
  }
}

/** One that is lost is the loss of all: each call may concern any of the ledgers. */
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

/** In the reverse order. Throws the first failure, after all were tried. */
export async function releaseAll(taken: readonly LedgerLock[]): Promise<void> {
  const failures: unknown[] = [];
  for (const lock of taken.toReversed()) await lock.release().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}
