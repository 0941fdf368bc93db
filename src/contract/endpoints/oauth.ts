/** The documented OAuth endpoints (interface 4.1). */

import type { Endpoint } from '../endpoint.ts';
import { TokenForm, TokenGrant, TokenMetadata } from '../oauth.ts';
import { get } from './documented.ts';

export const OAUTH = {
  issueToken: {
    surface: 'documented',
    method: 'POST',
    path: '/oauth/v1/token',
    effect: 'token',
    authorized: false,
    encoding: 'form',
    body: TokenForm,
    query: undefined,
    reply: TokenGrant,
    status: 200,
    section: '4.1',
  },
  readAccessToken: {
    ...get,
    path: '/oauth/v1/access-tokens/{token}',
    authorized: false,
    reply: TokenMetadata,
    section: '4.1',
  },
  deleteRefreshToken: {
    surface: 'documented',
    method: 'DELETE',
    path: '/oauth/v1/refresh-tokens/{token}',
    effect: 'purge',
    authorized: false,
    encoding: 'none',
    body: undefined,
    query: undefined,
    reply: undefined,
    status: 204,
    section: '4.1',
  },
} as const satisfies Record<string, Endpoint>;
