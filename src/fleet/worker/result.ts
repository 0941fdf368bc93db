/** What the result of an apply, or the error that ended one, makes of an account: its end, or a later time. */

import { ConfigError, failureOf, LedgerError, StalePlanError, sentenceOf } from '../../errors.ts';
import type { Failure } from '../../model/failure.ts';
import type { ApplyResult } from '../../model/outcome.ts';
import type { Plan } from '../../model/plan.ts';
import type { FailedFor } from '../../model/rollout.ts';
import { appOfResource } from '../../reconciler/app-ledgers.ts';
import type { LastResult } from '../rollout/target.ts';

/** A result without the database's time: how long to wait is said instead of until when; null where only the account's past tells. */
export type Delayed =
  | LastResult
  | { readonly kind: 'queued' }
  | { readonly kind: 'put-off'; readonly because: FailedFor; readonly afterMs: number | null };

export interface Judged {
  readonly result: Delayed;
  /** For people; null where there is nothing to say. */
  readonly message: string | null;
}

export function judgedError(error: unknown): Judged {
  const message = saidBy(error);
  // Somebody wrote the ledger, or the account, after the plan was made: nothing was sent, and the next plan tells.
  if (error instanceof StalePlanError) return { result: putOff('conflict'), message };
  if (error instanceof LedgerError && error.app !== undefined) return { result: { kind: 'queued' }, message };
  // What is no error of ours is a fault of somebody's code: the same would happen again.
  const failure = failureOf(error) ?? { kind: 'config', retryable: false };
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
  // Nothing was sent: the next plan says whether what it changed to is approved.
  if (summary.conflict > 0) return { result: putOff('conflict'), message };
  if (why !== undefined || interrupted || summary.skipped > 0)
    return {
      result: why ? byFailure(why) : putOff('worker', 0),
      message: message ?? 'The run was stopped.',
    };
  const isChanged = summary.applied + summary.accepted > 0;
  return { result: { kind: isChanged ? 'applied' : 'unchanged' }, message: null };
}

/** Of a plan that cannot be applied because of an earlier run; undefined where that is not why. */
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

/** Of files that are wrong for the account, what is wrong: how many errors they have tells nobody what to mend. */
function saidBy(error: unknown): string {
  const findings = error instanceof ConfigError ? error.findings.filter(({ severity }) => severity === 'error') : [];
  const [first, ...others] = findings;
  if (first === undefined) return sentenceOf(error);
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
