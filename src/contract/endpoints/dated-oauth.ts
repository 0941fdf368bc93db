/** OAuth and the account's details on the dated surface (interface 11.1): every secret is in a form, none in a path or a query. */

import { AccountDetails } from '../account-info.ts';
import { TokenState, TokenTarget } from '../dated-oauth.ts';
import type { Endpoint } from '../endpoint.ts';
import { TokenForm, TokenGrant } from '../oauth.ts';
import { get } from './dated.ts';

const form = {
  surface: 'dated',
  method: 'POST',
  authorized: false,
  encoding: 'form',
  query: undefined,
  version: 'oauth',
  section: '11.1',
} as const;

export const DATED_OAUTH = {
  issueDatedToken: {
    ...form,
    path: '/oauth/{version}/token',
    effect: 'token',
    body: TokenForm,
    reply: TokenGrant,
    status: 200,
  },
  introspectToken: {
    ...form,
    path: '/oauth/{version}/token/introspect',
    effect: 'read',
    body: TokenTarget,
    reply: TokenState,
    status: 200,
  },
  revokeToken: {
    ...form,
    path: '/oauth/{version}/token/revoke',
    effect: 'purge',
    body: TokenTarget,
    reply: undefined,
    status: 204,
  },
  readDatedAccountDetails: {
    ...get,
    version: 'account',
    path: '/account-info/{version}/details',
    reply: AccountDetails,
    section: '11.1',
  },
} as const satisfies Record<string, Endpoint>;
