import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { KNOWN_SCOPES } from '../../src/contract/scopes.ts';
import type { Service } from '../../src/service/index.ts';
import { aService, START, send } from './harness.ts';

const client = { client_id: 'shop', client_secret: 'shop-secret' };
const redirect = 'https://shop.test/callback?from=crm';
const verifier = 'a-verifier-that-is-long-enough-for-everyone-1234';
const challenge = createHash('sha256').update(verifier).digest('base64url');

async function withApp() {
  const { service, clock } = await aService();
  await service.addAccount({ hubId: 7007, domain: 'seven.example' });
  await service.addApp({
    appId: 3001,
    clientId: 'shop',
    clientSecret: 'shop-secret',
    redirectUris: [redirect],
    scopes: ['oauth', 'crm.schemas.contacts.read', 'crm.schemas.contacts.write', 'timeline'],
  });
  return { service, clock };
}

const install = {
  client_id: 'shop',
  redirect_uri: redirect,
  scopes: 'oauth crm.schemas.contacts.read',
  optional_scopes: 'timeline crm.schemas.deals.read',
  state: 'x&y=<1>',
};

async function page(
  service: Service,
  method: 'GET' | 'POST',
  given: Record<string, string>,
  path = '/oauth/authorize',
  headers = {},
) {
  const text = new URLSearchParams(given).toString();
  return service.transport.send({
    method,
    url: `https://service.test${path}${method === 'GET' ? `?${text}` : ''}`,
    headers: method === 'GET' ? {} : { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    ...(method === 'GET' ? {} : { body: text }),
  });
}

async function codeFrom(service: Service, more: Record<string, string> = {}): Promise<string> {
  const reply = await page(service, 'POST', { ...install, hub_id: '7007', decision: 'allow', ...more });
  return new URL(reply.headers['location'] ?? '').searchParams.get('code') ?? '';
}

const exchange = (service: Service, code: string, more: Record<string, string> = {}) =>
  send(service, 'issueToken', {
    body: { grant_type: 'authorization_code', ...client, code, redirect_uri: redirect, ...more },
  });

describe('the install address', () => {
  it('shows account and scopes, escapes every text, and has a strict policy', async () => {
    const { service } = await withApp();
    const reply = await page(service, 'GET', install);
    expect(reply.status).toBe(200);
    expect(reply.body).toContain('<option value="7007">7007 (seven.example)</option>');
    expect(reply.body).toContain('<option value="1001">');
    expect(reply.body).toContain('<li><code>crm.schemas.contacts.read</code></li>');
    expect(reply.body).toContain('name="granted" value="timeline"');
    expect(reply.body).not.toContain('name="granted" value="crm.schemas.deals.read"');
    expect(reply.body).toContain('name="state" value="x&amp;y=&lt;1&gt;"');
    expect(reply.headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self' https:\/\/shop\.test; base-uri 'none'; frame-ancestors 'none'$/,
    );
  });

  it('takes the spelling of the scope members without s', async () => {
    const { service } = await withApp();
    const { scopes, optional_scopes, ...rest } = install;
    const reply = await page(service, 'GET', { ...rest, scope: scopes, optional_scope: optional_scopes });
    expect(reply.body).toContain('<li><code>crm.schemas.contacts.read</code></li>');
    expect(reply.body).toContain('name="granted" value="timeline"');
  });

  it('offers only the account that its path names', async () => {
    const { service } = await withApp();
    const reply = await page(service, 'GET', install, '/oauth/7007/authorize');
    expect(reply.body).toContain('<option value="7007">');
    expect(reply.body).not.toContain('<option value="1001">');
    expect((await page(service, 'GET', install, '/oauth/99/authorize')).status).toBe(400);
  });

  it.each([
    ['an unknown client', { client_id: 'who' }],
    ['another redirect address', { redirect_uri: 'https://evil.test/callback' }],
    ['a redirect address that only begins like the app’s', { redirect_uri: `${redirect}&more=1` }],
    ['a script as redirect address', { redirect_uri: 'javascript:alert(1)' }],
    ['no scopes', { scopes: '' }],
    ['scopes that the app does not have', { scopes: 'tickets' }],
    ['a plain code challenge', { code_challenge: challenge, code_challenge_method: 'plain' }],
  ])('shows a page and sends nobody anywhere for %s', async (_, change) => {
    const { service } = await withApp();
    for (const method of ['GET', 'POST'] as const) {
      const reply = await page(service, method, { ...install, hub_id: '7007', decision: 'allow', ...change });
      expect([reply.status, reply.headers['location']]).toEqual([400, undefined]);
      expect(reply.body).toContain('Authorization failed');
    }
  });

  it('escapes the address on the page of a failure', async () => {
    const { service } = await withApp();
    const reply = await page(service, 'GET', { ...install, client_id: '<script>alert(1)</script>' });
    expect(reply.body).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(reply.body).not.toContain('<script>');
  });

  it('redirects a denial with error and state, and keeps the query of the address', async () => {
    const { service } = await withApp();
    const reply = await page(service, 'POST', { ...install, hub_id: '7007', decision: 'deny' });
    expect([reply.status, reply.headers['location']]).toEqual([
      302,
      'https://shop.test/callback?from=crm&error=access_denied&state=x%26y%3D%3C1%3E',
    ]);
  });

  it('refuses a form that another page sent', async () => {
    const { service } = await withApp();
    const form = { ...install, hub_id: '7007', decision: 'allow' };
    const reply = await page(service, 'POST', form, '/oauth/authorize', { origin: 'https://evil.test' });
    expect(reply.status).toBe(403);
  });

  const allow = async (service: Service, clientId: string, redirectUri: string) => {
    const given = { ...install, client_id: clientId, redirect_uri: redirectUri, hub_id: '1001', decision: 'allow' };
    const reply = await page(service, 'POST', given);
    return reply.headers['location']?.replace(/\?code=.*/, '');
  };

  it('takes for the development app what `auth login` sends, and no other address or port', async () => {
    const { service } = await withApp();
    const own = 'http://localhost:4011/callback';
    expect(await allow(service, 'trueup-dev', own)).toBe(own);
    for (const other of ['http://localhost:4012/callback', 'http://localhost/callback', `${own}/`]) {
      expect(await allow(service, 'trueup-dev', other), other).toBe(undefined);
    }
  });

  it('takes any port and path of http://localhost for an app that registered none', async () => {
    const { service } = await withApp();
    await service.addApp({ appId: 3002, clientId: 'any', clientSecret: 'any-secret' });
    for (const local of ['http://localhost/', 'http://localhost:49152/done']) {
      expect(await allow(service, 'any', local)).toBe(local);
    }
    for (const other of ['http://localhost.evil.test/', 'http://user@localhost/', 'http://localhost/#here']) {
      expect(await allow(service, 'any', other), other).toBe(undefined);
    }
  });

  it.each([
    'http://127.0.0.1:4011/callback',
    'http://[::1]:4011/callback',
    'http://shop.test/callback',
    'http://localhost.:4011/callback',
    'shop-app://callback',
  ])('refuses %s even where it is registered: only https, and http to localhost, are taken', async (address) => {
    const { service } = await withApp();
    await service.addApp({ appId: 3002, clientId: 'other', clientSecret: 'other-secret', redirectUris: [address] });
    const reply = await page(service, 'GET', { ...install, client_id: 'other', redirect_uri: address });
    expect(reply.status).toBe(400);
    expect(reply.body).toContain('It must be https, or http with the host localhost.');
  });
});

describe('a code', () => {
  it('turns once into tokens of the account, with the scopes that were granted', async () => {
    const { service } = await withApp();
    const code = await codeFrom(service, { granted: 'timeline' });
    const issued = await exchange(service, code);
    expect(issued.status).toBe(200);
    expect(issued.body).toEqual({
      token_use: 'access_token',
      token_type: 'bearer',
      access_token: expect.stringMatching(/^access-/),
      refresh_token: expect.stringMatching(/^refresh-/),
      expires_in: 1800,
      id_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      hub_id: 7007,
      scopes: ['oauth', 'crm.schemas.contacts.read', 'timeline'],
      user_id: 50_007_007,
    });
    const again = await exchange(service, code);
    expect([again.status, again.body]).toEqual([
      400,
      { status: 'BAD_AUTH_CODE', message: 'missing or unknown auth code', correlationId: expect.any(String) },
    ]);
  });

  it('leaves out the optional scopes that the person left out', async () => {
    const { service } = await withApp();
    const { body } = await exchange(service, await codeFrom(service));
    expect(body.scopes).toEqual(['oauth', 'crm.schemas.contacts.read']);
  });

  it('lives 600 seconds', async () => {
    const { service, clock } = await withApp();
    const code = await codeFrom(service);
    clock.advance(600_000);
    expect((await exchange(service, code)).body.status).toBe('EXPIRED_AUTH_CODE');
  });

  it.each([
    ['another redirect address', { redirect_uri: 'https://shop.test/callback' }, 'MISMATCH_REDIRECT_URI'],
    ['a wrong secret', { client_secret: 'wrong' }, 'BAD_CLIENT_SECRET'],
    ['an unknown client', { client_id: 'who' }, 'BAD_CLIENT_ID'],
    ['another app', { client_id: 'trueup-dev', client_secret: 'trueup-dev-secret' }, 'BAD_AUTH_CODE'],
    ['an unknown grant type', { grant_type: 'password' }, 'BAD_GRANT_TYPE'],
  ])('is refused with %s and stays usable', async (_, change, status) => {
    const { service } = await withApp();
    const code = await codeFrom(service);
    const refused = await exchange(service, code, change);
    expect([refused.status, refused.body.status]).toEqual([400, status]);
    expect((await exchange(service, code)).status).toBe(200);
  });

  it('asked for with a code challenge needs its verifier', async () => {
    const { service } = await withApp();
    const code = await codeFrom(service, { code_challenge: challenge, code_challenge_method: 'S256' });
    expect((await exchange(service, code)).body.status).toBe('BAD_CODE_VERIFIER');
    expect((await exchange(service, code, { code_verifier: `${verifier}x` })).body.status).toBe('BAD_CODE_VERIFIER');
    expect((await exchange(service, code, { code_verifier: verifier })).status).toBe(200);
  });
});

describe('a refresh token', () => {
  const refresh = (service: Service, refresh_token: string, more: Record<string, string> = {}) =>
    send(service, 'issueToken', { body: { grant_type: 'refresh_token', ...client, refresh_token, ...more } });

  it('gives new access tokens, stays the same, and leaves earlier access tokens valid', async () => {
    const { service } = await withApp();
    const first = (await exchange(service, await codeFrom(service))).body;
    const second = (await refresh(service, first.refresh_token)).body;
    expect(second.refresh_token).toBe(first.refresh_token);
    expect(second.access_token).not.toBe(first.access_token);
    for (const token of [first.access_token, second.access_token]) {
      expect((await send(service, 'listProperties', { params: { object_type: 'contacts' }, token })).status).toBe(200);
    }
  });

  it('can ask for fewer scopes, never for more', async () => {
    const { service } = await withApp();
    const { refresh_token } = (await exchange(service, await codeFrom(service))).body;
    expect((await refresh(service, refresh_token, { scope: 'oauth' })).body.scopes).toEqual(['oauth']);
    expect((await refresh(service, refresh_token, { scope: 'tickets' })).body.status).toBe('BAD_SCOPE');
  });

  it('once deleted gives nothing more, while access tokens stay valid (interface 3 rule 3)', async () => {
    const { service } = await withApp();
    const { access_token, refresh_token } = (await exchange(service, await codeFrom(service))).body;
    expect((await send(service, 'deleteRefreshToken', { params: { token: refresh_token } })).status).toBe(204);
    const refused = await refresh(service, refresh_token);
    expect([refused.status, refused.body.status]).toEqual([400, 'BAD_REFRESH_TOKEN']);
    expect(
      (await send(service, 'listProperties', { params: { object_type: 'contacts' }, token: access_token })).status,
    ).toBe(200);
    expect((await send(service, 'deleteRefreshToken', { params: { token: refresh_token } })).status).toBe(404);
  });

  it('is refused if another app uses it', async () => {
    const { service } = await withApp();
    const refused = await refresh(service, service.development.refreshToken);
    expect(refused.body.status).toBe('BAD_REFRESH_TOKEN');
  });
});

describe('an access token', () => {
  it('has its account, app, user and scopes (interface 2.2)', async () => {
    const { service, clock } = await aService();
    clock.advance(1000);
    const token = 'told';
    await service.issueToken({
      hubId: 1001,
      appId: 2001,
      userId: 42,
      scopes: ['oauth', 'timeline'],
      accessToken: token,
    });
    clock.advance(1500);
    const { body } = await send(service, 'readAccessToken', { params: { token } });
    const signature = body.signed_access_token.signature;
    expect(signature).toMatch(/^[\w-]{43}$/);
    expect(body).toEqual({
      token,
      user: 'user-42@dev-1001.example',
      hub_domain: 'dev-1001.example',
      scopes: ['oauth', 'timeline'],
      signed_access_token: {
        expiresAt: START + 1000 + 1_800_000,
        scopes: Buffer.from('oauth timeline').toString('base64'),
        hubId: 1001,
        userId: 42,
        appId: 2001,
        signature,
        scopeToScopeGroupPks: '',
        newSignature: signature,
        hublet: 'na1',
        trialScopes: '',
        trialScopeToScopeGroupPks: '',
        isUserLevel: false,
      },
      hub_id: 1001,
      app_id: 2001,
      expires_in: 1798,
      user_id: 42,
      token_type: 'access',
    });
    expect((await send(service, 'readAccessToken', { params: { token: 'unknown' } })).status).toBe(404);
  });

  it('runs out after 1800 seconds, and says since when', async () => {
    const { service, clock } = await aService();
    const { accessToken: token } = await service.issueToken({ hubId: 1001, appId: 2001 });
    clock.advance(1_799_999);
    expect((await send(service, 'listCompanyProperties', { token })).status).toBe(200);
    clock.advance(61_001);
    const refused = await send(service, 'listCompanyProperties', { token });
    expect([refused.status, refused.body]).toEqual([
      401,
      {
        status: 'error',
        message: 'The OAuth token used to make this call expired 61 second(s) ago.',
        correlationId: expect.any(String),
        category: 'EXPIRED_AUTHENTICATION',
        context: { 'expire time': [new Date(START + 1_800_000).toISOString()] },
      },
    ]);
    expect((await send(service, 'readAccessToken', { params: { token } })).status).toBe(401);
  });

  it('has every scope if it is the development token', async () => {
    const { service } = await aService();
    const { body } = await send(service, 'readAccessToken', { params: { token: 'trueup-dev-token' } });
    expect(body.scopes).toEqual(KNOWN_SCOPES);
  });
});
