/** Access tokens from a function of the caller. It is called for each call, with a timeout, and never after the run was stopped. */

import { defined } from '../contract/defined.ts';
import { type Secret, secret } from '../contract/secret.ts';
import { joinSignals, untilAborted } from '../contract/signals.ts';
import { AuthError, TrueupError } from '../errors.ts';
import { abortedError } from './abort.ts';
import type { TokenSource } from './authorize.ts';
import { LONGEST_TIMER_MS } from './clock.ts';

/** The maximum duration of an attempt of a call. The ledger is locked during the function. */
const DEFAULT_TIMEOUT_MS = 30_000;

/**
 * Returns an access token. `rejected` is true if the service refused the last token. A cached token is then useless, and a new token is
 * requested once. The signal belongs to the run, and its use is optional.
 */
export type FetchToken = (request: { readonly rejected: boolean; readonly signal?: AbortSignal }) => Promise<string>;

/** @param timeoutMs timeout for a function that does not answer */
export function fetchedToken(
  fetchToken: FetchToken,
  signal?: AbortSignal,
  timeoutMs: number = DEFAULT_TIMEOUT_MS,
): TokenSource {
  let last: Secret | undefined;
  const obtain = async (rejected: boolean): Promise<Secret> => {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), Math.min(LONGEST_TIMER_MS, timeoutMs));
    try {
      const asked = fetchToken({ rejected, ...defined({ signal }) });
      last = secret(requireText(await untilAborted(asked, joinSignals(signal, late.signal))));
      return last;
    } catch (error) {
      if (signal?.aborted) throw abortedError('fetchToken', 'no');
      if (late.signal.aborted) throw noAnswer(timeoutMs);
      throw error instanceof TrueupError ? error : noToken(error);
    } finally {
      clearTimeout(timer);
    }
  };
  // Holds the token from the last renewal after a refusal, until the function returns another token.
  let renewed: Secret | undefined;
  let underway: Promise<Secret> | undefined;
  const renew = async (): Promise<Secret> => {
    renewed = await obtain(true);
    return renewed;
  };
  const renewOnce = (): Promise<Secret> => {
    underway ??= renew().finally(() => {
      underway = undefined;
    });
    return underway;
  };
  return {
    token: async () => {
      if (!signal?.aborted) {
        const token = await obtain(false);
        if (token.reveal() !== renewed?.reveal()) renewed = undefined;
        return token;
      }
      // The last token is sufficient to determine the outcome of the calls in flight.
      if (last !== undefined) return last;
      throw abortedError('fetchToken', 'no');
    },
    refresh: async (rejected) => {
      if (signal?.aborted) return undefined;
      // Many requests can be refused with the same token. If each requested another token, a request could invalidate the token before it.
      return renewed !== undefined && renewed.reveal() !== rejected.reveal() ? renewed : renewOnce();
    },
  };
}

/** Checks the type, because a JavaScript function may return anything. The value is not shown. */
function requireText(token: unknown): string {
  if (typeof token === 'string' && token.trim() !== '') return token;
  const what = typeof token === 'string' ? 'an empty text' : token === null ? 'null' : typeof token;
  throw new AuthError('token-unavailable', `fetchToken returned no token: it returned ${what}.`, {
    hint: 'Let it return the access token as a string. It must reject if it fails to get a token, such as when a variable is not set.',
  });
}

function noAnswer(timeoutMs: number): AuthError {
  return new AuthError('token-unavailable', `fetchToken returned no token within ${timeoutMs / 1000} seconds.`, {
    hint: 'Let it reject if it cannot get a token, and give its requests a timeout.',
  });
}

/** The error of the caller is not passed on, because errors of token requests often contain a token. */
function noToken(error: unknown): AuthError {
  const what = error instanceof Error ? error.name : typeof error;
  return new AuthError('token-unavailable', `fetchToken returned no token: it threw (${what}).`, {
    hint: 'The error is not shown, because it may contain a token; log it in fetchToken itself.',
  });
}
