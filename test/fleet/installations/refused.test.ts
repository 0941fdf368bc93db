/** What a token endpoint may answer, and what a database does in that moment: only a refusal of the token itself revokes, and no grant is lost. */

import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createClient, revoke, secret, systemClock, tokenIssuer } from '../../../src/client/index.ts';
import type { HttpReply, HttpRequest } from '../../../src/contract/http.ts';
import type { TokenForm } from '../../../src/contract/oauth.ts';
import { DatabaseError } from '../../../src/fleet/database/database.ts';
import { accountTokens, type Database, environmentKeys, installations } from '../../../src/fleet/index.ts';
import { createService } from '../../../src/service/index.ts';
import { BACKENDS, type Backend, backend } from '../databases.ts';
import { watched } from '../ledger/watched.ts';

const HUB = 1001;
const APP = '2001';
const FIRST = { rejected: false };

describe.each(BACKENDS)('a token that is refused, on %s', (name) => {
  let place: Backend;
  beforeAll(async () => {
    place = await backend(name);
  });
  afterAll(() => place.close());

  /** One account over an embedded service; `answer` stands in for its token endpoint while it is set. */
  const start = async (answer?: Omit<HttpReply, 'headers'>, database?: Database) => {
    const fleet = database ?? (await place.database());
    const service = await createService();
    onTestFinished(() => service.close());
    const send = async (request: HttpRequest) =>
      answer !== undefined && /token/.test(request.url)
        ? { ...answer, headers: { 'content-type': 'application/json' } }
        : service.transport.send(request, { timeoutMs: 10_000 });
    const transport = { send, close: async () => undefined };
    const client = createClient({ baseUrl: 'https://service.example', transport, clock: systemClock });
    const { clientId, clientSecret } = service.development;
    const keys = environmentKeys({ TRUEUP_FLEET_KEYS: `one:${randomBytes(32).toString('base64')}` });
    const known = installations({ database: fleet, keys });
    await service.addAccount({ hubId: HUB });
    const grant = async () => (await service.issueToken({ hubId: HUB, appId: Number(APP) })).refreshToken;
    const refreshToken = await grant();
    const installed = async (token: string, how = {}) =>
      known.installed({ hubId: HUB, appId: APP, refreshToken: token, scopes: ['oauth'] }, how);
    await installed(refreshToken);
    const parts = { database: fleet, keys, clock: systemClock, newId: randomUUID };
    const apps = { [APP]: { clientId, clientSecret: secret(clientSecret) } };
    const issue = tokenIssuer(client);
    const tokens = (changes: object = {}) => accountTokens({ ...parts, apps, issue, ...changes })(HUB);
    const revoked = () => revoke(client, secret(refreshToken), { app: apps[APP] });
    const state = async () => (await known.find(HUB))?.state;
    return { known, tokens, installed, grant, revoked, state };
  };

  it.each([
    ['its code on the documented surface', 400, { status: 'BAD_REFRESH_TOKEN', message: 'no' }],
    ['the code of OAuth', 400, { error: 'invalid_grant', error_description: 'no' }],
    ['words with a code that says no more', 400, { category: 'VALIDATION_ERROR', message: 'Invalid refresh token' }],
    ['words without a code', 401, { message: 'The refresh token has expired.' }],
  ])('revokes the installation: %s', async (_, status, body) => {
    const { tokens, state } = await start({ status, body: JSON.stringify(body) });
    await expect(tokens()(FIRST)).rejects.toMatchObject({ code: 'installation-revoked' });
    expect(await state()).toBe('revoked');
  });

  const GRANT_TYPE = 'The client is not authorized to use the grant type refresh_token.';
  const REFUSED = 'missing or invalid refresh token';
  it.each([
    ['a client that may not', 400, { error: 'unauthorized_client', error_description: GRANT_TYPE }],
    ['a client that is not known, in the words of a token', 401, { error: 'invalid_client', message: REFUSED }],
    ['a wrong secret', 400, { status: 'BAD_CLIENT_SECRET', message: 'invalid client secret for refresh token' }],
    ['a filter', 403, { message: 'The refresh token endpoint is not reachable from this address.' }],
    ['an app that is suspended', 401, { message: 'The app is suspended; no refresh token can be used' }],
    ['a form', 400, { category: 'VALIDATION_ERROR', message: 'The secret is missing, a refresh token is not.' }],
    ['what only mentions one', 400, { message: 'Invalid refresh token request' }],
  ])('leaves the installation as it is where the refusal is not of the token: %s', async (_, status, body) => {
    const { tokens, state } = await start({ status, body: JSON.stringify(body) });
    await expect(tokens()(FIRST)).rejects.toMatchObject({ code: `api-${status}` });
    expect(await state()).toBe('active');
  });

  it('leaves a pause to the person who made it, and is told when that ends', async () => {
    const { known, tokens, installed, grant, revoked, state } = await start();
    await revoked();
    await known.paused(HUB);
    await expect(tokens()(FIRST)).rejects.toMatchObject({ code: 'installation-revoked' });
    expect(await state()).toBe('paused');
    expect((await known.resumed(HUB)).state).toBe('revoked');
    expect((await known.paused(HUB)).state).toBe('paused');
    expect((await known.resumed(HUB)).state).toBe('revoked');
    expect((await known.resumed(HUB)).state).toBe('active');
    await known.paused(HUB);
    await expect(tokens()(FIRST)).rejects.toMatchObject({ code: 'installation-revoked' });
    // A list has a newer token than one that was refused.
    expect((await installed(await grant(), { keepsTokens: true })).state).toBe('paused');
    expect((await known.resumed(HUB)).state).toBe('active');
    await expect(tokens()(FIRST)).resolves.toEqual(expect.any(String));
  });

  it.each(['full', 'read-only', 'refused'] as const)(
    'is never one that the service replaced, although the database is %s for a moment',
    async (trouble) => {
      let failing = 2;
      const shaky = watched(await place.database(), async ({ text, send }) => {
        if (!text.includes('access_sealed = ?, refreshing = null') || failing === 0) return send();
        failing -= 1;
        throw new DatabaseError('database-failing', 'It fails.', { hint: 'Wait.', trouble, state: undefined });
      });
      const { tokens, state } = await start(undefined, shaky);
      const given: string[] = [];
      const rotating = async ({ refresh_token: token = '' }: TokenForm) => {
        expect(given).not.toContain(token);
        given.push(token);
        const next = String(given.length);
        return { token_type: 'bearer', access_token: `access-${next}`, refresh_token: next, expires_in: 1800 };
      };
      const fetchToken = tokens({ issue: rotating });
      expect(await fetchToken(FIRST)).toBe('access-1');
      expect([await fetchToken({ rejected: true }), failing, await state()]).toEqual(['access-2', 0, 'active']);
    },
  );
});
