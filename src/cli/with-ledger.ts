/** Opens the ledger that a command is about: of an account of the files, or of one of a fleet. */

import { UsageError } from '../errors.ts';
import type { Fleet } from '../fleet/index.ts';
import type { Context } from './context.ts';
import type { CommonFlags } from './flags.ts';
import { withReconciler } from './open.ts';

/** Opens, works and closes, even if the work fails. */
export async function withLedger<T>(
  context: Context,
  flags: CommonFlags,
  work: (opened: { readonly ledger: Awaited<ReturnType<Fleet['ledger']>> }) => Promise<T>,
): Promise<T> {
  const { hubId, database } = flags;
  if (hubId === undefined && database !== undefined)
    throw new UsageError('usage', '--database needs --hub-id: the account of the fleet.');
  if (hubId === undefined) return withReconciler(context, flags, work);
  const { withFleet } = await import('./fleet/open.ts');
  return withFleet(context, flags, async ({ reach }) => work({ ledger: await (await reach()).fleet.ledger(hubId) }));
}
