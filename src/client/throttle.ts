/** Keeps one client within the rate limit the service tells: requests queue first come first served, and a 429 holds all of them. */

import type { Clock } from '../contract/clock.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import type { HttpReply } from '../contract/http.ts';
import { type Budget, createBudget, type RateHeaders } from './budget.ts';
import type { Carry, Job } from './job.ts';
import { intervalMs, toldWait, wholeNumber } from './told-wait.ts';

const DEFAULT_INTERVAL_MS = 10_000;

export function throttling(next: Carry, clock: Clock): Carry {
  const budget = createBudget();
  const gate = createGate(budget, clock);
  return async (job) => {
    const counted = isCounted(job);
    await gate.enter(counted, job.signal);
    const before = job.trail.sent();
    let reply: HttpReply | undefined;
    try {
      reply = await next(job);
      return reply;
    } finally {
      const headers = reply === undefined ? undefined : rateHeaders(reply);
      const outcome = { sent: job.trail.sent() - before, answered: reply !== undefined, ...(headers && { headers }) };
      if (counted) budget.end(clock.now(), outcome);
      if (reply?.status === 429) pauseFor(budget, reply, clock.now());
      gate.reconsider();
    }
  };
}

/** Association definitions are exempt from the limit, and the token endpoints are called without a token (facts section 3). */
function isCounted({ endpoint }: Job): boolean {
  return ENDPOINTS[endpoint].authorized && !ENDPOINTS[endpoint].path.startsWith('/crm/associations/');
}

/** A wait that retry would not sit out is nobody's reason to wait. */
function pauseFor(budget: Budget, reply: HttpReply, now: number): void {
  const told = toldWait(reply, now);
  if (told?.answer === 'wait') budget.pause(now, told.ms);
}

function rateHeaders(reply: HttpReply): RateHeaders | undefined {
  const max = wholeNumber(reply.headers['x-hubspot-ratelimit-max'], 1);
  const remaining = wholeNumber(reply.headers['x-hubspot-ratelimit-remaining'], 0);
  if (max === undefined || remaining === undefined) return undefined;
  return { max, remaining, intervalMs: intervalMs(reply) ?? DEFAULT_INTERVAL_MS };
}

interface Gate {
  /** Resolves when the request may leave, and has begun; rejects with the signal's reason. */
  enter(counted: boolean, signal: AbortSignal | undefined): Promise<void>;
  /** Something changed: let those in who may. */
  reconsider(): void;
}

interface Waiter {
  readonly counted: boolean;
  readonly admit: () => void;
}

function createGate(budget: Budget, clock: Clock): Gate {
  // A set keeps the order of arrival and gives up any waiter at once.
  const waiting = new Set<Waiter>();
  let alarm: AbortController | undefined;

  const waitOf = (counted: boolean) => (counted ? budget.wait(clock.now()) : budget.pauseLeft(clock.now()));

  const admitAll = (): number | undefined => {
    let counted: number | undefined = 0;
    let soonest: number | undefined;
    for (const waiter of waiting) {
      // Who is behind one that must wait waits too, unless the limit does not count it.
      if (waiter.counted && counted !== 0) continue;
      const ms = waitOf(waiter.counted);
      if (ms === 0) {
        waiting.delete(waiter);
        waiter.admit();
        continue;
      }
      if (waiter.counted) counted = ms;
      if (ms !== undefined) soonest = Math.min(ms, soonest ?? ms);
    }
    return soonest;
  };

  const reconsider = () => {
    alarm?.abort();
    const ms = admitAll();
    if (ms === undefined) return;
    const set = new AbortController();
    alarm = set;
    clock.sleep(ms, set.signal).then(reconsider, () => undefined);
  };

  const enter = (counted: boolean, signal: AbortSignal | undefined) =>
    new Promise<void>((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason);
        return;
      }
      const stop = () => {
        waiting.delete(waiter);
        reject(signal?.reason);
        reconsider();
      };
      const waiter: Waiter = {
        counted,
        admit: () => {
          signal?.removeEventListener('abort', stop);
          if (counted) budget.begin();
          resolve();
        },
      };
      signal?.addEventListener('abort', stop, { once: true });
      waiting.add(waiter);
      // Behind others nothing new can leave before them.
      if (waiting.size === 1 || !counted) reconsider();
    });

  return { enter, reconsider };
}
