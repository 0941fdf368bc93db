/** Section 11.1: OAuth and the account's details on the dated surface. */

import { DATED_OAUTH_CALLS, REVOKE } from '../../client/dated-oauth-calls.ts';
import type { Section } from './row.ts';

const { body: GRANT } = DATED_OAUTH_CALLS.issueDatedToken;
const { body: ACCESS } = DATED_OAUTH_CALLS.introspectToken;
const { body: REFRESH } = REVOKE;
const MEMBERS = 'client_id! client_secret! token! token_type_hint';

export const DATED_OAUTH: Section = {
  section: '11.1',
  rows: [
    {
      n: 1,
      statement: 'a token for a code or a refresh token',
      endpoint: 'issueDatedToken',
      is: 'POST /oauth/{version}/token',
      members: 'grant_type! client_id client_secret code redirect_uri refresh_token code_verifier scope',
    },
    {
      n: 2,
      statement: 'what a token is, and whether it is active',
      endpoint: 'introspectToken',
      is: 'POST /oauth/{version}/token/introspect',
      members: MEMBERS,
    },
    {
      n: 3,
      statement: 'the revocation of a refresh token',
      endpoint: 'revokeToken',
      is: 'POST /oauth/{version}/token/revoke',
      members: MEMBERS,
      status: 204,
    },
    {
      n: 4,
      statement: 'the details of the account, as interface 10.1 shows them; no scope is needed',
      endpoint: 'readDatedAccountDetails',
      is: 'GET /account-info/{version}/details',
    },
    {
      n: 5,
      statement: 'an active token says whose it is, an access token also how long it lives',
      calls: [
        {
          endpoint: 'introspectToken',
          body: ACCESS,
          status: 200,
          shows: {
            active: true,
            token_use: 'access_token',
            token: 'trueup-dev-token',
            client_id: 'trueup-dev',
            app_id: 2001,
            hub_id: 1001,
            expires_in: '<number>',
          },
        },
        {
          endpoint: 'introspectToken',
          body: REFRESH,
          status: 200,
          shows: { active: true, token_use: 'refresh_token', hub_id: 1001, app_id: 2001 },
          lacks: ['expires_in'],
        },
      ],
    },
    {
      n: 6,
      statement: 'a token that is unknown or was revoked is not active, and nothing else is said of it',
      assumption: 'A63',
      calls: [
        {
          endpoint: 'introspectToken',
          body: { ...ACCESS, token: 'nonsense' },
          status: 200,
          shows: { active: false },
          lacks: ['hub_id', 'token'],
        },
        { endpoint: 'revokeToken', body: REFRESH, status: 204 },
        { endpoint: 'introspectToken', body: REFRESH, status: 200, shows: { active: false } },
        { endpoint: 'revokeToken', body: REFRESH, status: 400, shows: { category: 'VALIDATION_ERROR' } },
        { endpoint: 'issueDatedToken', body: GRANT, status: 400 },
        { endpoint: 'introspectToken', body: ACCESS, status: 200, shows: { active: true } },
      ],
    },
    {
      n: 7,
      statement: 'a refusal has the standard body',
      calls: [
        {
          endpoint: 'issueDatedToken',
          body: { ...GRANT, refresh_token: 'nonsense' },
          status: 400,
          shows: { status: 'error', category: 'VALIDATION_ERROR', message: 'missing or invalid refresh token' },
        },
        {
          endpoint: 'introspectToken',
          body: { ...ACCESS, client_secret: 'nonsense' },
          status: 400,
          shows: { status: 'error', category: 'VALIDATION_ERROR' },
        },
      ],
    },
    {
      n: 8,
      statement: 'a secret in the query is refused',
      calls: [
        {
          endpoint: 'introspectToken',
          query: { token: 'trueup-dev-token' },
          body: ACCESS,
          status: 400,
          names: ['token'],
        },
        {
          endpoint: 'issueDatedToken',
          query: { client_secret: 'trueup-dev-secret' },
          body: GRANT,
          status: 400,
          names: ['client_secret'],
        },
      ],
    },
  ],
};
