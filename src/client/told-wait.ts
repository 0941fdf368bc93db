/** How long a reply asks to wait before the same request is sent again (assumption A10; facts 2.2, 2.3). */

import type { HttpReply } from '../contract/http.ts';
import { parseObject, textAt } from './reply-text.ts';

/** `wait` in milliseconds; `give-up` where waiting cannot help within this run, with the time asked for where it is known. */
export type ToldWait =
  | { readonly answer: 'wait'; readonly ms: number }
  | { readonly answer: 'give-up'; readonly why: 'daily-limit' | 'too-long'; readonly ms: number | undefined };

/** The longest wait for a rate limit that a run sits out. */
const LONGEST_RATE_WAIT_MS = 300_000;
/** The longest wait for an account that is being moved, or a service that is down; a move can take a day. */
const LONGEST_OUTAGE_WAIT_MS = 60_000;
const LOCK_MS = 2_000;
const SECOND_MS = 1_000;
const ROLLING_MS = 10_000;

/** Undefined where the reply asks for nothing. `now` is in milliseconds since the epoch. */
export function toldWait(reply: HttpReply, now: number): ToldWait | undefined {
  const asked = retryAfterMs(reply, now);
  switch (reply.status) {
    case 423:
      return { answer: 'wait', ms: Math.max(LOCK_MS, bounded(asked ?? 0, LONGEST_OUTAGE_WAIT_MS)) };
    case 429:
      return rateWait(reply, asked);
    case 477:
      return asked === undefined
        ? { answer: 'give-up', why: 'too-long', ms: undefined }
        : within(asked, LONGEST_OUTAGE_WAIT_MS);
    default:
      return reply.status >= 500 && asked !== undefined ? within(asked, LONGEST_OUTAGE_WAIT_MS) : undefined;
  }
}

/** The policy a 429 names, in upper case. */
export function policyOf(reply: HttpReply): string | undefined {
  const named = textAt(parseObject(reply.body), 'policyName')?.toUpperCase();
  if (named !== undefined) return named;
  return reply.headers['x-hubspot-ratelimit-daily-remaining'] === '0' ? 'DAILY' : undefined;
}

function rateWait(reply: HttpReply, asked: number | undefined): ToldWait {
  const policy = policyOf(reply);
  if (policy === 'DAILY') return { answer: 'give-up', why: 'daily-limit', ms: undefined };
  if (asked !== undefined) return within(asked, LONGEST_RATE_WAIT_MS);
  if (policy === 'SECONDLY') return { answer: 'wait', ms: SECOND_MS };
  return within(intervalMs(reply) ?? ROLLING_MS, LONGEST_RATE_WAIT_MS);
}

/** The length of the rate window a reply names, in milliseconds. */
export function intervalMs(reply: HttpReply): number | undefined {
  return wholeNumber(reply.headers['x-hubspot-ratelimit-interval-milliseconds'], 1);
}

/** A header's whole number, if it is one and not below `least`. */
export function wholeNumber(text: string | undefined, least: number): number | undefined {
  if (text === undefined || !/^\s*\d{1,12}\s*$/.test(text)) return undefined;
  const value = Number(text);
  return value >= least ? value : undefined;
}

/** Retry-After in its two forms, seconds and an HTTP date. */
function retryAfterMs(reply: HttpReply, now: number): number | undefined {
  const text = reply.headers['retry-after'];
  if (text === undefined) return undefined;
  const seconds = wholeNumber(text, 0);
  if (seconds !== undefined) return seconds * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

function within(ms: number, longest: number): ToldWait {
  return ms <= longest ? { answer: 'wait', ms } : { answer: 'give-up', why: 'too-long', ms };
}

function bounded(ms: number, longest: number): number {
  return Math.min(ms, longest);
}
