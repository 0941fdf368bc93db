import { describe, expect, it } from 'vitest';
import { createClient, refreshingToken, staticToken, type TokenSource } from '../../src/client/index.ts';
import type { ApiCall } from '../../src/contract/calls.ts';
import type { TokenForm, TokenGrant } from '../../src/contract/oauth.ts';
import { secret } from '../../src/contract/secret.ts';
import { ApiError, mayHaveHappened } from '../../src/errors.ts';
import { fakeClock } from './fake-clock.ts';
import { type Answering, failing, fakeTransport, json, PROPERTY, refusal } from './fake-transport.ts';

const READ: ApiCall = { endpoint: 'listProperties', params: { object_type: 'contacts' } };
const CREATE: ApiCall = { endpoint: 'createProperty', params: { object_type: 'contacts' }, body: PROPERTY };
const EXPIRED = json(
  401,
  refusal('EXPIRED_AUTHENTICATION', 'The OAuth token used to make this call expired 9 second(s) ago.'),
);

function grant(access: string, expiresIn = 1800): TokenGrant {
  return { token_type: 'bearer', access_token: access, refresh_token: 'refresh-1', expires_in: expiresIn };
}

/** Returns a source of tokens access-1, access-2, ... that needs a second per token. */
function issuing(expiresIn = 1800) {
  const clock = fakeClock();
  const forms: TokenForm[] = [];
  const tokens = refreshingToken({
    clientId: 'client-1',
    clientSecret: secret('hush-hush'),
    refreshToken: secret('refresh-1'),
    clock,
    issue: async (form) => {
      forms.push(form);
      await clock.sleep(1_000);
      return grant(`access-${forms.length}`, expiresIn);
    },
  });
  return { clock, forms, tokens };
}

function clientWith(script: Answering, tokens: TokenSource | undefined, clock = fakeClock()) {
  const transport = fakeTransport(script);
  const client = createClient({ baseUrl: 'https://api.test', transport, clock, ...(tokens && { tokens }) });
  return { transport, clock, send: (call: ApiCall) => clock.run(client.send(call)), client };
}

/** Refuses every token but those given. */
function accepting(...good: readonly string[]): Answering {
  return (request) =>
    good.includes(request.headers['authorization'] ?? '')
      ? json(request.method === 'GET' ? 200 : 201, request.method === 'GET' ? [] : PROPERTY)
      : EXPIRED;
}

