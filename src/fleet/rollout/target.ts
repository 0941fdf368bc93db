/** One account of a rollout as a state machine: what each result of a run makes of it. */

import type { FailedFor, TargetState } from '../../model/rollout.ts';

/** What a rollout still has to do something about. */
export const OPEN_STATES: readonly TargetState[] = ['approved', 'running', 'deferred'];

/** How many workers may end while they have an account before it has failed. */
export const MAX_LOST = 3;

export interface Target {
  readonly state: TargetState;
  /** How often a worker took it, from 0: a result that is not of the last time counts nothing. */
  readonly attempt: number;
  /** How many workers ended while they had it. */
  readonly lost: number;
  /** Milliseconds of the database's time; null where nothing is to be waited for. */
  readonly notBefore: number | null;
  /** When it was first put off; null where it was not. */
  readonly putOffAt: number | null;
  readonly errorKind: FailedFor | null;
}

/** A result that ends the account's turn, whenever it comes and however long that took. */
export type LastResult =
  | { readonly kind: 'applied' | 'unchanged' | 'moved' | 'uncertain' | 'skipped' }
  | { readonly kind: 'failed'; readonly because: FailedFor };

export type Result =
  | LastResult
  /** `until`: when the same may succeed. */
  | { readonly kind: 'put-off'; readonly because: FailedFor; readonly until: number }
  /** Another account is doing what belongs to the app of both. */
  | { readonly kind: 'queued'; readonly until: number };

export type TargetEvent =
  /** `attempt` of the claim that it belongs to. */
  | { readonly kind: 'result'; readonly attempt: number; readonly at: number; readonly result: Result }
  /** Its worker ended. */
  | { readonly kind: 'lost'; readonly attempt: number }
  | { readonly kind: 'retry' };

/** One that fails with the next end of a worker: it may be what ends them, so that no other account is run beside it. */
export function isDoubtful({ lost }: Pick<Target, 'lost'>): boolean {
  return lost >= MAX_LOST - 1;
}

export interface TargetLimits {
  /** How long an account may be put off before it has failed. */
  readonly patienceMs: number;
  /** How many workers may end while they have an account before it has failed. */
  readonly maxLost: number;
}

/** Unchanged, as the same value, where the event says nothing about the target as it is now. */
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
      // What cannot be tried again in time is told now: a wave is never held longer than this.
      if (Math.max(at, until) > putOffAt + patienceMs) return endedWith({ kind: 'failed', because }, target);
      return { ...target, state: 'deferred', notBefore: until, putOffAt, errorKind: because };
    }
    case 'queued': {
      // Of an aborted rollout its turn does not come.
      if (patienceMs < 0) return endedWith({ kind: 'skipped' }, target);
      // It waits for what the rollout itself does, so that the time does not count.
      const putOffAt = target.putOffAt === null ? null : target.putOffAt + Math.max(0, result.until - at);
      return { ...target, state: 'deferred', notBefore: result.until, putOffAt, errorKind: 'busy' };
    }
    default:
      return endedWith(result, target);
  }
}

/** Of an account that is run, by the result of that run. */
export function endedWith(result: LastResult, { attempt, lost }: Pick<Target, 'attempt' | 'lost'>): Target {
  const errorKind = result.kind === 'failed' ? result.because : null;
  return { state: result.kind, attempt, lost, notBefore: null, putOffAt: null, errorKind };
}

/** What it did stands in the ledger; the next worker settles that first. An account that ends its workers is left alone. */
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
 * As long as it has been put off already, so that the time between two attempts doubles. A first conflict is no reason to wait: the next
 * plan sees what changed. One that comes again is.
 */
export function pauseMs(
  { putOffAt, errorKind }: Pick<Target, 'errorKind' | 'putOffAt'>,
  { because, at }: { readonly because: FailedFor; readonly at: number },
): number {
  if (because === 'conflict' && errorKind !== 'conflict') return 0;
  return Math.min(Math.max(FIRST_MS, at - (putOffAt ?? at)), LAST_MS);
}
