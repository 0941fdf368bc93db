/** Remembers what the newest reply said of the day's calls; replies without the headers, such as those to OAuth tokens, say nothing. */

import { defined } from '../contract/defined.ts';
import type { Quota } from '../contract/quota.ts';
import type { Carry } from './job.ts';
import { wholeNumber } from './retry-after.ts';

export interface DailyQuota {
  /** Undefined as long as no reply has told. */
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
