/**
 * Lists the statements of sections 10, 10.1, 10.2 and 10.3: the vendor's calls that identify the account of a token.
 */

import type { Section } from './row.ts';

export const VENDORS_OWN: Section = {
  section: '10',
  rows: [
    {
      n: 1,
      statement: 'a token of a private app or a service key begins with pat-, and token metadata does not take it',
      calls: [
        {
          endpoint: 'readAccessToken',
          params: { token: 'pat-na1-trueup-dev' },
          status: 400,
          shows: { status: 'error', message: 'The access token must have the correct format', correlationId: '<text>' },
          lacks: ['category'],
        },
      ],
    },
    {
      n: 2,
      statement: 'it is sent like any other access token',
      calls: [
        {
          endpoint: 'listProperties',
          params: { object_type: 'contacts' },
          token: 'pat-eu1-trueup-dev',
          status: 200,
        },
      ],
    },
  ],
};

export const ACCOUNT_DETAILS: Section = {
  section: '10.1',
  rows: [
    {
      n: 1,
      statement: 'the details of the account of any access token, whatever its scopes are',
      endpoint: 'readAccountDetails',
      is: 'GET /account-info/v3/details',
    },
    {
      n: 2,
      statement: 'portalId is the account',
      reply: 'readAccountDetails',
      member: 'portalId',
      takes: 7,
      refuses: 'x',
    },
    detail(3, 'accountType', 'STANDARD', 5),
    detail(4, 'timeZone', 'US/Eastern', 5),
    detail(5, 'companyCurrency', 'USD', 5),
    {
      n: 6,
      statement: 'additionalCurrencies is a list of strings',
      reply: 'readAccountDetails',
      member: 'additionalCurrencies',
      takes: ['EUR'],
      refuses: [5],
    },
    detail(7, 'utcOffset', '-05:00', 5),
    {
      n: 8,
      statement: 'utcOffsetMilliseconds is a whole number',
      reply: 'readAccountDetails',
      member: 'utcOffsetMilliseconds',
      takes: -18_000_000,
      refuses: 'x',
    },
    detail(9, 'uiDomain', 'app.hubspot.com', 5),
    detail(10, 'dataHostingLocation', 'na1', 5),
  ],
};

export const TOKEN_INFO: Section = {
  section: '10.2',
  rows: [
    {
      n: 1,
      statement: 'the token of a private app or a service key is asked about in the body',
      endpoint: 'readTokenInfo',
      is: 'POST /oauth/v2/private-apps/get/access-token-info',
      members: 'tokenKey!',
    },
    {
      n: 2,
      statement: 'tokenKey is the token',
      body: 'readTokenInfo',
      member: 'tokenKey',
      takes: 'pat-na1-trueup-dev',
      refuses: 5,
      needed: true,
    },
    { n: 3, statement: 'userId is a whole number', reply: 'readTokenInfo', member: 'userId', takes: 7, refuses: 'x' },
    { n: 4, statement: 'hubId is the account', reply: 'readTokenInfo', member: 'hubId', takes: 7, refuses: 'x' },
    { n: 5, statement: 'appId is a whole number', reply: 'readTokenInfo', member: 'appId', takes: 7, refuses: 'x' },
    {
      n: 6,
      statement: 'scopes is a list of names',
      reply: 'readTokenInfo',
      member: 'scopes',
      takes: ['oauth'],
      refuses: [5],
    },
    {
      n: 7,
      statement: 'a token of the region na1 needs no header, and takes one',
      calls: [null, 'pat-na1-trueup-dev'].map((token) => ({
        endpoint: 'readTokenInfo',
        body: { tokenKey: 'pat-na1-trueup-dev' },
        token,
        status: 200,
        shows: { hubId: 1001 },
      })),
    },
    {
      n: 8,
      statement: 'a token of the region eu1 needs the header',
      calls: [
        { endpoint: 'readTokenInfo', body: { tokenKey: 'pat-eu1-trueup-dev' }, token: null, status: 401 },
        {
          endpoint: 'readTokenInfo',
          body: { tokenKey: 'pat-eu1-trueup-dev' },
          token: 'pat-eu1-trueup-dev',
          status: 200,
          shows: { hubId: 1001 },
        },
      ],
    },
    {
      n: 9,
      statement: 'what becomes of any other token is open',
      assumption: 'A47',
      calls: [
        { endpoint: 'readTokenInfo', body: { tokenKey: 'trueup-dev-token' }, status: 404 },
        { endpoint: 'readTokenInfo', body: { tokenKey: 'pat-na1-nobody-has-it' }, status: 404 },
      ],
    },
  ],
};

export const REFRESH_TOKEN: Section = {
  section: '10.3',
  rows: [
    {
      n: 1,
      statement: 'a refresh token is asked about in the path',
      endpoint: 'readRefreshToken',
      is: 'GET /oauth/v1/refresh-tokens/{token}',
    },
    {
      n: 2,
      statement: 'hub_id is a whole number',
      reply: 'readRefreshToken',
      member: 'hub_id',
      takes: 7,
      refuses: 'x',
    },
    {
      n: 3,
      statement: 'user_id is a whole number',
      reply: 'readRefreshToken',
      member: 'user_id',
      takes: 7,
      refuses: 'x',
    },
    {
      n: 4,
      statement: 'client_id is a string',
      reply: 'readRefreshToken',
      member: 'client_id',
      takes: 'a',
      refuses: 5,
    },
    {
      n: 5,
      statement: 'scopes is a list of names',
      reply: 'readRefreshToken',
      member: 'scopes',
      takes: ['oauth'],
      refuses: [5],
    },
    {
      n: 6,
      statement: 'once deleted it is not known',
      calls: [
        { endpoint: 'readRefreshToken', params: { token: 'trueup-dev-refresh' }, status: 200, shows: { hub_id: 1001 } },
        { endpoint: 'deleteRefreshToken', params: { token: 'trueup-dev-refresh' }, status: 204 },
        { endpoint: 'readRefreshToken', params: { token: 'trueup-dev-refresh' }, status: 404 },
      ],
    },
  ],
};

/** A member of the details that is a string. */
function detail(n: number, member: string, takes: string, refuses: unknown) {
  return { n, statement: `${member} is a string`, reply: 'readAccountDetails', member, takes, refuses } as const;
}
