/** How long a reply asks to wait before the same request is sent again (assumption A10). */

import type { HttpReply } from '../contract/http.ts';
import { DAY_MS } from './patience.ts';
import { parseObject, textAt } from './reply-text.ts';

export interface RetryAfter {
  /** 0: no further wait for the service. Undefined: unknown, or longer than a run lasts. */
  readonly ms: number | undefined;
  /** No call waits longer than this, regardless of its limit. */
  readonly atMost: number;
}

/** The maximum wait for an account that is being moved, or a service that is down; a move can take a day. */
const LONGEST_OUTAGE_WAIT_MS = 60_000;
const LOCK_MS = 2_000;
const SECOND_MS = 1_000;
const ROLLING_MS = 10_000;

/** Undefined if the reply does not ask for a wait. `now` is in milliseconds since the epoch. */
export function retryAfter(reply: HttpReply, now: number): RetryAfter | undefined {
  const asked = retryAfterMs(reply, now);
  switch (reply.status) {
    case 423:
      return {
        ms: Math.max(LOCK_MS, Math.min(asked ?? 0, LONGEST_OUTAGE_WAIT_MS)),
        atMost: LONGEST_OUTAGE_WAIT_MS,
      };
    case 429:
      return { ms: rateWait(reply, asked), atMost: Number.POSITIVE_INFINITY };
    case 477:
      return { ms: asked, atMost: LONGEST_OUTAGE_WAIT_MS };
    default:
      return reply.status >= 500 && asked !== undefined ? { ms: asked, atMost: LONGEST_OUTAGE_WAIT_MS } : undefined;
  }
}

/** Whether a call that may wait `left` milliseconds waits that long. */
export function isBearable({ ms, atMost }: RetryAfter, left: number): boolean {
  return ms !== undefined && ms <= Math.min(atMost, left);
}

/** The policy a 429 names, in upper case. */
export function policyOf(reply: HttpReply): string | undefined {
  const named = textAt(parseObject(reply.body), 'policyName')?.toUpperCase();
  if (named !== undefined) return named;
  return reply.headers['x-hubspot-ratelimit-daily-remaining'] === '0' ? 'DAILY' : undefined;
}

/** A time in the past says nothing about the limit, so the policy decides. */
function rateWait(reply: HttpReply, asked: number | undefined): number | undefined {
  const policy = policyOf(reply);
  if (policy === 'DAILY') return undefined;
  if (asked !== undefined && asked > 0) return asked;
  return policy === 'SECONDLY' ? SECOND_MS : (intervalMs(reply) ?? ROLLING_MS);
}

/** The length of the rate window a reply names, in milliseconds; one of more than a day is a mistake. */
export function intervalMs(reply: HttpReply): number | undefined {
  const ms = wholeNumber(reply.headers['x-hubspot-ratelimit-interval-milliseconds'], 1);
  return ms === undefined || ms > DAY_MS ? undefined : ms;
}

/** A header's whole number, if valid and at least `least`. */
export function wholeNumber(text: string | undefined, least: number): number | undefined {
  if (text === undefined || !/^\s*\d{1,12}\s*$/.test(text)) return undefined;
  const value = Number(text);
  return value >= least ? value : undefined;
}

/** Retry-After in its two forms, seconds and an HTTP date; 0 if its time is past, Infinity if it is too large. */
function retryAfterMs({ headers }: HttpReply, now: number): number | undefined {
  const text = headers['retry-after']?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(text)) return Math.ceil(Number(text) * 1000);
  const until = httpDate(text);
  if (until === undefined) return undefined;
  // The service's own time, if reported: the clock of this machine may be wrong.
  return Math.max(0, until - (httpDate(headers['date'] ?? '') ?? now));
}

/** Milliseconds since the epoch. All three date formats start with the name of a day. */
export function httpDate(text: string): number | undefined {
  const at = /^(mon|tue|wed|thu|fri|sat|sun)/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : at;
}
