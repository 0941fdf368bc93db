import { describe, expect, it } from 'vitest';
import { secret } from '../../../src/contract/secret.ts';
import { checkAccount } from '../../../src/engine/gate/account-check.ts';
import { identifyToken } from '../../../src/engine/gate/identity.ts';
import { ApiError, AuthError, ContractError, TransportError } from '../../../src/errors.ts';
import { type Line, lost, refused, scripted } from '../scripted.ts';

const METADATA = {
  token: 't',
  scopes: ['oauth'],
  hub_id: 1001,
  app_id: 2001,
  expires_in: 60,
  user_id: 1,
  token_type: 'access',
};
const DETAILS = { portalId: 1001, accountType: 'SANDBOX', timeZone: 'US/Eastern' };
const INFO = { userId: 1, hubId: 1001, appId: 7, scopes: ['oauth', 'crm.objects.contacts.sensitive.read.v2'] };

const PLACE = { baseUrl: 'https://api.example', origin: 'in SANDBOX_TOKEN', surface: 'documented' } as const;
const OAUTH = secret('CF-something');
const PAT = secret('pat-na1-something');

const told = (value: unknown): readonly Line[] => [{ value }];
const no = (status: number): readonly Line[] => [refused(status, `Refused with ${status}.`)];
/** Error of the client for a refused bearer token. */
const unauthorized = (category?: string): readonly Line[] => [
  {
    error: new AuthError('token-refused', 'The access token was refused.', {
      cause: new ApiError('Not you.', { endpoint: 'any', status: 401, category }),
    }),
  },
];

describe('an OAuth token', () => {
  it('is told by token metadata, in one call', async () => {
    const reader = scripted({ readAccessToken: told(METADATA) });
    expect(await identifyToken(reader, OAUTH, PLACE)).toEqual({
      kind: 'oauth-token',
      hubId: 1001,
      scopes: ['oauth'],
      accountType: null,
      timeZone: null,
      userId: 1,
      appId: 2001,
      metadata: METADATA,
    });
    expect(reader.said).toEqual(['readAccessToken']);
  });

  it.each([400, 403, 404, 410])(
    'is identified by the account details with unknown scopes if metadata answers %i',
    async (status) => {
      const reader = scripted({ readAccessToken: no(status), readAccountDetails: told(DETAILS) });
      expect(await identifyToken(reader, OAUTH, PLACE)).toEqual({
        kind: 'unknown',
        hubId: 1001,
        scopes: null,
        accountType: 'SANDBOX',
        timeZone: 'US/Eastern',
        userId: null,
        appId: null,
        metadata: null,
      });
      expect(reader.said).toEqual(['readAccessToken', 'readAccountDetails']);
    },
  );
});

describe('the token of a private app', () => {
  const known = { kind: 'app-token', hubId: 1001, metadata: null };

  it('is told by the account details, and its scopes by token info', async () => {
    const reader = scripted({ readAccountDetails: told(DETAILS), readTokenInfo: told(INFO) });
    expect(await identifyToken(reader, PAT, PLACE)).toEqual({
      ...known,
      scopes: ['oauth', 'crm.objects.contacts.sensitive.read'],
      accountType: 'SANDBOX',
      timeZone: 'US/Eastern',
      userId: 1,
      appId: 7,
    });
    expect(reader.said).toEqual(['readAccountDetails', 'readTokenInfo']);
  });

  it.each([
    ['400', no(400)],
    ['401', unauthorized()],
    ['404', no(404)],
    ['500', no(500)],
    ['a reply in another form', [{ error: new ContractError('readTokenInfo', ['scopes: expected array']) }]],
  ])('is proven although token info answers with %s: its scopes are unknown', async (_, readTokenInfo) => {
    const reader = scripted({ readAccountDetails: told(DETAILS), readTokenInfo });
    expect(await identifyToken(reader, PAT, PLACE)).toEqual({
      ...known,
      scopes: null,
      accountType: 'SANDBOX',
      timeZone: 'US/Eastern',
      userId: null,
      appId: null,
    });
  });

  it.each([400, 403, 404, 410])('is told by token info where the account details answer with %i', async (status) => {
    const reader = scripted({ readAccountDetails: no(status), readTokenInfo: told({ ...INFO, appId: null }) });
    expect(await identifyToken(reader, PAT, PLACE)).toEqual({
      ...known,
      scopes: ['oauth', 'crm.objects.contacts.sensitive.read'],
      accountType: null,
      timeZone: null,
      userId: 1,
      appId: null,
    });
  });

  it('is an error if two calls name different accounts', async () => {
    const reader = scripted({ readAccountDetails: told(DETAILS), readTokenInfo: told({ ...INFO, hubId: 7007 }) });
    await expect(identifyToken(reader, PAT, PLACE)).rejects.toMatchObject({
      name: 'AuthError',
      code: 'account-unproven',
      message:
        'The service at https://api.example tells two accounts for the access token in SANDBOX_TOKEN: 1001 and 7007.',
    });
  });

  it('is not asked about again where the connection breaks', async () => {
    const reader = scripted({ readAccountDetails: told(DETAILS), readTokenInfo: [lost] });
    await expect(identifyToken(reader, PAT, PLACE)).rejects.toBeInstanceOf(TransportError);
  });
});

