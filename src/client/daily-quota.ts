/** Remembers the daily quota of the newest reply that has its headers. Replies to OAuth tokens lack them (assumption A70). */

import { defined } from '../contract/defined.ts';
import type { Quota } from '../contract/quota.ts';
import type { Carry } from './job.ts';
import { wholeNumber } from './retry-after.ts';

export interface DailyQuota {
  /** Returns the newest quota. Returns undefined if no reply contained it yet. */
  last(): Quota | undefined;
  readonly carry: Carry;
}

export function dailyQuota(next: Carry): DailyQuota {
  let last: Quota | undefined;
  return {
    last: () => last,
    carry: async (job) => {
      const reply = await next(job);
      const remaining = wholeNumber(reply.headers['x-hubspot-ratelimit-daily-remaining'], 0);
      const limit = wholeNumber(reply.headers['x-hubspot-ratelimit-daily'], 1);
      if (remaining !== undefined) last = { remaining, ...defined({ limit }) };
      return reply;
    },
  };
}
