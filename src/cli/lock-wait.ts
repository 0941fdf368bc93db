/** Waits for another run that writes the same ledger, and begins again where such a run was faster. */

import { LedgerError, StalePlanError } from '../errors.ts';
import type { Reconciler } from '../index.ts';
import type { ConsentFlags } from './consent.ts';
import type { Context } from './context.ts';

/** Refusals before the first call: another run holds the ledger, or wrote it after the plan was made. */
export type Overtaken = 'ledger-locked' | 'ledger-changed';
export const OVERTAKEN: readonly Overtaken[] = ['ledger-locked', 'ledger-changed'];

/** Runs `work` when the ledger is free; runs it again after a refusal of `again`, as long as `--lock-timeout` allows. */
export async function whenFree<T>(
  context: Context,
  { lockTimeout = 0 }: Pick<ConsentFlags, 'lockTimeout'>,
  reconciler: Reconciler,
  again: readonly Overtaken[],
  work: () => Promise<T>,
): Promise<T> {
  const { world } = context;
  const until = world.elapsed() + lockTimeout * 1000;
  for (;;) {
    try {
      await reconciler.ledger.whenFree(Math.max(0, until - world.elapsed()));
      return await work();
    } catch (error) {
      const overtaken = findOvertaken(error);
      if (overtaken === undefined) throw error;
      if (world.elapsed() < until && again.includes(overtaken)) {
        context.note('Another run wrote the ledger first. Starting again.');
      } else {
        throw overtaken === 'ledger-locked' && lockTimeout === 0 ? withWait(error as LedgerError) : error;
      }
    }
  }
}

function findOvertaken(error: unknown): Overtaken | undefined {
  if (error instanceof LedgerError && error.code === 'ledger-locked') return error.code;
  return error instanceof StalePlanError && error.code === 'ledger-changed' ? error.code : undefined;
}

function withWait(error: LedgerError): LedgerError {
  const hint = `${error.hint ?? ''} To wait for it, add --lock-timeout SECONDS.`.trimStart();
  return new LedgerError('ledger-locked', error.message, { hint, cause: error });
}
