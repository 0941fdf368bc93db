/**
 * Tests the replies of a token endpoint and failures of the database at that moment. Only a refused token revokes an
 * installation.
 */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TokenForm } from '../../../src/contract/oauth.ts';
import { DatabaseError } from '../../../src/fleet/database/database.ts';
import type { Database } from '../../../src/fleet/index.ts';
import { BACKENDS, type Backend, backend } from '../databases.ts';
import { watched } from '../ledger/watched.ts';
import { APP, aWorld, FIRST, type Installing } from './world.ts';

const HUB = 1001;

describe.each(BACKENDS)('a token that is refused, on %s', (name) => {
  let place: Backend;
  beforeAll(async () => {
    place = await backend(name);
  });
  afterAll(() => place.close());

  /** Starts with an account. `answer` replaces the reply of the token endpoint. */
  const start = async (answer?: Installing['answer'], database?: Database) => {
    const { known, grant, ...world } = await aWorld(database ?? (await place.database()), { hubIds: [HUB], answer });
    const state = async () => (await known.find(HUB))?.state;
    const tokens = (changes: object = {}) => world.tokens(changes)(HUB);
    return { known, tokens, state, revoked: () => world.revokeAt(HUB), grant: () => grant(HUB) };
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
    const { known, tokens, grant, revoked, state } = await start();
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
    const newer = { hubId: HUB, appId: APP, refreshToken: await grant(), scopes: ['oauth'] };
    expect((await known.installed(newer, { keepsTokens: true })).state).toBe('paused');
    expect((await known.resumed(HUB)).state).toBe('active');
    await expect(tokens()(FIRST)).resolves.toEqual(expect.any(String));
  });

  it.each(['full', 'read-only', 'refused'] as const)(
    'is never a token that the service replaced while the database was %s',
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
