/** What became of one address in one call, and how several calls make one outcome. */

import type { Address } from '../../model/address.ts';
import type { FieldChange } from '../../model/change.ts';
import { type ApplyResult, isGood, OUTCOME_STATUSES, type Outcome, type OutcomeStatus } from '../../model/outcome.ts';
import type { PlannedCall } from '../../model/plan.ts';

export interface Fate {
  readonly address: Address;
  readonly status: OutcomeStatus;
  readonly message: string;
  readonly hint?: string;
  readonly fields?: readonly FieldChange[];
  /** The reply showed the values, and they were the planned ones. */
  readonly echoed?: true;
}

/** With the call that it is the end of. */
export type CallFate = Fate & { readonly call: PlannedCall };

export interface CallEnd {
  readonly call: PlannedCall;
  /** One for each covered address. */
  readonly fates: readonly Fate[];
  /** Whether calls that wait for this one may start. */
  readonly ok: boolean;
}

export function endOf(call: PlannedCall, fates: readonly Fate[]): CallEnd {
  return { call, fates, ok: fates.every(isGood) };
}

export function sameFate(call: PlannedCall, fate: Omit<Fate, 'address'>): CallEnd {
  return endOf(
    call,
    call.covers.map((address) => ({ address, ...fate })),
  );
}

/** The worst fate of an address is its outcome; the last one of the worst, so that a message speaks of the decisive call. */
export function worst<T extends Pick<Fate, 'status'>>(fates: readonly T[]): T | undefined {
  return fates.reduce<T | undefined>(
    (bad, fate) => (bad === undefined || severity(fate) >= severity(bad) ? fate : bad),
    undefined,
  );
}

function severity({ status }: Pick<Fate, 'status'>): number {
  return OUTCOME_STATUSES.indexOf(status);
}

export function summaryOf(outcomes: readonly Outcome[]): ApplyResult['summary'] {
  const count = (status: OutcomeStatus): number => outcomes.filter((outcome) => outcome.status === status).length;
  return {
    applied: count('applied'),
    accepted: count('accepted'),
    skipped: count('skipped'),
    failed: count('failed'),
    lostRace: count('lost-race'),
    uncertain: count('uncertain'),
  };
}
