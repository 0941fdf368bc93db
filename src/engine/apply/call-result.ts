/** The result for one address in one call, and how several calls make one outcome. */

import { defined } from '../../contract/defined.ts';
import type { Address } from '../../model/address.ts';
import type { FieldChange } from '../../model/change.ts';
import type { Failure } from '../../model/failure.ts';
import type { Advice } from '../../model/fix.ts';
import { type ApplyResult, isGood, OUTCOME_STATUSES, type Outcome, type OutcomeStatus } from '../../model/outcome.ts';
import type { PlannedCall } from '../../model/plan.ts';
import { differences } from '../compare.ts';
import { RUN_AGAIN } from '../hints.ts';
import type { KindLookup } from '../kind-lookup.ts';

export interface CallResult extends Advice {
  readonly address: Address;
  readonly status: OutcomeStatus;
  readonly message: string;
  readonly fields?: readonly FieldChange[];
  /** Failure of the error that decided the result. */
  readonly failure?: Failure;
  /**
   * True if the call was not sent because a user changed the resource. The resource exists, so calls that only need its existence may
   * start.
   */
  readonly isThere?: true;
  /** True if the reply showed exactly the planned values. */
  readonly echoed?: true;
  /** Name in the reply, if it differs from the name that was sent in its letters. */
  readonly storedAs?: string;
}

/** A result together with its call. */
export type ResultWithCall = CallResult & { readonly call: PlannedCall };

export interface CallEnd {
  readonly call: PlannedCall;
  /** Results of the covered addresses. */
  readonly results: readonly CallResult[];
  /** True if calls that depend on this call may start. */
  readonly ok: boolean;
}

export function buildCallEnd(call: PlannedCall, results: readonly CallResult[]): CallEnd {
  return { call, results, ok: results.every(isGood) };
}

export function sameResult(call: PlannedCall, result: Omit<CallResult, 'address'>): CallEnd {
  return buildCallEnd(
    call,
    call.covers.map((address) => ({ address, ...result })),
  );
}

/** The worst result of an address is its outcome; the last one of the worst, so that a message speaks of the decisive call. */
export function worst<T extends Pick<CallResult, 'status'>>(results: readonly T[]): T | undefined {
  return results.reduce<T | undefined>(
    (bad, result) => (bad === undefined || severity(result) >= severity(bad) ? result : bad),
    undefined,
  );
}

function severity({ status }: Pick<CallResult, 'status'>): number {
  return OUTCOME_STATUSES.indexOf(status);
}

export function countOutcomes(outcomes: readonly Outcome[]): ApplyResult['summary'] {
  const count = (status: OutcomeStatus): number => outcomes.filter((outcome) => outcome.status === status).length;
  return {
    applied: count('applied'),
    accepted: count('accepted'),
    skipped: count('skipped'),
    failed: count('failed'),
    conflict: count('conflict'),
    uncertain: count('uncertain'),
  };
}

/**
 * Returns the result of a change with several calls of which only the first took effect: the resource is neither as before nor as planned.
 * Returns undefined if all calls or none took effect. `results` are the results of one address, in the order of the calls.
 */
export function partialResult(run: KindLookup, results: readonly ResultWithCall[]): CallResult | undefined {
  const done = results.filter(isGood);
  const last = done.at(-1);
  const decisive = worst(results);
  if (last === undefined || decisive === undefined || isGood(decisive)) return undefined;
  const { address, status, message, hint = RUN_AGAIN, fix, failure } = decisive;
  const unknown = status === 'uncertain';
  const carriedOut = `${done.map(({ call }) => formatCall(call)).join(', ')} ${done.length === 1 ? 'was' : 'were'} carried out.`;
  return {
    address,
    // Skipped is what left no trace.
    status: status === 'skipped' ? 'failed' : status,
    message: `${carriedOut} Of ${formatCall(decisive.call)}: ${message}`,
    hint,
    ...defined({ fix, failure }),
    fields: decisive.fields ?? (unknown ? [] : missing(run, last, results.at(-1)?.call)),
  };
}

/** Compares the final planned values with the values after the last successful call. */
function missing(
  run: KindLookup,
  { address, call }: ResultWithCall,
  final: PlannedCall | undefined,
): CallResult['fields'] & object {
  const [planned, left] = [final?.expects[address], call.expects[address]];
  const kind = run.kindOf(address);
  return kind === undefined || planned == null || left == null ? [] : differences(kind, planned, left);
}

function formatCall({ id, method, path }: PlannedCall): string {
  return `${method} ${path} (${id})`;
}
