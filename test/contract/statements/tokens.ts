/** Sections 2.1 and 2.2: the token grant and the metadata of an access token. */

import type { Section } from './row.ts';

export const GRANT: Section = {
  section: '2.1',
  rows: [
    {
      n: 1,
      statement: 'token_use is a string',
      reply: 'issueToken',
      member: 'token_use',
      takes: 'access_token',
      refuses: 5,
    },
    {
      n: 2,
      statement: 'token_type is a string',
      reply: 'issueToken',
      member: 'token_type',
      takes: 'bearer',
      refuses: 5,
    },
    {
      n: 3,
      statement: 'access_token is a string',
      reply: 'issueToken',
      member: 'access_token',
      takes: 'a',
      refuses: 5,
    },
    {
      n: 4,
      statement: 'refresh_token is a string',
      reply: 'issueToken',
      member: 'refresh_token',
      takes: 'a',
      refuses: 5,
    },
    {
      n: 5,
      statement: 'expires_in is whole seconds',
      reply: 'issueToken',
      member: 'expires_in',
      takes: 1800,
      refuses: '1800',
    },
    { n: 6, statement: 'id_token is a string', reply: 'issueToken', member: 'id_token', takes: 'a', refuses: 5 },
    { n: 7, statement: 'hub_id is a whole number', reply: 'issueToken', member: 'hub_id', takes: 7, refuses: 'x' },
    {
      n: 8,
      statement: 'scopes is a list of strings',
      reply: 'issueToken',
      member: 'scopes',
      takes: ['oauth'],
      refuses: [5],
    },
    { n: 9, statement: 'user_id is a whole number', reply: 'issueToken', member: 'user_id', takes: 7, refuses: 'x' },
    {
      n: 10,
      statement: 'an access token has up to 512 characters, more or fewer over time',
      reply: 'issueToken',
      member: 'access_token',
      takes: 'a'.repeat(512),
      refuses: '',
    },
  ],
};

export const METADATA: Section = {
  section: '2.2',
  rows: [
    {
      n: 1,
      statement: 'token is the one asked about',
      reply: 'readAccessToken',
      member: 'token',
      takes: 'a',
      refuses: 5,
    },
    { n: 2, statement: 'user is an address', reply: 'readAccessToken', member: 'user', takes: 'a@b.c', refuses: 5 },
    {
      n: 3,
      statement: 'hub_domain is a string',
      reply: 'readAccessToken',
      member: 'hub_domain',
      takes: 'a.b',
      refuses: 5,
    },
    {
      n: 4,
      statement: 'scopes is a list of names',
      reply: 'readAccessToken',
      member: 'scopes',
      takes: ['oauth'],
      refuses: [5],
    },
    {
      n: 5,
      statement: 'signed_access_token is an object',
      reply: 'readAccessToken',
      member: 'signed_access_token',
      takes: null,
      refuses: 'x',
    },
    { n: 6, statement: 'hub_id is a whole number', reply: 'readAccessToken', member: 'hub_id', takes: 7, refuses: 'x' },
    { n: 7, statement: 'app_id is a whole number', reply: 'readAccessToken', member: 'app_id', takes: 7, refuses: 'x' },
    {
      n: 8,
      statement: 'expires_in is what is left',
      reply: 'readAccessToken',
      member: 'expires_in',
      takes: 7,
      refuses: 'x',
    },
    {
      n: 9,
      statement: 'user_id is a whole number',
      reply: 'readAccessToken',
      member: 'user_id',
      takes: 7,
      refuses: 'x',
    },
    {
      n: 10,
      statement: 'token_type is a string',
      reply: 'readAccessToken',
      member: 'token_type',
      takes: 'access',
      refuses: 5,
    },
    signed(11, 'expiresAt', 1_700_000_000_000, 'x'),
    signed(12, 'scopes', 'AA==', 5),
    signed(13, 'hubId', 7, 'x'),
    signed(14, 'userId', 7, 'x'),
    signed(15, 'appId', 7, 'x'),
    signed(16, 'signature', 's', 5),
    signed(17, 'scopeToScopeGroupPks', 'AA==', 5),
    signed(18, 'newSignature', 's', 5),
    signed(19, 'hublet', 'na1', 5),
    signed(20, 'trialScopes', '', 5),
    signed(21, 'trialScopeToScopeGroupPks', '', 5),
    signed(22, 'isUserLevel', true, 'x'),
  ],
};

/** A member of signed_access_token. */
function signed(n: number, member: string, takes: unknown, refuses: unknown) {
  const statement = `signed_access_token has ${member}, a ${typeof takes}`;
  return { n, statement, reply: 'readAccessToken', member: `signed_access_token.${member}`, takes, refuses } as const;
}
