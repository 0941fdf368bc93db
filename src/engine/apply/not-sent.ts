/** Why a call was not sent: the result for each address that it covers. */

import { defined } from '../../contract/defined.ts';
import { AuthError, formatSentence, readFailure } from '../../errors.ts';
import type { Address } from '../../model/address.ts';
import type { PlannedCall } from '../../model/plan.ts';
import { RUN_AGAIN } from '../hints.ts';
import type { CallResult } from './call-result.ts';
import type { Run } from './run.ts';

/** Ends a call that must not be sent. Its results tell why. */
export class NotSent extends Error {
  override readonly name = 'NotSent';
  readonly results: readonly CallResult[];
  /** Addresses without a problem. They may be sent as a smaller call. */
  readonly free: readonly Address[];
  constructor(results: readonly CallResult[], free: readonly Address[] = []) {
    super('The call was not sent.');
    this.results = results;
    this.free = free;
  }
}

export function notSent(covers: readonly Address[], result: Omit<CallResult, 'address'>): NotSent {
  return new NotSent(covers.map((address) => ({ address, ...result })));
}

/** The look before the call failed. */
export function unread(run: Run, { covers }: PlannedCall, error: unknown): NotSent {
  if (error instanceof AuthError) run.halt(error);
  const message = `Not sent: reading it again just before failed (${formatSentence(error)})`;
  return notSent(covers, { status: 'failed', message, hint: RUN_AGAIN, ...defined({ failure: readFailure(error) }) });
}

export function conflicting({ covers }: PlannedCall, conflicts: readonly CallResult[]): NotSent {
  const changed = new Set(conflicts.map(({ address }) => address));
  const free = covers.filter((address) => !changed.has(address));
  const message = 'The same call covers a resource that changed.';
  return new NotSent(
    [...conflicts, ...free.map((address): CallResult => ({ address, status: 'skipped', message }))],
    free,
  );
}
