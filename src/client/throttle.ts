/** Keeps requests inside the rate limit. The budget limits the number of requests, and a 429 delays all of them. */

import type { Clock } from '../contract/clock.ts';
import { defined } from '../contract/defined.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import type { HttpReply } from '../contract/http.ts';
import { createBudget, type RateHeaders } from './budget.ts';
import { createGate } from './gate.ts';
import type { Carry, Job } from './job.ts';
import type { Patience } from './patience.ts';
import { intervalMs, isBearable, retryAfter, wholeNumber } from './retry-after.ts';

const DEFAULT_INTERVAL_MS = 10_000;

export function throttling(next: Carry, clock: Clock, patience: Patience): Carry {
  const budget = createBudget();
  const gate = createGate(budget, clock, patience);
  /** Pauses only if the calls could complete the wait. */
  const pauseBudget = (reply: HttpReply) => {
    const wait = retryAfter(reply, clock.now());
    if (wait?.ms !== undefined && isBearable(wait, patience.maxWaitMs)) budget.pause(clock.elapsed(), wait.ms);
  };
  return async (job) => {
    const counted = isCounted(job);
    await gate.enter(job, counted);
    const before = job.trail.sent();
    let reply: HttpReply | undefined;
    try {
      reply = await next(job);
      return reply;
    } finally {
      const headers = reply === undefined ? undefined : rateHeaders(reply);
      const outcome = { sent: job.trail.sent() - before, answered: reply !== undefined, ...defined({ headers }) };
      if (counted) budget.end(clock.elapsed(), outcome);
      if (reply?.status === 429) pauseBudget(reply);
      gate.reconsider();
    }
  };
}

/** False for association definitions, which are exempt from the limit, and for the token endpoints, which are called without a token. */
function isCounted({ endpoint }: Job): boolean {
  return ENDPOINTS[endpoint].authorized && !ENDPOINTS[endpoint].path.startsWith('/crm/associations/');
}

/** Invalid headers count as missing. A 429 then shows the limit. */
function rateHeaders({ headers, ...reply }: HttpReply): RateHeaders | undefined {
  const max = wholeNumber(headers['x-hubspot-ratelimit-max'], 1);
  const remaining = wholeNumber(headers['x-hubspot-ratelimit-remaining'], 0);
  if (max === undefined || remaining === undefined) return undefined;
  const named = headers['x-hubspot-ratelimit-interval-milliseconds'];
  const interval = named === undefined ? DEFAULT_INTERVAL_MS : intervalMs({ ...reply, headers });
  return interval === undefined ? undefined : { max, remaining, intervalMs: interval };
}
