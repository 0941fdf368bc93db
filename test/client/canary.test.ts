import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import {
  createClient,
  type Exchange,
  exchangeCode,
  metadata,
  refresh,
  refreshingToken,
  revoke,
  staticToken,
} from '../../src/client/index.ts';
import type { HttpReply, HttpRequest } from '../../src/contract/http.ts';
import { secret } from '../../src/contract/secret.ts';
import { TransportError, TrueupError } from '../../src/errors.ts';
import { fakeClock } from './fake-clock.ts';
import { fakeTransport, json, PROPERTY } from './fake-transport.ts';

const CANARIES = [
  'CANARY-access/1+a',
  'CANARY-refresh/2+b',
  'CANARY-client/3+c',
  'CANARY-code/4+d',
  'CANARY-verifier/5+e',
  'CANARY-asked-about/6+f',
] as const;
const ACCESS = secret(CANARIES[0]);
const REFRESH = secret(CANARIES[1]);
const CLIENT = secret(CANARIES[2]);
const CODE = secret(CANARIES[3]);
const VERIFIER = secret(CANARIES[4]);
const ASKED_ABOUT = secret(CANARIES[5]);

/** Everything of the request, as a careless service would repeat it. */
function echo({ url, headers, body }: HttpRequest): string {
  return `${decodeURIComponent(url)} ${url} ${headers['authorization']} ${decodeURIComponent(body ?? '')} ${body}`;
}

const REPLIES: Readonly<Record<string, (request: HttpRequest) => HttpReply | Error>> = {
  'a refusal that repeats the request': (request) =>
    json(400, {
      status: 'error',
      message: echo(request),
      category: echo(request),
      errors: [{ message: echo(request) }],
    }),
  'a refusal that repeats it in nested JSON': (request) =>
    json(400, { message: JSON.stringify({ message: echo(request) }) }),
  'a refused token': (request) => json(401, { message: echo(request), category: 'EXPIRED_AUTHENTICATION' }),
  'a missing scope': (request) => json(403, { message: 'No.', context: { requiredScopes: [echo(request)] } }),
  'a page': (request) => ({
    status: 502,
    headers: { 'x-hubspot-correlation-id': echo(request) },
    body: `<title>${echo(request)}</title>`,
  }),
  'a reply that is no JSON': (request) => ({
    status: 200,
    headers: { 'content-type': echo(request) },
    body: `<title>${echo(request)}</title>`,
  }),
  'a reply that breaks the contract': (request) =>
    json(200, { name: 5, tokens: echo(request), expires_in: echo(request) }),
  'a transport that fails in its own way': (request) => new Error(echo(request)),
  'a transport whose failure carries the request': (request) =>
    new TransportError('lost', echo(request), {
      sent: 'maybe',
      hint: echo(request),
      cause: Object.assign(new Error(echo(request)), { config: request }),
    }),
};

/** Every text a person or a log could see of an error, causes included. */
function shownOf(error: unknown): string {
  const chain: unknown[] = [];
  for (let at = error; at !== undefined && at !== null; at = at instanceof Error ? at.cause : undefined) chain.push(at);
  return chain
    .flatMap((link) => [
      inspect(link, { depth: 10, showHidden: true }),
      JSON.stringify(link),
      String(link),
      ...(link instanceof Error ? [link.stack, link.message] : []),
      ...(link instanceof TrueupError ? [link.hint] : []),
    ])
    .join('\n');
}

describe('secrets', () => {
  const app = { clientId: 'client-1', clientSecret: CLIENT };

  it.each(Object.entries(REPLIES))('never show in errors or exchange events after %s', async (_, answer) => {
    const clock = fakeClock();
    const exchanges: Exchange[] = [];
    const seen: string[] = [];
    const transport = fakeTransport((request) => {
      seen.push(echo(request));
      return answer(request);
    });
    const shared = {
      baseUrl: 'https://api.test',
      transport,
      clock,
      maxAttempts: 2,
      onExchange: (one: Exchange) => exchanges.push(one),
    };
    const client = createClient({ ...shared, tokens: staticToken(ACCESS) });
    const renewing = createClient({
      ...shared,
      tokens: refreshingToken({
        ...app,
        refreshToken: REFRESH,
        clock,
        issue: async (form) => (await client.call({ endpoint: 'issueToken', params: {}, body: form })).value,
      }),
    });
    const read = { endpoint: 'listProperties', params: { object_type: 'contacts' } } as const;
    const calls: readonly (() => Promise<unknown>)[] = [
      () => client.send(read),
      () => client.send({ endpoint: 'createProperty', params: { object_type: 'contacts' }, body: PROPERTY }),
      () => renewing.send(read),
      () => exchangeCode(client, { ...app, code: CODE, redirectUri: 'http://localhost/', codeVerifier: VERIFIER }),
      () => refresh(client, { ...app, refreshToken: REFRESH }),
      () => metadata(client, ACCESS),
      () => client.call({ endpoint: 'readTokenInfo', params: {}, body: { tokenKey: ASKED_ABOUT.reveal() } }),
    ];
    const errors: unknown[] = [];
    for (const call of calls)
      await clock.run(Promise.resolve().then(call)).catch((error: unknown) => errors.push(error));
    await clock.run(revoke(client, REFRESH, { surface: 'documented' })).catch((error: unknown) => errors.push(error));

    expect(errors.length).toBeGreaterThanOrEqual(calls.length);
    expect(CANARIES.filter((canary) => !seen.join('').includes(canary))).toEqual([]);
    const shown = [...errors.map(shownOf), JSON.stringify(exchanges), inspect(exchanges, { depth: 10 })].join('\n');
    expect(shown).not.toMatch(/CANARY/);
  });

  it('show as [secret] in the path of an exchange event, which holds only its facts', async () => {
    const clock = fakeClock();
    const exchanges: Exchange[] = [];
    const transport = fakeTransport([{ status: 204, headers: { 'x-hubspot-correlation-id': 'c-1' }, body: '' }]);
    const client = createClient({
      baseUrl: 'https://api.test',
      transport,
      clock,
      onExchange: (one) => exchanges.push(one),
    });
    await clock.run(revoke(client, REFRESH, { surface: 'documented' }));
    expect(exchanges).toEqual([
      {
        endpoint: 'deleteRefreshToken',
        method: 'DELETE',
        path: '/oauth/v1/refresh-tokens/[secret]',
        status: 204,
        failure: undefined,
        call: '1',
        attempt: 1,
        startedAt: Date.UTC(2026, 0, 1),
        endedAt: Date.UTC(2026, 0, 1),
        ms: 0,
        correlationId: 'c-1',
      },
    ]);
  });

  it('stay out of a call whose listener throws, and the call goes on', async () => {
    const clock = fakeClock();
    const client = createClient({
      baseUrl: 'https://api.test',
      transport: fakeTransport([json(200, [])]),
      clock,
      tokens: staticToken(ACCESS),
      onExchange: () => {
        throw new Error('full disk');
      },
    });
    expect((await clock.run(client.send({ endpoint: 'listCompanyProperties', params: {} }))).status).toBe(200);
  });
});
