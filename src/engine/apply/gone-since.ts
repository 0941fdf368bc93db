/** Explains a refused change by a read that shows that its resource is missing. */

import { ApiError, AuthError } from '../../errors.ts';
import type { Intention } from '../../model/ledger.ts';
import { RUN_AGAIN } from '../hints.ts';
import type { CallResult } from './call-result.ts';
import type { Run } from './run.ts';

/** Returns undefined if the read does not explain the refusal. The refusal is reported then. */
export async function goneSince(run: Run, intention: Intention, error: unknown): Promise<CallResult | undefined> {
  const { covers, before, expects, recovery, call } = intention;
  const [address, ...others] = covers;
  const isMissing = error instanceof ApiError && error.status === 404 && !error.gone;
  if (!isMissing || address === undefined || others.length > 0 || recovery !== 'read-back') return undefined;
  const was = before[address] ?? null;
  if (was === null || (expects[address] ?? null) === null) return undefined;
  try {
    const live = (await run.live.fresh(covers)).found.get(address);
    const isAnother = live?.id !== undefined && !Object.values(call.params).includes(live.id);
    if (live !== undefined && !isAnother) return undefined;
    const since = isAnother
      ? 'another user deleted it since the plan, and created it again'
      : 'another user deleted it since the plan';
    const fields = isAnother ? [] : Object.entries(was).map(([field, value]) => ({ field, before: value }));
    return { address, status: 'conflict', message: `Not changed: ${since}.`, hint: RUN_AGAIN, fields };
  } catch (failure) {
    if (failure instanceof AuthError) run.halt(failure);
    return undefined;
  }
}
