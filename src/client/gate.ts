/** Releases requests as the budget allows, in order of arrival. No request waits longer than its call may. */

import type { Clock } from '../contract/clock.ts';
import type { Budget } from './budget.ts';
import { isStopped, type Job, stopping } from './job.ts';
import { type Patience, waitTooLong } from './patience.ts';

export interface Gate {
  /** Resolves when the request may be sent, and counts it as started. Rejects with the reason of a signal, or with `wait-too-long`. */
  enter(job: Job, counted: boolean): Promise<void>;
  /** Releases requests that may be sent now. Called after a change. */
  reconsider(): void;
}

/** A waiting request. */
interface Visitor {
  readonly job: Job;
  /** Time since which the request waits for the service. Only the first request does; the requests behind it wait for this client. */
  heldSince: number | undefined;
  admit(): void;
  turnAway(ms: number): void;
}

interface Queue {
  /** The set keeps the order of arrival. */
  readonly waiting: Set<Visitor>;
  wait(): number | undefined;
}

export function createGate(budget: Budget, clock: Clock, patience: Patience): Gate {
  const { maxWaitMs, notify } = patience;
  // Two queues, so that uncounted requests do not wait behind counted requests.
  const counting: Queue = { waiting: new Set(), wait: () => budget.wait(clock.elapsed()) };
  const free: Queue = { waiting: new Set(), wait: () => budget.pauseLeft(clock.elapsed()) };
  let alarm: { readonly at: number; readonly off: AbortController } | undefined;
  let notifiedUntil = Number.NEGATIVE_INFINITY;

  const measureHold = ({ heldSince }: Visitor): number => (heldSince === undefined ? 0 : clock.elapsed() - heldSince);

  /** True if the wait is too long. If a call gave up on a wait, later calls do not start to wait for it. */
  const isTooLong = (ms: number, visitor: Visitor): boolean => {
    const givenUp = ms > SHORT_WAIT_MS && clock.elapsed() < patience.givenUpUntil();
    return givenUp || ms > maxWaitMs - visitor.job.trail.waited() - measureHold(visitor);
  };

  /** Releases the requests that may be sent now. Returns the milliseconds until the next release, if known. */
  const admitAll = ({ waiting, wait }: Queue): number | undefined => {
    for (const visitor of waiting) {
      const ms = wait();
      if (ms === undefined) return undefined;
      if (ms === 0) {
        waiting.delete(visitor);
        visitor.job.trail.wait(measureHold(visitor));
        visitor.admit();
      } else if (isTooLong(ms, visitor)) {
        waiting.delete(visitor);
        patience.giveUp(clock.elapsed() + ms);
        visitor.turnAway(ms);
      } else {
        visitor.heldSince ??= clock.elapsed();
        return ms;
      }
    }
    return undefined;
  };

  const reconsider = () => {
    const waits = [counting, free].map(admitAll).filter((ms) => ms !== undefined);
    if (waits.length === 0) {
      alarm?.off.abort();
      alarm = undefined;
      return;
    }
    const ms = Math.ceil(Math.min(...waits));
    const at = clock.elapsed() + ms;
    if (at > notifiedUntil + SAME_WAIT_MS) {
      notifiedUntil = at;
      notify({ reason: 'rate-limit', ms });
    }
    // A timer that fires too early checks again.
    if (alarm !== undefined && alarm.at <= at) return;
    alarm?.off.abort();
    const set = { at, off: new AbortController() };
    alarm = set;
    const ring = () => {
      if (alarm === set) alarm = undefined;
      reconsider();
    };
    clock.sleep(ms, set.off.signal).then(ring, () => undefined);
  };

  const enter = (job: Job, counted: boolean) =>
    new Promise<void>((resolve, reject) => {
      const { waiting, wait } = counted ? counting : free;
      const begin = () => {
        if (counted) budget.begin();
        resolve();
      };
      const ends = stopping(job);
      if (isStopped(job)) {
        // A read that determines the outcome of a write still has its single attempt, if it does not have to wait.
        if (job.signal?.aborted || wait() !== 0) reject(ends?.reason);
        else begin();
        return;
      }
      const leave = () => ends?.removeEventListener('abort', stop);
      const visitor: Visitor = {
        job,
        heldSince: undefined,
        admit: () => {
          leave();
          begin();
        },
        turnAway: (ms) => {
          leave();
          reject(waitTooLong(job.endpoint, ms, maxWaitMs));
        },
      };
      const stop = () => {
        waiting.delete(visitor);
        reject(ends?.reason);
        reconsider();
      };
      ends?.addEventListener('abort', stop, { once: true });
      waiting.add(visitor);
      // A new request behind other requests cannot be sent earlier than they are.
      if (waiting.size === 1) reconsider();
    });

  return { enter, reconsider };
}

/** Tolerance in milliseconds. A wait with a slightly later end is the same wait as the reported wait. */
const SAME_WAIT_MS = 1_000;
/** Waits up to this length are always accepted, regardless of other calls. */
const SHORT_WAIT_MS = 1_000;
