/** Decides what the result or the error of an apply means for an account: an end, or a later try. */

import { ConfigError, formatSentence, LedgerError, readFailure, StalePlanError } from '../../errors.ts';
import type { Failure } from '../../model/failure.ts';
import type { ApplyResult } from '../../model/outcome.ts';
import type { Plan } from '../../model/plan.ts';
import type { FailedFor } from '../../model/rollout.ts';
import { appOfResource } from '../../reconciler/app-ledgers.ts';
import type { LastResult } from '../rollout/target.ts';

/** A result with a duration instead of a time. `afterMs` is null if the earlier deferrals of the account decide. */
export type Delayed =
  | LastResult
  | { readonly kind: 'queued' }
  | { readonly kind: 'put-off'; readonly because: FailedFor; readonly afterMs: number | null };

export interface Judged {
  readonly result: Delayed;
  /** Text for people; null if there is none. */
  readonly message: string | null;
}

export function judgedError(error: unknown): Judged {
  const message = saidBy(error);
  // The ledger or the account changed after the plan. No call was sent, and the next plan sees the change.
  if (error instanceof StalePlanError) return { result: putOff('conflict'), message };
  if (error instanceof LedgerError && error.app !== undefined) return { result: { kind: 'queued' }, message };
  // An unknown error comes from the caller's code, and would come again.
  const failure = readFailure(error) ?? { kind: 'config', retryable: false };
  return { result: byFailure(failure), message };
}

export function judgedApply(result: ApplyResult): Judged {
  const { outcomes, summary, failure, open = [], interrupted } = result;
  const bad = outcomes.find(({ status }) => status === 'uncertain' || status === 'failed' || status === 'conflict');
  const message = bad === undefined ? null : `${bad.address}: ${bad.message}`;
  if (summary.uncertain > 0 || open.some(({ settledBy }) => settledBy === 'person')) {
    return { result: { kind: 'uncertain' }, message: message ?? 'A call is open that a person has to settle.' };
  }
  const why = bad?.failure ?? failure;
  if (summary.failed > 0) return { result: why ? byFailure(why) : { kind: 'failed', because: 'refused' }, message };
  // No call was sent. The next plan shows whether the new state is approved.
  if (summary.conflict > 0) return { result: putOff('conflict'), message };
  if (why !== undefined || interrupted || summary.skipped > 0)
    return {
      result: why ? byFailure(why) : putOff('worker', 0),
      message: message ?? 'The run was stopped.',
    };
  const isChanged = summary.applied + summary.accepted > 0;
  return { result: { kind: isChanged ? 'applied' : 'unchanged' }, message: null };
}

/** Returns the result of a plan that an earlier run blocks. Returns undefined if the plan has another problem. */
export function judgedBlocked({ changes, open = [] }: Plan): Judged | undefined {
  const blocked = changes.filter(({ action }) => action === 'blocked');
  const reasons = new Set(blocked.map(({ because }) => because));
  if (reasons.has('under-way')) {
    const isOfApps = blocked.every(({ because, address }) => because !== 'under-way' || appOfResource(address));
    return { result: isOfApps ? { kind: 'queued' } : putOff('busy'), message: 'Another run is under way.' };
  }
  if (reasons.has('unsettled') || open.some(({ settledBy }) => settledBy === 'person'))
    return { result: { kind: 'uncertain' }, message: 'A call of an earlier run is open that a person has to settle.' };
  return undefined;
}

/** Returns the first problem of the files for this account. A number of errors alone would not help. */
function saidBy(error: unknown): string {
  const findings = error instanceof ConfigError ? error.findings.filter(({ severity }) => severity === 'error') : [];
  const [first, ...others] = findings;
  if (first === undefined) return formatSentence(error);
  const where = first.address === undefined ? '' : `${first.address}: `;
  const more = others.length === 1 ? ' There is 1 more error.' : ` There are ${others.length} more errors.`;
  return `${where}${first.message}${others.length === 0 ? '' : more}`;
}

function byFailure({ kind, retryable, retryAfterMs }: Failure): Delayed {
  return retryable ? putOff(kind, retryAfterMs) : { kind: 'failed', because: kind };
}

function putOff(because: FailedFor, afterMs: number | null = null): Delayed {
  return { kind: 'put-off', because, afterMs };
}
