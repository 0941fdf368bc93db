/** Releases requests as the budget allows: first come first served, and none waits longer than its call may. */

import type { Clock } from '../contract/clock.ts';
import type { Budget } from './budget.ts';
import { isStopped, type Job, stopping } from './job.ts';
import { type Patience, waitTooLong } from './patience.ts';

export interface Gate {
  /** Resolves when the request may leave, and has begun; rejects with a signal's reason, or with `wait-too-long`. */
  enter(job: Job, counted: boolean): Promise<void>;
  /** Something changed: let those in who may. */
  reconsider(): void;
}

/** One request that waits. */
interface Visitor {
  readonly job: Job;
  /** Since when the service holds it up: those behind the first wait for us, not for the service. */
  heldSince: number | undefined;
  admit(): void;
  turnAway(ms: number): void;
}

interface Queue {
  /** A set keeps the order of arrival. */
  readonly waiting: Set<Visitor>;
  wait(): number | undefined;
}

export function createGate(budget: Budget, clock: Clock, patience: Patience): Gate {
  const { maxWaitMs, notify } = patience;
  // Two queues, since what the limit does not count need not wait behind what it does.
  const counting: Queue = { waiting: new Set(), wait: () => budget.wait(clock.elapsed()) };
  const free: Queue = { waiting: new Set(), wait: () => budget.pauseLeft(clock.elapsed()) };
  let alarm: { readonly at: number; readonly off: AbortController } | undefined;
  let notifiedUntil = Number.NEGATIVE_INFINITY;

  const heldFor = ({ heldSince }: Visitor): number => (heldSince === undefined ? 0 : clock.elapsed() - heldSince);

  /** What one call did not sit out, those after it do not begin to wait for. */
  const isTooLong = (ms: number, visitor: Visitor): boolean => {
    const givenUp = ms > SHORT_WAIT_MS && clock.elapsed() < patience.givenUpUntil();
    return givenUp || ms > maxWaitMs - visitor.job.trail.waited() - heldFor(visitor);
  };

  /** Lets in who may leave now; gives the milliseconds until the next one may, where that is known. */
  const admitAll = ({ waiting, wait }: Queue): number | undefined => {
    for (const visitor of waiting) {
      const ms = wait();
      if (ms === undefined) return undefined;
      if (ms === 0) {
        waiting.delete(visitor);
        visitor.job.trail.wait(heldFor(visitor));
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
    // One that rings too early finds out for itself.
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
        // A read that looks what became of a write still has its one try, if it need not wait for it.
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
      // Behind others nothing new can leave before them.
      if (waiting.size === 1) reconsider();
    });

  return { enter, reconsider };
}

/** A wait that ends this much later than the one that was told is still the same one. */
const SAME_WAIT_MS = 1_000;
/** Worth waiting for whatever became of other calls. */
const SHORT_WAIT_MS = 1_000;
