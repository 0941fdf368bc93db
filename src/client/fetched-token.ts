/** Access tokens that a function of the caller's gives: asked for each call, never waited for after the run was stopped. */

import { defined } from '../contract/defined.ts';
import { type Secret, secret } from '../contract/secret.ts';
import { AuthError, TrueupError } from '../errors.ts';
import { abortedError, untilAborted } from './abort.ts';
import type { TokenSource } from './authorize.ts';

/** `rejected`: the service refused the last one. The signal is the run's; it need not be heeded. */
export type FetchToken = (request: { readonly rejected: boolean; readonly signal?: AbortSignal }) => Promise<string>;

export function fetchedToken(fetchToken: FetchToken, signal?: AbortSignal): TokenSource {
  let last: Secret | undefined;
  const obtain = async (rejected: boolean): Promise<Secret> => {
    try {
      const asked = fetchToken({ rejected, ...defined({ signal }) });
      last = secret(await untilAborted(asked, signal));
      return last;
    } catch (error) {
      if (signal?.aborted) throw abortedError('fetchToken', 'no');
      throw error instanceof TrueupError ? error : noToken(error);
    }
  };
  return {
    token: async () => {
      if (!signal?.aborted) return obtain(false);
      // Enough to find out what became of the calls that were on their way.
      if (last !== undefined) return last;
      throw abortedError('fetchToken', 'no');
    },
    refresh: async () => (signal?.aborted ? undefined : obtain(true)),
  };
}

/** The caller's error itself is not passed on: what asks for tokens tends to have one in its messages. */
function noToken(error: unknown): AuthError {
  const what = error instanceof Error ? error.name : typeof error;
  return new AuthError('token-unavailable', `fetchToken gave no token: it threw (${what}).`, {
    hint: 'What it threw is not repeated here, because it may hold a token; look at it in fetchToken itself.',
  });
}
