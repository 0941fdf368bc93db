/** Computes the wait that a reply asks for before the same request is sent again (assumption A10). */

import type { HttpReply } from '../contract/http.ts';
import { DAY_MS } from './patience.ts';
import { findText, parseObject } from './reply-text.ts';

export interface RetryAfter {
  /** The value 0 means no further wait for the service. Undefined if the wait is unknown, or longer than a run. */
  readonly ms: number | undefined;
  /** Maximum wait of any call, regardless of its limit. */
  readonly atMost: number;
}

/** Maximum wait for an account that is being moved, or a service that is down. A move can take a day. */
const LONGEST_OUTAGE_WAIT_MS = 60_000;
const LOCK_MS = 2_000;
const SECOND_MS = 1_000;
const ROLLING_MS = 10_000;

/** Returns undefined if the reply does not ask for a wait. `now` is in milliseconds since the epoch. */
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

/** True if a call that may wait `left` milliseconds accepts this wait. */
export function isBearable({ ms, atMost }: RetryAfter, left: number): boolean {
  return ms !== undefined && ms <= Math.min(atMost, left);
}

/** Returns the policy that a 429 names, in upper case. */
export function findPolicy(reply: HttpReply): string | undefined {
  const named = findText(parseObject(reply.body), 'policyName')?.toUpperCase();
  if (named !== undefined) return named;
  return reply.headers['x-hubspot-ratelimit-daily-remaining'] === '0' ? 'DAILY' : undefined;
}

/** A time in the past tells nothing about the limit, so the policy decides. */
function rateWait(reply: HttpReply, asked: number | undefined): number | undefined {
  const policy = findPolicy(reply);
  if (policy === 'DAILY') return undefined;
  if (asked !== undefined && asked > 0) return asked;
  return policy === 'SECONDLY' ? SECOND_MS : (intervalMs(reply) ?? ROLLING_MS);
}

/** Returns the length of the rate window in a reply, in milliseconds. A length of more than a day is a mistake. */
export function intervalMs(reply: HttpReply): number | undefined {
  const ms = wholeNumber(reply.headers['x-hubspot-ratelimit-interval-milliseconds'], 1);
  return ms === undefined || ms > DAY_MS ? undefined : ms;
}

/** Returns the whole number of a header, if it is valid and at least `least`. */
export function wholeNumber(text: string | undefined, least: number): number | undefined {
  if (text === undefined || !/^\s*\d{1,12}\s*$/.test(text)) return undefined;
  const value = Number(text);
  return value >= least ? value : undefined;
}

/**
 * Parses Retry-After in its two forms, seconds and an HTTP date. Returns 0 for a time in the past, and Infinity for a number that is too
 * large.
 */
function retryAfterMs({ headers }: HttpReply, now: number): number | undefined {
  const text = headers['retry-after']?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(text)) return Math.ceil(Number(text) * 1000);
  const until = httpDate(text);
  if (until === undefined) return undefined;
  // Uses the time of the service, if the reply has it, because the clock of this machine may be wrong.
  return Math.max(0, until - (httpDate(headers['date'] ?? '') ?? now));
}

/** Returns milliseconds since the epoch. All three date formats start with the name of a day. */
function httpDate(text: string): number | undefined {
  const at = /^(mon|tue|wed|thu|fri|sat|sun)/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : at;
}
