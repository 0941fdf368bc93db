import { describe, expect, it } from 'vitest';
import {
  createClient,
  exchangeCode,
  introspect,
  type RevokeOptions,
  refresh,
  refreshingToken,
  revoke,
  tokenIssuer,
} from '../../src/client/index.ts';
import type { HttpReply } from '../../src/contract/http.ts';
import { secret } from '../../src/contract/secret.ts';
import { fakeClock } from './fake-clock.ts';
import { failing, fakeTransport, json, refusal } from './fake-transport.ts';

const APP = { clientId: 'client-1', clientSecret: secret('hush-hush') };
const GRANT = { token_type: 'bearer', access_token: 'access/1', refresh_token: 'refresh/1', expires_in: 1800 };
const REVOKED: HttpReply = { status: 204, headers: {}, body: '' };
const REFUSED = json(400, refusal('VALIDATION_ERROR', 'The refresh token is not known.'));

function clientOf(script: Parameters<typeof fakeTransport>[0]) {
  const clock = fakeClock();
  const transport = fakeTransport(script);
  return { clock, transport, client: createClient({ baseUrl: 'https://api.test', transport, clock }) };
}

describe('oauth on the dated surface', () => {
  it('has every secret in a form and none in an address', async () => {
    const { clock, transport, client } = clientOf((request) =>
      request.url.endsWith('/token')
        ? json(200, GRANT)
        : request.url.endsWith('/revoke')
          ? REVOKED
          : json(200, { active: false }),
    );
    const exchange = {
      ...APP,
      code: secret('code-1'),
      redirectUri: 'http://localhost:9/cb',
      codeVerifier: secret('v-1'),
    };
    await clock.run(exchangeCode(client, exchange));
    await clock.run(refresh(client, { ...APP, refreshToken: secret('refresh-1') }));
    const source = refreshingToken({
      ...APP,
      refreshToken: secret('refresh-2'),
      clock,
      issue: tokenIssuer(client),
    });
    await clock.run(source.token());
    expect(await clock.run(introspect(client, APP, secret('access-1')))).toEqual({ active: false });
    expect(await clock.run(revoke(client, secret('refresh-1'), { app: APP }))).toBe('revoked');
    const app = 'client_id=client-1&client_secret=hush-hush';
    expect(transport.requests.map(({ method, url, body }) => [method, url, body])).toEqual([
      [
        'POST',
        'https://api.test/oauth/2026-03/token',
        `grant_type=authorization_code&${app}&code=code-1&redirect_uri=http%3A%2F%2Flocalhost%3A9%2Fcb&code_verifier=v-1`,
      ],
      ['POST', 'https://api.test/oauth/2026-03/token', `grant_type=refresh_token&${app}&refresh_token=refresh-1`],
      ['POST', 'https://api.test/oauth/2026-03/token', `grant_type=refresh_token&${app}&refresh_token=refresh-2`],
      ['POST', 'https://api.test/oauth/2026-03/token/introspect', `${app}&token=access-1`],
      ['POST', 'https://api.test/oauth/2026-03/token/revoke', `${app}&token=refresh-1&token_type_hint=refresh_token`],
    ]);
    expect(transport.requests.filter(({ headers }) => 'authorization' in headers)).toEqual([]);
  });

  it('says how a refused refresh is to be mended, whatever words the service has', async () => {
    const { clock, client } = clientOf([REFUSED]);
    const source = refreshingToken({
      ...APP,
      refreshToken: secret('refresh-1'),
      clock,
      issue: tokenIssuer(client),
    });
    await expect(clock.run(source.token())).rejects.toMatchObject({
      code: 'refresh-refused',
      hint: 'Check the client id, the client secret, and the code or refresh token; if they are right, log in again.',
    });
  });
});

describe('a revocation on the dated surface', () => {
  const revoking = async (script: readonly (HttpReply | Error)[], options: RevokeOptions = { app: APP }) => {
    const { clock, client, transport } = clientOf(script);
    const result = await clock.run(revoke(client, secret('refresh-1'), options)).catch((error: unknown) => error);
    return { result, asked: transport.requests.map(({ url }) => new URL(url).pathname.split('/').at(-1)) };
  };
  const inactive = json(200, { active: false });

  it('is inactive if an introspection after a refusal says so', async () => {
    for (const status of [400, 404]) {
      const refusing = json(status, refusal('ANY'));
      expect(await revoking([refusing, inactive])).toEqual({ result: 'not-active', asked: ['revoke', 'introspect'] });
    }
  });

  it('is done after a lost reply if the token is inactive', async () => {
    const { result, asked } = await revoking([failing('maybe'), REFUSED, inactive]);
    expect([result, asked]).toEqual(['revoked', ['revoke', 'revoke', 'introspect']]);
  });

  it('stays a failure where introspection shows an active token, or tells nothing', async () => {
    const active = json(200, {
      active: true,
      token_use: 'refresh_token',
      token_type: 'bearer',
      token: 't',
      client_id: 'c',
      app_id: 1,
      hub_id: 1,
      user_id: 1,
      scopes: [],
    });
    for (const next of [active, REFUSED]) {
      expect((await revoking([REFUSED, next])).result).toMatchObject({ name: 'ApiError', status: 400 });
    }
  });

  it.each([json(401, refusal('ANY')), json(403, refusal('ANY')), { status: 404, headers: {}, body: '' }])(
    'proves nothing by another refusal, or by a path that is gone: %j',
    async (reply) => {
      const { result, asked } = await revoking([reply, inactive]);
      expect([result, asked]).toEqual([expect.objectContaining({ status: reply.status }), ['revoke']]);
    },
  );

  it('needs the app', async () => {
    expect(await revoking([REVOKED], {})).toMatchObject({ result: { code: 'options-missing' }, asked: [] });
  });
});
