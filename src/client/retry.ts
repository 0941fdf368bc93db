/** Sends a request again where that cannot do a thing twice: by the endpoint's effect class, never by its method (design section 9). */

import type { Clock } from '../contract/clock.ts';
import type { EffectClass } from '../contract/endpoint.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import type { HttpReply } from '../contract/http.ts';
import { AuthError, TransportError } from '../errors.ts';
import { abortedError } from './abort.ts';
import type { Random } from './clock.ts';
import type { Carry, Job } from './job.ts';
import { mayHaveActed } from './refusal.ts';
import { toldWait } from './told-wait.ts';
import { LASTING_FAILURES } from './transport-failure.ts';

export interface RetryOptions {
  readonly clock: Clock;
  readonly random: Random;
  /** Tries of one call at most, the first one included. */
  readonly maxAttempts: number;
}

/** How one try ended. */
type Ending = { readonly reply: HttpReply } | { readonly error: unknown };

const FIRST_BACKOFF_MS = 250;
const LONGEST_BACKOFF_MS = 8_000;

export function retrying(next: Carry, { clock, random, maxAttempts }: RetryOptions): Carry {
  return async (job) => {
    for (let attempt = 1; ; attempt += 1) {
      const ending = await endingOf(next, job);
      // Once a try may have taken effect, no later failure may read as if nothing had happened.
      if (isAmbiguous(ending)) job.trail.doubt();
      const wait = attempt < maxAttempts ? waitBefore(ending, ENDPOINTS[job.endpoint].effect, clock.now()) : undefined;
      if (wait === undefined || job.signal?.aborted) {
        if ('reply' in ending) return ending.reply;
        throw inDoubt(ending.error, job.trail.inDoubt());
      }
      const backoff = Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (attempt - 1)) * (0.5 + random() / 2);
      await pause(job, wait === 'backoff' ? Math.round(backoff) : wait, clock);
    }
  };
}

async function endingOf(next: Carry, job: Job): Promise<Ending> {
  try {
    return { reply: await next(job) };
  } catch (error) {
    // A wait before sending that was cut short rejects with the signal's own reason.
    const cut = job.signal?.aborted === true && !(error instanceof TransportError) && !(error instanceof AuthError);
    return { error: cut ? abortedError(job.endpoint, 'no') : error };
  }
}

/** Whether the service may have acted although nobody saw it. */
function isAmbiguous(ending: Ending): boolean {
  if ('reply' in ending) return mayHaveActed(ending.reply);
  return ending.error instanceof TransportError && ending.error.sent === 'maybe';
}

/** Milliseconds, or a growing wait of our own; undefined where the request is not sent again. */
function waitBefore(ending: Ending, effect: EffectClass, now: number): number | 'backoff' | undefined {
  if ('error' in ending) {
    const { error } = ending;
    if (!(error instanceof TransportError) || LASTING_FAILURES.has(error.code)) return undefined;
    return error.sent === 'no' || isRepeatable(effect) ? 'backoff' : undefined;
  }
  const { reply } = ending;
  const told = toldWait(reply, now);
  if (told?.answer === 'give-up') return undefined;
  // None of these was acted on. The throttle already holds the whole client after a 429, so there is nothing to add here.
  if (reply.status === 429) return 0;
  if (reply.status === 423 || reply.status === 477) return told?.ms;
  return isPassing(reply.status) && isRepeatable(effect) ? (told?.ms ?? 'backoff') : undefined;
}

/** Failures that may be over at the next try. */
function isPassing(status: number): boolean {
  return GAVE_UP_WAITING.has(status) || (status >= 500 && !LASTING_STATUSES.has(status));
}

/** The service, or a relay before it, did not wait until the request or its reply was complete. */
const GAVE_UP_WAITING: ReadonlySet<number> = new Set([408, 499]);
/** Not implemented, and HTTP version not supported: the same next time. */
const LASTING_STATUSES: ReadonlySet<number> = new Set([501, 505]);

function isRepeatable(effect: EffectClass): boolean {
  switch (effect) {
    case 'read':
    case 'set':
    case 'purge':
      return true;
    case 'natural-key-create':
    case 'server-id-create':
    case 'token':
      return false;
  }
}

async function pause(job: Job, ms: number, clock: Clock): Promise<void> {
  if (ms === 0) return;
  try {
    await clock.sleep(ms, job.signal);
  } catch (error) {
    throw job.signal?.aborted ? abortedError(job.endpoint, job.trail.inDoubt() ? 'maybe' : 'no') : error;
  }
}

/** The same failure, saying that an earlier try may have taken effect. */
function inDoubt(error: unknown, doubt: boolean): unknown {
  const clear = error instanceof AuthError || (error instanceof TransportError && error.sent === 'no');
  if (!doubt || !clear) return error;
  return new TransportError(error.code, `${error.message} An earlier attempt may have taken effect.`, {
    sent: 'maybe',
    cause: error,
    ...(error.hint && { hint: error.hint }),
  });
}
