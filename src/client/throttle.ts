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

/** Lets one request in. */
type Admit = () => void;

function createGate(budget: Budget, clock: Clock): Gate {
  // Two queues, since what the limit does not count need not wait behind what it does. A set keeps the order of arrival.
  const queues = [
    { waiting: new Set<Admit>(), wait: () => budget.wait(clock.now()) },
    { waiting: new Set<Admit>(), wait: () => budget.pauseLeft(clock.now()) },
  ] as const;
  let alarm: AbortController | undefined;

  const reconsider = () => {
    alarm?.abort();
    const waits = queues.map(admitAll).filter((ms) => ms !== undefined);
    if (waits.length === 0) return;
    alarm = new AbortController();
    clock.sleep(Math.min(...waits), alarm.signal).then(reconsider, () => undefined);
  };

  const enter = (counted: boolean, signal: AbortSignal | undefined) =>
    new Promise<void>((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason);
        return;
      }
      const { waiting } = queues[counted ? 0 : 1];
      const stop = () => {
        waiting.delete(admit);
        reject(signal?.reason);
        reconsider();
      };
      const admit = () => {
        signal?.removeEventListener('abort', stop);
        if (counted) budget.begin();
        resolve();
      };
      signal?.addEventListener('abort', stop, { once: true });
      waiting.add(admit);
      // Behind others nothing new can leave before them.
      if (waiting.size === 1) reconsider();
    });

  return { enter, reconsider };
}

/** Lets in who may leave now; gives the milliseconds until the next one may, where that is known. */
function admitAll(queue: { readonly waiting: Set<Admit>; wait(): number | undefined }): number | undefined {
  for (const admit of queue.waiting) {
    const ms = queue.wait();
    if (ms !== 0) return ms;
    queue.waiting.delete(admit);
    admit();
  }
  return undefined;
}
