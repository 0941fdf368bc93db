import { describe, expect, it } from 'vitest';
import { secret } from '../../../src/contract/secret.ts';
import { identifyToken } from '../../../src/engine/gate/identity.ts';
import { ApiError, AuthError } from '../../../src/errors.ts';
import { type Line, lost, refused, scripted } from '../scripted.ts';

const STATE = {
  active: true,
  token_use: 'access_token',
  token_type: 'bearer',
  token: 'CF-something',
  client_id: 'c',
  app_id: 2001,
  hub_id: 1001,
  user_id: 1,
  scopes: ['oauth'],
  expires_in: 60,
  is_private_distribution: false,
  signed_access_token: { anything: true },
};
const DETAILS = { portalId: 1001, accountType: 'SANDBOX', timeZone: 'US/Eastern' };
const INFO = { userId: 1, hubId: 1001, appId: 7, scopes: ['oauth', 'tickets'] };

const OAUTH = secret('CF-something');
const PAT = secret('pat-na1-something');
const WITHOUT_APP = { baseUrl: 'https://api.example', origin: 'in SANDBOX_TOKEN', surface: 'dated' } as const;
const USE = { ...WITHOUT_APP, app: { clientId: 'c', clientSecret: secret('hush-hush') } };

const told = (value: unknown): readonly Line[] => [{ value }];
const no = (status: number): readonly Line[] => [refused(status, `Refused with ${status}.`)];
const unauthorized: readonly Line[] = [
  {
    error: new AuthError('token-refused', 'The access token was refused.', {
      cause: new ApiError('Not you.', { endpoint: 'any', status: 401 }),
    }),
  },
];

describe('on the dated surface, an OAuth token', () => {
  it('is told by introspection where the app is known, in one call', async () => {
    const reader = scripted({ introspectToken: told(STATE) });
    expect(await identifyToken(reader, OAUTH, USE)).toEqual({
      kind: 'oauth-token',
      hubId: 1001,
      scopes: ['oauth'],
      accountType: null,
      timeZone: null,
      userId: 1,
      appId: 2001,
      metadata: {
        token: 'CF-something',
        token_type: 'bearer',
        app_id: 2001,
        hub_id: 1001,
        user_id: 1,
        scopes: ['oauth'],
        expires_in: 60,
      },
    });
    expect(reader.said).toEqual(['introspectToken']);
  });

  it('has no metadata if introspection omits its expiry', async () => {
    const { expires_in: _, ...state } = STATE;
    const found = await identifyToken(scripted({ introspectToken: told(state) }), OAUTH, USE);
    expect(found).toMatchObject({ hubId: 1001, userId: 1, appId: 2001, metadata: null });
  });

  it('is refused by introspection as inactive, and other calls are skipped', async () => {
    const reader = scripted({ introspectToken: told({ active: false }) });
    await expect(identifyToken(reader, OAUTH, USE)).rejects.toMatchObject({
      name: 'AuthError',
      code: 'token-refused',
      message: 'The service at https://api.example says that the access token in SANDBOX_TOKEN is not active.',
    });
    expect(reader.said).toEqual(['introspectToken']);
  });

  it.each(['token', 'token_use', 'client_id'])('is unproven by a reply with another %s', async (member) => {
    const reader = scripted({ introspectToken: told({ ...STATE, [member]: 'other' }) });
    await expect(identifyToken(reader, OAUTH, USE)).rejects.toMatchObject({
      name: 'AuthError',
      code: 'account-unproven',
      message: `The service at https://api.example answered about another token than the access token in SANDBOX_TOKEN: ${member} does not match.`,
    });
    expect(reader.said).toEqual(['introspectToken']);
  });

  it.each([400, 401, 403, 404, 410])(
    'is identified by account details and token info if introspection answers %i',
    async (status) => {
      const reader = scripted({
        introspectToken: no(status),
        readDatedAccountDetails: told(DETAILS),
        readTokenInfo: told(INFO),
      });
      expect(await identifyToken(reader, OAUTH, USE)).toEqual({
        kind: 'unknown',
        hubId: 1001,
        scopes: ['oauth', 'tickets'],
        accountType: 'SANDBOX',
        timeZone: 'US/Eastern',
        userId: 1,
        appId: 7,
        metadata: null,
      });
      expect(reader.said).toEqual(['introspectToken', 'readDatedAccountDetails', 'readTokenInfo']);
    },
  );

  it.each([400, 401, 404, 500])(
    'has unknown scopes if its app is missing and token info answers %i',
    async (status) => {
      const reader = scripted({ readDatedAccountDetails: told(DETAILS), readTokenInfo: no(status) });
      const found = await identifyToken(reader, OAUTH, WITHOUT_APP);
      expect(found).toMatchObject({ kind: 'unknown', hubId: 1001, scopes: null, timeZone: 'US/Eastern' });
      expect(reader.said).toEqual(['readDatedAccountDetails', 'readTokenInfo']);
    },
  );

  it('is refused by a 401 to itself alone', async () => {
    const reader = scripted({ introspectToken: no(401), readDatedAccountDetails: unauthorized });
    await expect(identifyToken(reader, OAUTH, USE)).rejects.toMatchObject({ code: 'token-unknown' });
  });

  it('is an error with every answer if its account stays unknown', async () => {
    const script = { introspectToken: no(400), readDatedAccountDetails: no(404), readTokenInfo: no(403) };
    await expect(identifyToken(scripted(script), OAUTH, USE)).rejects.toMatchObject({
      code: 'account-unproven',
      message: expect.stringMatching(/ Refused with 400\. Refused with 404\. Refused with 403\.$/),
    });
  });

  it.each([
    ['api-503', no(503)],
    ['connection-lost', [lost]],
  ])('is not guessed where the service has trouble: %s', async (code, introspectToken) => {
    await expect(identifyToken(scripted({ introspectToken }), OAUTH, USE)).rejects.toMatchObject({ code });
  });
});

describe('on the dated surface, the token of a private app', () => {
  it('is told by the dated account details, whether or not an app is configured', async () => {
    for (const use of [USE, WITHOUT_APP]) {
      const reader = scripted({ readDatedAccountDetails: told(DETAILS), readTokenInfo: told(INFO) });
      expect(await identifyToken(reader, PAT, use)).toMatchObject({ kind: 'app-token', hubId: 1001, appId: 7 });
      expect(reader.said).toEqual(['readDatedAccountDetails', 'readTokenInfo']);
    }
  });
});
