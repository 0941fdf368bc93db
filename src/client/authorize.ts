/** Adds the access token to requests that need it, and requests a new token once after a refusal (interface 5.3, 5.4). */

import { ENDPOINTS } from '../contract/endpoints.ts';
import type { HttpReply } from '../contract/http.ts';
import type { Secret } from '../contract/secret.ts';
import { untilAborted } from '../contract/signals.ts';
import { type ApiError, AuthError, TrueupError } from '../errors.ts';
import { abortedError } from './abort.ts';
import { deniesApp, tokenRefusedForApp } from './app-calls.ts';
import { apiError } from './failure.ts';
import { type Carry, isStopped, type Job, stopping } from './job.ts';
import { plainCause } from './redact.ts';
import { mayHaveActed } from './refusal.ts';
import { findText, parseObject } from './reply-text.ts';

/** A source of access tokens. */
export interface TokenSource {
  token(): Promise<Secret>;
  /** Returns a new token after a 401. Returns undefined if none can be obtained. */
  refresh?(rejected: Secret): Promise<Secret | undefined>;
}

/** Returns a source with a fixed token, which cannot get another token. */
export function staticToken(token: Secret): TokenSource {
  return { token: async () => token };
}

export function authorizing(next: Carry, tokens: TokenSource | undefined, now: () => number): Carry {
  return async (job) => {
    if (!ENDPOINTS[job.endpoint].authorized) return next(job);
    if (tokens === undefined) {
      throw new AuthError('token-missing', `${job.endpoint} needs an access token, and none was given.`, {
        hint: 'Pass an access token, or a client id, a client secret and a refresh token.',
      });
    }
    const token = await obtain(job, () => tokens.token());
    const reply = await next(withToken(job, token));
    const { effect } = ENDPOINTS[job.endpoint];
    if (job.app !== undefined && deniesApp(job, reply) && !mayHaveActed(effect, reply)) {
      throw tokenRefusedForApp(job, job.app, reply, now());
    }
    // All classes of endpoints may be retried after a 401 of the service. A 401 of another program is no evidence about a write.
    if (reply.status !== 401 || mayHaveActed(effect, reply)) return reply;
    // An app may refuse a valid token, so a new token is requested only if this token has expired.
    const worn = job.app === undefined || isExpired(reply);
    const fresh = worn ? await obtain(job, async () => tokens.refresh?.(token)) : undefined;
    if (fresh === undefined) throw refused(job, reply, now());
    const second = await next(withToken(job, fresh));
    if (second.status !== 401 || mayHaveActed(effect, second)) return second;
    throw refused(job, second, now());
  };
}

/** Gets a token. If this fails, the request was not sent. An AuthError states this, unlike the underlying failure. */
async function obtain<T>(job: Job, get: () => Promise<T>): Promise<T> {
  // After the stop, a read uses the current token, if there is one.
  const ends = job.stop?.aborted ? job.signal : stopping(job);
  try {
    return await untilAborted(get(), ends);
  } catch (error) {
    if (error instanceof AuthError) throw error;
    if (isStopped(job)) throw abortedError(job.endpoint, 'no');
    throw new AuthError(
      'token-unavailable',
      `Getting an access token for ${job.endpoint} failed, so the request was not sent.`,
      {
        hint: 'See the cause. The request can be sent again.',
        cause: error instanceof TrueupError ? error : plainCause(error, job.trail.scrub),
      },
    );
  }
}

function withToken(job: Job, token: Secret): Job {
  const text = token.reveal();
  if (!/^[\x21-\x7e]+$/.test(text)) {
    throw new AuthError(
      'token-malformed',
      'The access token is empty or contains a space, a line break or a non-ASCII character.',
      {
        hint: 'Check its source; the usual reason is a line break at its end.',
      },
    );
  }
  job.trail.hide(text);
  return { ...job, request: { ...job.request, headers: { ...job.request.headers, authorization: `Bearer ${text}` } } };
}

function isExpired({ body }: HttpReply): boolean {
  return findText(parseObject(body), 'category') === EXPIRED;
}

const EXPIRED = 'EXPIRED_AUTHENTICATION';

function refused(job: Job, reply: HttpReply, now: number): ApiError | AuthError {
  if (job.app !== undefined && !isExpired(reply)) return tokenRefusedForApp(job, job.app, reply, now);
  const cause = apiError({ endpoint: job.endpoint, reply, attempts: job.trail.sent(), now, scrub: job.trail.scrub });
  const expired = cause.category === EXPIRED;
  return new AuthError('token-refused', `The access token was refused: ${cause.message}`, {
    hint: expired
      ? 'The token has expired: pass a new token, or a client id, a client secret and a refresh token to renew it.'
      : `The token is revoked, mistyped or for another base URL than ${new URL(job.request.url).origin}.`,
    cause,
  });
}
