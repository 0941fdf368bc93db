/** Access tokens from a refresh token. Only one refresh runs at once, before the old token expires (interface 3, 5.4; assumption A22). */

import type { Clock } from '../contract/clock.ts';
import type { TokenForm, TokenGrant } from '../contract/oauth.ts';
import { type Secret, secret } from '../contract/secret.ts';
import { ApiError, AuthError } from '../errors.ts';
import type { TokenSource } from './authorize.ts';
import { scopeMember } from './oauth.ts';

export interface RefreshingOptions {
  readonly clientId: string;
  readonly clientSecret: Secret;
  readonly refreshToken: Secret;
  /** Sent as `scope` with every refresh, if given. */
  readonly scopes?: readonly string[] | undefined;
  /** Sends the token form and returns the grant; see `tokenIssuer`. */
  readonly issue: (form: TokenForm) => Promise<TokenGrant>;
  readonly clock: Clock;
  /** Called for every grant, for example to save a replaced refresh token. */
  readonly onGrant?: ((grant: TokenGrant) => void) | undefined;
}

interface Held {
  readonly token: Secret;
  /** Monotonic time from which a new token is needed. */
  readonly renewAt: number;
}

/** Time before expiry at which a token is renewed. Tokens with a lifetime of less than twice this time are renewed after half of it. */
const MARGIN_MS = 60_000;

export function refreshingToken(options: RefreshingOptions): TokenSource {
  let refreshToken = options.refreshToken;
  let held: Held | undefined;
  let underway: Promise<Held> | undefined;

  const renew = async (): Promise<Held> => {
    const asked = options.clock.elapsed();
    const grant = await requestGrant(options, refreshToken);
    const lifeMs = Math.max(0, grant.expires_in * 1000);
    refreshToken = secret(grant.refresh_token);
    held = { token: secret(grant.access_token), renewAt: asked + lifeMs - Math.min(MARGIN_MS, lifeMs / 2) };
    options.onGrant?.(grant);
    return held;
  };
  const renewOnce = (): Promise<Held> => {
    underway ??= renew().finally(() => {
      underway = undefined;
    });
    return underway;
  };

  return {
    token: async () => {
      const fresh = held !== undefined && options.clock.elapsed() < held.renewAt ? held : await renewOnce();
      return fresh.token;
    },
    refresh: async (rejected) => {
      // Many requests can be refused with the same token. The first renews it, and the others use the result.
      const newer = held !== undefined && held.token !== rejected ? held : await renewOnce();
      return newer.token;
    },
  };
}

async function requestGrant(options: RefreshingOptions, refreshToken: Secret): Promise<TokenGrant> {
  try {
    return await options.issue({
      grant_type: 'refresh_token',
      client_id: options.clientId,
      client_secret: options.clientSecret.reveal(),
      refresh_token: refreshToken.reveal(),
      ...scopeMember(options.scopes),
    });
  } catch (error) {
    if (!(error instanceof ApiError) || ![400, 401, 403].includes(error.status)) throw error;
    throw new AuthError('refresh-refused', `The access token could not be renewed: ${error.message}`, {
      hint: error.hint ?? 'Log in again.',
      cause: error,
    });
  }
}
