import { describe, expect, it } from 'vitest';
import {
  authorizeUrl,
  createClient,
  exchangeCode,
  metadata,
  pkcePair,
  refresh,
  refreshingToken,
  revoke,
  tokenIssuer,
} from '../../src/client/index.ts';
import type { HttpReply } from '../../src/contract/http.ts';
import { secret } from '../../src/contract/secret.ts';
import { fakeClock } from './fake-clock.ts';
import { failing, fakeTransport, json, refusal } from './fake-transport.ts';

describe('oauth', () => {
  it('makes the verifier and challenge of RFC 7636, appendix B', () => {
    const entropy = Uint8Array.from([
      116, 24, 223, 180, 151, 153, 224, 37, 79, 250, 96, 125, 216, 173, 187, 186, 22, 212, 37, 77, 105, 214, 191, 240,
      91, 88, 5, 88, 83, 132, 141, 121,
    ]);
    const { verifier, challenge } = pkcePair(entropy);
    expect([verifier.reveal(), challenge]).toEqual([
      'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
      'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    ]);
    expect(pkcePair().verifier.reveal()).not.toBe(pkcePair().verifier.reveal());
  });

  it('builds the install address with the scopes under both of their names', () => {
    const url = new URL(
      authorizeUrl({
        page: 'https://app.test/oauth/authorize?hub=7',
        clientId: 'client-1',
        redirectUri: 'http://localhost:9/cb?x=1',
        scopes: ['oauth', 'timeline'],
        optionalScopes: ['tickets'],
        state: 's-1',
        challenge: 'ch-1',
      }),
    );
    expect([url.origin + url.pathname, Object.fromEntries(url.searchParams)]).toEqual([
      'https://app.test/oauth/authorize',
      {
        hub: '7',
        client_id: 'client-1',
        redirect_uri: 'http://localhost:9/cb?x=1',
        scopes: 'oauth timeline',
        scope: 'oauth timeline',
        optional_scopes: 'tickets',
        optional_scope: 'tickets',
        state: 's-1',
        code_challenge: 'ch-1',
        code_challenge_method: 'S256',
      },
    ]);
  });

  it('omits missing parameters', () => {
    const url = authorizeUrl({
      page: 'https://app.test/a',
      clientId: 'c',
      redirectUri: 'http://localhost/',
      scopes: ['oauth'],
    });
    expect([...new URL(url).searchParams.keys()]).toEqual(['client_id', 'redirect_uri', 'scopes', 'scope']);
  });

  it('exchanges a code, reads whose token it is and revokes it', async () => {
    const clock = fakeClock();
    const transport = fakeTransport([
      json(200, { token_type: 'bearer', access_token: 'access/1', refresh_token: 'refresh/1', expires_in: 1800 }),
      json(200, {
        token: 'access/1',
        scopes: ['oauth'],
        hub_id: 1001,
        app_id: 2001,
        expires_in: 1700,
        user_id: 1,
        token_type: 'access',
      }),
      { status: 204, headers: {}, body: '' },
    ]);
    const client = createClient({ baseUrl: 'https://api.test', transport, clock });
    const grant = await clock.run(
      exchangeCode(
        client,
        {
          clientId: 'client-1',
          clientSecret: secret('hush-hush'),
          code: secret('code-1'),
          redirectUri: 'http://localhost:9/cb',
          codeVerifier: secret('verifier-1'),
        },
        { surface: 'documented' },
      ),
    );
    const whose = await clock.run(metadata(client, secret(grant.access_token)));
    await clock.run(revoke(client, secret(grant.refresh_token), { surface: 'documented' }));
    expect(whose.hub_id).toBe(1001);
    expect(transport.requests.map(({ method, url, body }) => [method, url, body])).toEqual([
      [
        'POST',
        'https://api.test/oauth/v1/token',
        'grant_type=authorization_code&client_id=client-1&client_secret=hush-hush&code=code-1&redirect_uri=http%3A%2F%2Flocalhost%3A9%2Fcb&code_verifier=verifier-1',
      ],
      ['GET', 'https://api.test/oauth/v1/access-tokens/access%2F1', undefined],
      ['DELETE', 'https://api.test/oauth/v1/refresh-tokens/refresh%2F1', undefined],
    ]);
  });

  it('sends narrowed scopes in the scope member and omits an empty list', async () => {
    const clock = fakeClock();
    const grant = { token_type: 'bearer', access_token: 'access/1', refresh_token: 'refresh/1', expires_in: 1800 };
    const transport = fakeTransport([json(200, grant)]);
    const client = createClient({ baseUrl: 'https://api.test', transport, clock });
    const app = { clientId: 'client-1', clientSecret: secret('hush-hush') };
    const code = { ...app, code: secret('code-1'), redirectUri: 'http://localhost:9/cb' };
    const renewal = { ...app, refreshToken: secret('refresh-1') };
    const scopes = ['oauth', 'timeline'];
    await clock.run(exchangeCode(client, { ...code, scopes }));
    await clock.run(refresh(client, { ...renewal, scopes }));
    await clock.run(refresh(client, { ...renewal, scopes: [] }));
    await clock.run(refreshingToken({ ...renewal, scopes, clock, issue: tokenIssuer(client) }).token());
    const sent = transport.requests.map(({ body }) => new URLSearchParams(body).get('scope'));
    expect(sent).toEqual(['oauth timeline', 'oauth timeline', null, 'oauth timeline']);
  });
});

describe('a revocation on the documented surface', () => {
  const unknown = json(404, refusal('OBJECT_NOT_FOUND'));
  const gone: HttpReply = { status: 404, headers: {}, body: '' };
  const revoking = async (...script: readonly (HttpReply | Error)[]) => {
    const transport = fakeTransport(script);
    const clock = fakeClock();
    const client = createClient({ baseUrl: 'https://api.test', transport, clock });
    return clock.run(revoke(client, secret('refresh-1'), { surface: 'documented' })).catch((error: unknown) => error);
  };

  it('is done after a lost reply if the service has forgotten the token', async () => {
    expect(await revoking(failing('maybe'), unknown)).toBe('revoked');
  });

  it.each([
    ['the first try is refused', [unknown]],
    ['the path is gone', [failing('maybe'), gone]],
    ['the reply to each try is lost', Array.from({ length: 9 }, () => failing('maybe'))],
  ])('fails if %s', async (_, script) => {
    expect(await revoking(...script)).toBeInstanceOf(Error);
  });
});
