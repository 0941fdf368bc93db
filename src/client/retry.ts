/** Retries requests that cannot take effect twice. The effect class of the endpoint decides, never its method. */

import type { Clock } from '../contract/clock.ts';
import { defined } from '../contract/defined.ts';
import { type EffectClass, isRepeatable } from '../contract/endpoint.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import type { HttpReply } from '../contract/http.ts';
import { AuthError, TransportError } from '../errors.ts';
import { abortedError } from './abort.ts';
import type { Random } from './clock.ts';
import { type Carry, CheckOutdated, isStopped, type Job, stopping } from './job.ts';
import { neverInTime, type Patience, type Wait } from './patience.ts';
import { mayHaveActed } from './refusal.ts';
import { isBearable, type RetryAfter, retryAfter } from './retry-after.ts';
import { LASTING_FAILURES } from './transport-failure.ts';

export interface RetryOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly patience: Patience;
  /** Maximum number of attempts of a call, including the first. */
  readonly maxAttempts: number;
}

/** The result of an attempt. */
type Ending = { readonly reply: HttpReply } | { readonly error: unknown };

const FIRST_BACKOFF_MS = 250;
const LONGEST_BACKOFF_MS = 8_000;

export function retrying(next: Carry, options: RetryOptions): Carry {
  const { clock, patience } = options;
  return async (job) => {
    let last: Ending | undefined;
    for (let attempt = 1; ; ) {
      const ending = await settleEnding(next, job);
      if ('error' in ending && ending.error instanceof CheckOutdated) {
        // After an attempt that may have taken effect, a check cannot distinguish our own write from a write of another user.
        if (last !== undefined && job.trail.inDoubt()) return unwrapEnding(last, job);
        if (job.trail.waited() > patience.maxWaitMs) throw neverInTime(job.endpoint, patience.maxWaitMs);
        await job.precheck?.renew();
        continue;
      }
      last = ending;
      // After an attempt that may have taken effect, a later failure must not suggest that nothing happened.
      if (isAmbiguous(ending, ENDPOINTS[job.endpoint].effect)) job.trail.doubt();
      const requested = 'reply' in ending ? retryAfter(ending.reply, clock.now()) : undefined;
      const wait = waitBeforeNext(ending, { requested, job, attempt, options });
      if (wait === undefined) {
        if ('reply' in ending && ending.reply.status === 429) patience.giveUp(clock.elapsed() + (requested?.ms ?? 0));
        return unwrapEnding(ending, job);
      }
      const reason = findWaitReason(ending);
      if (reason !== undefined && requested?.ms === wait) patience.notify({ reason, ms: wait });
      await pause(job, wait, clock);
      attempt += 1;
    }
  };
}

interface Circumstances {
  readonly requested: RetryAfter | undefined;
  readonly job: Job;
  readonly attempt: number;
  readonly options: RetryOptions;
}

/** Returns the milliseconds until the next attempt. Returns undefined if there is none. */
function waitBeforeNext(ending: Ending, { requested, job, attempt, options }: Circumstances): number | undefined {
  const { random, patience, maxAttempts } = options;
  const left = patience.maxWaitMs - job.trail.waited();
  const tried = attempt >= maxAttempts || isStopped(job);
  if (tried || !isWorthAnother(ending, requested, ENDPOINTS[job.endpoint].effect, left)) return undefined;
  const backoff = Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (attempt - 1)) * (0.5 + random() / 2);
  // A minimum wait, so that no call uses up its attempts immediately.
  const wait = Math.max(Math.round(backoff), heldHere(ending, requested));
  return wait > left ? undefined : wait;
}

async function settleEnding(next: Carry, job: Job): Promise<Ending> {
  try {
    return { reply: await next(job) };
  } catch (error) {
    // An aborted wait before sending rejects with the signal's own reason.
    const cut = isStopped(job) && !(error instanceof TransportError) && !(error instanceof AuthError);
    return { error: cut ? abortedError(job.endpoint, 'no') : error };
  }
}

function unwrapEnding(ending: Ending, { trail }: Job): HttpReply {
  if ('reply' in ending) return ending.reply;
  throw inDoubt(ending.error, trail.inDoubt());
}

/** True if the attempt may have had an unseen effect. */
function isAmbiguous(ending: Ending, effect: EffectClass): boolean {
  if ('reply' in ending) return mayHaveActed(effect, ending.reply);
  return ending.error instanceof TransportError && ending.error.sent === 'maybe';
}

/** True if the request is sent again, after a wait that the limit of the call allows. */
function isWorthAnother(ending: Ending, requested: RetryAfter | undefined, effect: EffectClass, left: number): boolean {
  if ('error' in ending) {
    const { error } = ending;
    if (!(error instanceof TransportError) || LASTING_FAILURES.has(error.code)) return false;
    return error.sent === 'no' || isRepeatable(effect);
  }
  if (requested !== undefined && !isBearable(requested, left)) return false;
  const { status } = ending.reply;
  const asked = ASKS_TO_COME_AGAIN.has(status);
  return isRepeatable(effect) ? asked || isPassing(status) : asked && !mayHaveActed(effect, ending.reply);
}

/** Statuses by which the service itself asks for a retry, for every class of endpoint. */
const ASKS_TO_COME_AGAIN: ReadonlySet<number> = new Set([423, 429, 477]);

/** Returns 0 after a 429, because the throttle already delays the whole client. */
function heldHere(ending: Ending, requested: RetryAfter | undefined): number {
  return 'reply' in ending && ending.reply.status === 429 ? 0 : (requested?.ms ?? 0);
}

function findWaitReason(ending: Ending): Wait['reason'] | undefined {
  if ('error' in ending || ending.reply.status === 429) return undefined;
  return ending.reply.status === 423 ? 'locked' : 'unavailable';
}

/** True for failures that may not recur on the next attempt. */
function isPassing(status: number): boolean {
  return GAVE_UP_WAITING.has(status) || (status >= 500 && !LASTING_STATUSES.has(status));
}

/** The service, or a relay before it, timed out before the request or its reply was complete. */
const GAVE_UP_WAITING: ReadonlySet<number> = new Set([408, 499]);
/** The service does not implement the request or the HTTP version. A retry would not help. */
const LASTING_STATUSES: ReadonlySet<number> = new Set([501, 505]);

async function pause(job: Job, ms: number, clock: Clock): Promise<void> {
  try {
    await clock.sleep(ms, stopping(job));
    job.trail.wait(ms);
  } catch (error) {
    throw isStopped(job) ? abortedError(job.endpoint, job.trail.inDoubt() ? 'maybe' : 'no') : error;
  }
}

/** Returns the same failure, with a statement that an earlier attempt may have taken effect. */
function inDoubt(error: unknown, doubt: boolean): unknown {
  const clear = error instanceof AuthError || (error instanceof TransportError && error.sent === 'no');
  if (!doubt || !clear) return error;
  return new TransportError(error.code, `${error.message} An earlier attempt may have taken effect.`, {
    sent: 'maybe',
    cause: error,
    ...defined({ hint: error.hint, retryAfterMs: error.retryAfterMs }),
  });
}
