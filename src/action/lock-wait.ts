/** Waits for another run that writes the ledger, as long as the input lock-wait says. */

import { LedgerError } from '../errors.ts';
import type { Run } from './run.ts';

/** What `work` throws once it is too late, or is no matter of time. */
export async function whenFree(run: Run, work: () => Promise<void>): Promise<void> {
  const until = lockWaitEnd(run);
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isBusy(error) || run.clock.elapsed() > until) throw error;
    }
    await pause(run, tries);
  }
}

/** A time of `run.clock.elapsed`. */
export function lockWaitEnd({ clock, inputs }: Run): number {
  return clock.elapsed() + inputs['lock-wait'] * 1000;
}

/** @param tries that there were already */
export function pause({ clock, signal }: Run, tries: number): Promise<void> {
  return clock.sleep(Math.min(10_000, 500 * tries), signal);
}

/** Whether another run has the ledger, which ends by itself. */
export function isBusy(error: unknown): error is LedgerError {
  return error instanceof LedgerError && (error.code === 'ledger-locked' || error.code === 'ledger-busy');
}
