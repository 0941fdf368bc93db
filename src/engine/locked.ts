/** Work under the lock of a ledger: if the lock cannot be released afterwards, that is reported, and the result of the work stays valid. */

import { sentenceOf } from '../errors.ts';
import type { Finding } from '../model/finding.ts';
import type { LedgerStore } from '../model/ledger.ts';

/** Throws what taking the lock and the work throw. */
export async function locked<T extends { readonly findings: readonly Finding[] }>(
  ledger: LedgerStore,
  purpose: string,
  work: () => Promise<T>,
): Promise<T> {
  const lock = await ledger.lock(purpose);
  const [done] = await Promise.allSettled([work()]);
  const [released] = await Promise.allSettled([lock.release()]);
  // What ended the work says more than a lock that stays behind.
  if (done.status === 'rejected') throw done.reason;
  if (released.status === 'fulfilled') return done.value;
  return { ...done.value, findings: [...done.value.findings, notReleased(released.reason)] };
}

function notReleased(error: unknown): Finding {
  return {
    code: 'ledger-not-released',
    severity: 'warning',
    message: `Could not release the lock on the ledger: ${sentenceOf(error)}`,
    hint: 'Nothing is lost. The next run takes the lock over once this program is gone, or says which file to delete.',
  };
}
