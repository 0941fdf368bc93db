/** One account of a rollout as a pure state machine: the effect of each result on the account. */

import type { FailedFor, TargetState } from '../../model/rollout.ts';

/** States of accounts that a rollout still has to finish. */
export const OPEN_STATES: readonly TargetState[] = ['approved', 'running', 'deferred'];

/** Number of dead workers after which an account has failed. */
export const MAX_LOST = 3;

export interface Target {
  readonly state: TargetState;
  /** Number of times that a worker took the account. A result of an earlier attempt is ignored. */
  readonly attempt: number;
  /** Number of workers that died while they had the account. */
  readonly lost: number;
  /** Milliseconds of the database's time; null where nothing is to be waited for. */
  readonly notBefore: number | null;
  /** Time of the first deferral; null if there was none. */
  readonly putOffAt: number | null;
  readonly errorKind: FailedFor | null;
}

/** A result that ends the turn of the account, at any time. */
export type LastResult =
  | { readonly kind: 'applied' | 'unchanged' | 'moved' | 'uncertain' | 'skipped' }
  | { readonly kind: 'failed'; readonly because: FailedFor };

export type Result =
  | LastResult
  /** `until`: when the same may succeed. */
  | { readonly kind: 'put-off'; readonly because: FailedFor; readonly until: number }
  /** Another account is changing a resource of the app that both have. */
  | { readonly kind: 'queued'; readonly until: number };

export type TargetEvent =
  /** `attempt` of the claim that it belongs to. */
  | { readonly kind: 'result'; readonly attempt: number; readonly at: number; readonly result: Result }
  /** The worker of the account died. */
  | { readonly kind: 'lost'; readonly attempt: number }
  | { readonly kind: 'retry' };

/** True if the next dead worker fails the account. The account may kill its workers, so it runs without other accounts. */
export function isDoubtful({ lost }: Pick<Target, 'lost'>): boolean {
  return lost >= MAX_LOST - 1;
}

export interface TargetLimits {
  /** Milliseconds that an account may be deferred before it has failed. */
  readonly patienceMs: number;
  /** Number of dead workers after which an account has failed. */
  readonly maxLost: number;
}

/** Returns the same object if the event does not concern the current state of the target. */
export function afterEvent(target: Target, event: TargetEvent, limits: TargetLimits): Target {
  switch (event.kind) {
    case 'result':
      return isOfNow(target, event.attempt) ? afterResult(target, event, limits) : target;
    case 'lost':
      return isOfNow(target, event.attempt) ? afterLoss(target, limits) : target;
    case 'retry':
      return target.state === 'failed' || target.state === 'skipped' || target.state === 'uncertain'
        ? { state: 'approved', attempt: target.attempt, lost: 0, notBefore: null, putOffAt: null, errorKind: null }
        : target;
  }
}

function isOfNow({ state, attempt }: Target, of: number): boolean {
  return state === 'running' && attempt === of;
}

function afterResult(
  target: Target,
  { at, result }: Extract<TargetEvent, { kind: 'result' }>,
  { patienceMs }: TargetLimits,
): Target {
  switch (result.kind) {
    case 'put-off': {
      const { because, until } = result;
      const putOffAt = target.putOffAt ?? at;
      // An account that cannot be tried again in time fails now, so that it delays its wave no longer.
      if (Math.max(at, until) > putOffAt + patienceMs) return endTarget({ kind: 'failed', because }, target);
      return { ...target, state: 'deferred', notBefore: until, putOffAt, errorKind: because };
    }
    case 'queued': {
      // An aborted rollout has no further turn.
      if (patienceMs < 0) return endTarget({ kind: 'skipped' }, target);
      // The account waits for the rollout itself, so this time does not count.
      const putOffAt = target.putOffAt === null ? null : target.putOffAt + Math.max(0, result.until - at);
      return { ...target, state: 'deferred', notBefore: result.until, putOffAt, errorKind: 'busy' };
    }
    default:
      return endTarget(result, target);
  }
}

/** Of an account that is run, by the result of that run. */
export function endTarget(result: LastResult, { attempt, lost }: Pick<Target, 'attempt' | 'lost'>): Target {
  const errorKind = result.kind === 'failed' ? result.because : null;
  return { state: result.kind, attempt, lost, notBefore: null, putOffAt: null, errorKind };
}

/** The ledger has what the worker did, and the next worker settles that first. An account that keeps killing workers fails. */
function afterLoss(target: Target, { maxLost }: TargetLimits): Target {
  const lost = target.lost + 1;
  if (lost >= maxLost) return { ...target, state: 'failed', lost, errorKind: 'worker' };
  return { ...target, state: 'approved', lost };
}

/** In the queue for the ledger of an app: the account that has it needs no more than its calls take. */
export function queueMs(attempt: number): number {
  return Math.min(FIRST_IN_QUEUE_MS * 2 ** Math.min(attempt - 1, 10), FIRST_MS);
}

const FIRST_IN_QUEUE_MS = 500;
const FIRST_MS = 5_000;
const LAST_MS = 300_000;

/**
 * Waits as long as the account has been deferred so far, so that the pause doubles. A first conflict waits for nothing, because the next
 * plan sees the change.
 */
export function pauseMs(
  { putOffAt, errorKind }: Pick<Target, 'errorKind' | 'putOffAt'>,
  { because, at }: { readonly because: FailedFor; readonly at: number },
): number {
  if (because === 'conflict' && errorKind !== 'conflict') return 0;
  return Math.min(Math.max(FIRST_MS, at - (putOffAt ?? at)), LAST_MS);
}
