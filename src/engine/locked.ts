/** Work under the lock of a ledger: if the lock cannot be released afterwards, that is reported, and the result of the work stays valid. */

import { formatSentence, LedgerError } from '../errors.ts';
import type { Finding } from '../model/finding.ts';
import type { LedgerLock, LedgerStore } from '../model/ledger.ts';

/** Throws what taking the lock and the work throw. */
export async function locked<T extends { readonly findings: readonly Finding[] }>(
  ledger: Pick<LedgerStore, 'lock'>,
  purpose: string,
  work: (lock: LedgerLock) => Promise<T>,
): Promise<T> {
  const lock = await ledger.lock(purpose);
  const [done] = await Promise.allSettled([work(lock)]);
  const [released] = await Promise.allSettled([lock.release()]);
  // The error of the work is more important than a lock that was not released.
  if (done.status === 'rejected') throw done.reason;
  if (released.status === 'fulfilled') return done.value;
  return { ...done.value, findings: [...done.value.findings, notReleased(released.reason)] };
}

/** Throws LedgerError `ledger-lock-lost` once the store has said so: another run may write by now. */
export function requireKept(lost: AbortSignal | undefined): void {
  if (lost?.aborted) throw buildLockLoss(lost);
}

/** Returns a LedgerError for the loss of the lock, whatever error the store gave. */
export function buildLockLoss(lost: AbortSignal): LedgerError {
  const reason: unknown = lost.reason;
  if (reason instanceof LedgerError) return reason;
  return new LedgerError('ledger-lock-lost', 'The lock on the ledger was lost.', {
    hint: 'No further calls are made. The next run finds out the outcome of open calls.',
    cause: reason,
  });
}

function notReleased(error: unknown): Finding {
  return {
    code: 'ledger-not-released',
    severity: 'warning',
    message: `Could not release the lock on the ledger: ${formatSentence(error)}`,
    hint: 'Nothing is lost. The next run takes the lock over once this program is gone, or says which file to delete.',
  };
}
