/** How long GitHub asks to wait: `retry-after`, or the reset time once nothing remains; a plain 403 is not a rate limit. */

import type { HttpReply } from '../contract/http.ts';

/** Milliseconds; undefined when the reply is no rate limit. */
export function requestedWaitMs({ status, headers, body }: HttpReply, now: number): number | undefined {
  if (status !== 429 && status !== 403) return undefined;
  const after = Number(headers['retry-after']);
  if (headers['retry-after'] !== undefined && Number.isFinite(after)) return Math.max(0, after) * 1000;
  if (headers['x-ratelimit-remaining'] === '0') {
    const reset = Number(headers['x-ratelimit-reset']) * 1000;
    return Number.isFinite(reset) ? Math.max(1000, reset - now) : MINUTE_MS;
  }
  return status === 429 || /secondary rate limit/i.test(body) ? MINUTE_MS : undefined;
}

/** Whatever time it asks for. */
export function isLimit(reply: HttpReply): boolean {
  return requestedWaitMs(reply, 0) !== undefined;
}

const MINUTE_MS = 60_000;
