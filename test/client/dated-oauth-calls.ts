/** Lists a valid call of each endpoint of OAuth on the dated surface, with its request. */

import type { TypedCall } from '../../src/contract/calls.ts';
import type { DATED_OAUTH } from '../../src/contract/endpoints/dated-oauth.ts';

const CLIENT = { client_id: 'trueup-dev', client_secret: 'trueup-dev-secret' } as const;

export const DATED_OAUTH_CALLS = {
  issueDatedToken: {
    endpoint: 'issueDatedToken',
    params: {},
    body: { ...CLIENT, grant_type: 'refresh_token', refresh_token: 'trueup-dev-refresh' },
  },
  introspectToken: { endpoint: 'introspectToken', params: {}, body: { ...CLIENT, token: 'trueup-dev-token' } },
  readDatedAccountDetails: { endpoint: 'readDatedAccountDetails', params: {} },
} as const satisfies { readonly [E in Exclude<keyof typeof DATED_OAUTH, 'revokeToken'>]: TypedCall<E> };

/** Call that runs after the calls that need the token. */
export const REVOKE = {
  endpoint: 'revokeToken',
  params: {},
  body: { ...CLIENT, token: 'trueup-dev-refresh' },
} as const satisfies TypedCall<'revokeToken'>;

const FORM = 'application/x-www-form-urlencoded';

export const DATED_OAUTH_WANTED: Readonly<Record<string, readonly [string, string, string | undefined, boolean]>> = {
  issueDatedToken: ['POST', '/oauth/2026-03/token', FORM, false],
  introspectToken: ['POST', '/oauth/2026-03/token/introspect', FORM, false],
  revokeToken: ['POST', '/oauth/2026-03/token/revoke', FORM, false],
  readDatedAccountDetails: ['GET', '/account-info/2026-03/details', undefined, true],
};
