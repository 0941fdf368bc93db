/** Waits for another run that writes the ledger, as long as the input lock-wait says. */

import { LedgerError, StalePlanError } from '../errors.ts';
import type { Run } from './run.ts';

const LONGEST_PAUSE_MS = 10_000;

/** Repeats `work` completely until the ledger is free. Throws its error after the time limit, or if waiting cannot help. */
export async function whenFree<T>({ clock, inputs, signal }: Run, work: () => Promise<T>): Promise<T> {
  const until = clock.elapsed() + inputs['lock-wait'] * 1000;
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isBusy(error) || clock.elapsed() > until) throw error;
    }
    await clock.sleep(Math.min(LONGEST_PAUSE_MS, 500 * tries), signal);
  }
}

/** True if another run has the ledger, or wrote it after the plan. */
function isBusy(error: unknown): boolean {
  if (error instanceof LedgerError) return error.code === 'ledger-locked' || error.code === 'ledger-busy';
  return error instanceof StalePlanError && error.code === 'ledger-changed';
}