describe('a token of an unknown account', () => {
  it.each([
    ['OAuth', OAUTH, { readAccessToken: no(404), readAccountDetails: no(403) }, 'Refused with 404. Refused with 403.'],
    ['app', PAT, { readAccountDetails: no(404), readTokenInfo: no(400) }, 'Refused with 404. Refused with 400.'],
  ])('is an error with both answers: %s', async (_, token, script, answers) => {
    await expect(identifyToken(scripted(script), token, PLACE)).rejects.toMatchObject({
      name: 'AuthError',
      code: 'account-unproven',
      message: `The service at https://api.example does not tell which account the access token in SANDBOX_TOKEN belongs to. ${answers}`,
    });
  });

  it.each([
    ['OAuth metadata', OAUTH, { readAccessToken: no(503) }, 'api-503'],
    ['OAuth details', OAUTH, { readAccessToken: no(400), readAccountDetails: no(500) }, 'api-500'],
    ['app details', PAT, { readAccountDetails: no(502) }, 'api-502'],
    ['app info in place of details', PAT, { readAccountDetails: no(403), readTokenInfo: no(500) }, 'api-500'],
    ['no reply', OAUTH, { readAccessToken: [lost] }, 'connection-lost'],
  ])('is no reason to guess where the service has trouble: %s', async (_, token, script, code) => {
    await expect(identifyToken(scripted(script), token, PLACE)).rejects.toMatchObject({ code });
  });
});

describe('a token that the service refuses with 401', () => {
  it.each([
    ['OAuth metadata', OAUTH, { readAccessToken: no(401) }],
    ['OAuth details', OAUTH, { readAccessToken: no(404), readAccountDetails: unauthorized() }],
    ['app details', PAT, { readAccountDetails: unauthorized(), readTokenInfo: unauthorized() }],
    ['app info in place of details', PAT, { readAccountDetails: no(403), readTokenInfo: unauthorized() }],
  ])('ends it, in words that say where the token is: %s', async (_, token, script) => {
    const reader = scripted(script);
    await expect(identifyToken(reader, token, PLACE)).rejects.toMatchObject({
      name: 'AuthError',
      code: 'token-unknown',
      message: 'The service at https://api.example does not know the access token in SANDBOX_TOKEN.',
    });
    expect(reader.said).toEqual(Object.keys(script));
  });

  it('because it expired says so', async () => {
    const reader = scripted({ readAccountDetails: unauthorized('EXPIRED_AUTHENTICATION') });
    await expect(identifyToken(reader, PAT, PLACE)).rejects.toMatchObject({
      code: 'token-refused',
      message: 'The access token in SANDBOX_TOKEN has expired: Not you.',
    });
  });
});

describe('checkAccount', () => {
  it.each([1001, null])('proves whose token it is when %s is expected', async (expected) => {
    const reader = scripted({ readAccountDetails: told(DETAILS), readTokenInfo: told({ ...INFO, scopes: [] }) });
    expect(await checkAccount(reader, PAT, expected, PLACE)).toEqual({
      hubId: 1001,
      scopes: [],
      timeZone: 'US/Eastern',
      user: { id: '1', name: '1' },
    });
  });

  it('refuses a token of another account, however that is known', async () => {
    for (const [token, script] of [
      [OAUTH, { readAccessToken: told({ ...METADATA, hub_id: 7007 }) }],
      [OAUTH, { readAccessToken: no(400), readAccountDetails: told({ portalId: 7007 }) }],
      [PAT, { readAccountDetails: told({ portalId: 7007 }), readTokenInfo: no(404) }],
      [PAT, { readAccountDetails: no(404), readTokenInfo: told({ ...INFO, hubId: 7007 }) }],
    ] as const) {
      await expect(checkAccount(scripted(script), token, 1001, PLACE)).rejects.toMatchObject({
        code: 'wrong-account',
        message: 'The token belongs to account 7007, not to 1001.',
        hint: expect.stringContaining('Use a token of account 1001'),
      });
    }
  });
});