describe('authorize', () => {
  it('sends the token as a bearer header, and none to the token endpoints', async () => {
    const { send, transport } = clientWith(
      (request) => json(200, request.url.endsWith('/properties') ? [] : grant('access-1')),
      staticToken(secret('token-1')),
    );
    await send(READ);
    await send({ endpoint: 'issueToken', params: {}, body: { grant_type: 'refresh_token' } });
    expect(transport.requests.map(({ headers }) => headers['authorization'])).toEqual(['Bearer token-1', undefined]);
  });

  it.each(['<h1>Log in</h1>', '', '{"error":"unauthorized"}'])(
    'leaves a create open after a 401 from another source: %j',
    async (body) => {
      const { clock, forms, tokens } = issuing();
      const { send, transport } = clientWith(() => ({ status: 401, headers: {}, body }), tokens, clock);
      const error = await send(CREATE).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ name: 'ApiError', status: 401, inDoubt: true });
      expect([transport.requests.length, forms.length]).toEqual([1, 1]);
    },
  );

  it('leaves a create open if the second 401 comes from another source', async () => {
    const { clock, tokens } = issuing();
    const { send } = clientWith((_, index) => (index === 0 ? EXPIRED : json(401, {})), tokens, clock);
    await expect(send(CREATE)).rejects.toMatchObject({ name: 'ApiError', status: 401, attempts: 2, inDoubt: true });
  });

  it('renews the token of a read after a 401 from any source', async () => {
    const { clock, tokens } = issuing();
    const { send } = clientWith((_, index) => json(index === 0 ? 401 : 200, []), tokens, clock);
    expect((await send(READ)).attempts).toBe(2);
  });

  it('gets one new token after a 401 and repeats any class of endpoint once', async () => {
    const { clock, forms, tokens } = issuing();
    const { send, transport } = clientWith(accepting('Bearer access-2'), tokens, clock);
    expect((await send(CREATE)).attempts).toBe(2);
    expect(transport.requests).toHaveLength(2);
    expect(forms).toHaveLength(2);
  });

  it('makes one refresh out of fifty requests refused at once', async () => {
    const { clock, forms, tokens } = issuing();
    const { client, transport } = clientWith(accepting('Bearer access-2'), tokens, clock);
    const answers = await clock.run(Promise.all(Array.from({ length: 50 }, () => client.send(READ))));
    expect(answers).toHaveLength(50);
    expect(forms).toHaveLength(2);
    expect(transport.requests.filter(({ headers }) => headers['authorization'] === 'Bearer access-2')).toHaveLength(50);
  });

  it('renews the token a minute before it ends, once for all who ask', async () => {
    const { clock, forms, tokens } = issuing();
    const ask = async () => (await clock.run(tokens.token())).reveal();
    expect(await ask()).toBe('access-1');
    await clock.run(clock.sleep(1_738_999));
    expect(await ask()).toBe('access-1');
    await clock.run(clock.sleep(1));
    const both = await clock.run(Promise.all([tokens.token(), tokens.token()]));
    expect(both.map((token) => token.reveal())).toEqual(['access-2', 'access-2']);
    expect(forms[1]).toEqual({
      grant_type: 'refresh_token',
      client_id: 'client-1',
      client_secret: 'hush-hush',
      refresh_token: 'refresh-1',
    });
  });

  it('renews the token in its time, wherever the clock of the wall is set', async () => {
    const time = fakeClock();
    let shift = 0;
    let issued = 0;
    const tokens = refreshingToken({
      clientId: 'client-1',
      clientSecret: secret('hush-hush'),
      refreshToken: secret('refresh-1'),
      clock: { ...time, now: () => time.now() + shift },
      issue: async () => {
        issued += 1;
        return grant(`access-${issued}`);
      },
    });
    await tokens.token();
    shift = 86_400_000;
    await tokens.token();
    expect(issued).toBe(1);
    shift = -86_400_000;
    await time.run(time.sleep(1_740_000));
    await tokens.token();
    expect(issued).toBe(2);
  });

  it('tries again after a refresh that failed', async () => {
    const clock = fakeClock();
    let calls = 0;
    const tokens = refreshingToken({
      clientId: 'client-1',
      clientSecret: secret('hush-hush'),
      refreshToken: secret('refresh-1'),
      clock,
      issue: async () => {
        calls += 1;
        if (calls === 1) throw failing('maybe');
        return grant('access-1');
      },
    });
    const { send } = clientWith(accepting('Bearer access-1'), tokens, clock);
    const error = await send(CREATE).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'AuthError', code: 'token-unavailable' });
    // The refresh may have happened; the create was never sent.
    expect(mayHaveHappened(error)).toBe(false);
    expect((await send(CREATE)).status).toBe(201);
  });

  it('uses a refresh token that was replaced', async () => {
    const clock = fakeClock();
    const used: (string | undefined)[] = [];
    const granted: TokenGrant[] = [];
    const tokens = refreshingToken({
      clientId: 'client-1',
      clientSecret: secret('hush-hush'),
      refreshToken: secret('refresh-1'),
      clock,
      issue: async (form) => {
        used.push(form.refresh_token);
        return { ...grant(`access-${used.length}`, 0), refresh_token: 'refresh-2' };
      },
      onGrant: (given) => granted.push(given),
    });
    await clock.run(tokens.token());
    await clock.run(tokens.token());
    expect(used).toEqual(['refresh-1', 'refresh-2']);
    expect(granted.map(({ refresh_token }) => refresh_token)).toEqual(['refresh-2', 'refresh-2']);
  });

  it('says why a refresh was refused', async () => {
    const clock = fakeClock();
    const issuer = createClient({
      baseUrl: 'https://api.test',
      clock,
      transport: fakeTransport([
        json(400, { status: 'BAD_REFRESH_TOKEN', message: 'missing or invalid refresh token' }),
      ]),
    });
    const tokens = refreshingToken({
      clientId: 'client-1',
      clientSecret: secret('hush-hush'),
      refreshToken: secret('refresh-1'),
      clock,
      issue: async (form) => (await issuer.call({ endpoint: 'issueToken', params: {}, body: form })).value,
    });
    await expect(clientWith(() => json(200, []), tokens, clock).send(READ)).rejects.toMatchObject({
      name: 'AuthError',
      code: 'refresh-refused',
      message:
        'The access token could not be renewed: issueToken was refused with 400: missing or invalid refresh token.',
      hint: 'The refresh token is deleted, mistyped or for another app: check it with the client id and secret, or log in again.',
    });
  });

  it.each([
    [
      EXPIRED,
      'The token has expired: pass a new token, or a client id, a client secret and a refresh token to renew it.',
    ],
    [
      json(401, refusal('INVALID_AUTHENTICATION')),
      'The token is revoked, mistyped or for another base URL than https://api.test.',
    ],
  ])('explains a token that stays refused (%#)', async (reply, hint) => {
    const { send, transport } = clientWith(() => reply, staticToken(secret('token-1')));
    const error = await send(CREATE).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'AuthError', code: 'token-refused', hint, cause: expect.any(ApiError) });
    expect(transport.requests).toHaveLength(1);
  });

  it('gives up when the new token is refused too', async () => {
    const { clock, forms, tokens } = issuing();
    const { send, transport } = clientWith(() => EXPIRED, tokens, clock);
    await expect(send(READ)).rejects.toMatchObject({ code: 'token-refused' });
    expect([transport.requests.length, forms.length]).toEqual([2, 2]);
  });

  it.each(['', 'abc\n', 'a b', 'tokén'])('refuses a token that no header can carry: %j', async (text) => {
    const { send, transport } = clientWith(() => json(200, []), staticToken(secret(text)));
    await expect(send(READ)).rejects.toMatchObject({ name: 'AuthError', code: 'token-malformed' });
    expect(transport.requests).toEqual([]);
  });

  it('says that a token is missing before anything is sent', async () => {
    const { send, transport } = clientWith(() => json(200, []), undefined);
    await expect(send(READ)).rejects.toMatchObject({ name: 'AuthError', code: 'token-missing' });
    expect(transport.requests).toEqual([]);
  });

  it('does not keep a caller waiting for a token after it gave up', async () => {
    const { clock, tokens } = issuing();
    const { client } = clientWith(() => json(200, []), tokens, clock);
    const control = new AbortController();
    void clock.sleep(10).then(() => control.abort());
    await expect(clock.run(client.send(READ, { signal: control.signal }))).rejects.toMatchObject({
      code: 'aborted',
      sent: 'no',
    });
    expect(clock.elapsed()).toBe(10);
  });

  it.each([
    'http://api.test',
    'http://127.0.0.1.evil.test',
    'http://localhost.evil.test',
    'http://[::2]',
    'http://10.0.0.1',
  ])('refuses a base URL that a token may not travel to: %s', (baseUrl) => {
    const make = () => createClient({ baseUrl, clock: fakeClock(), transport: fakeTransport([json(200, [])]) });
    expect(make).toThrow(expect.objectContaining({ name: 'TransportError', code: 'insecure-address', sent: 'no' }));
  });

  it.each([
    'http://127.0.0.1:4010',
    'http://127.9.9.9',
    'http://[::1]:4010',
    'http://localhost:4010/',
    'https://api.test/prefix/',
  ])('takes a base URL that a token may travel to: %s', async (baseUrl) => {
    const clock = fakeClock();
    const transport = fakeTransport([json(200, [])]);
    const client = createClient({ baseUrl, clock, transport, tokens: staticToken(secret('token-1')) });
    await clock.run(client.send(READ));
    expect(transport.requests[0]?.url).toBe(`${baseUrl.replace(/\/$/, '')}/properties/v2/contacts/properties`);
  });

  it.each(['api.test', 'ftp://api.test', 'https://user:pass@api.test', 'https://api.test?x=1'])(
    'refuses %s as a base URL',
    (baseUrl) => {
      const make = () => createClient({ baseUrl, clock: fakeClock(), transport: fakeTransport([]) });
      expect(make).toThrow(expect.objectContaining({ name: 'UsageError', code: 'base-url-invalid' }));
    },
  );
});
