/** Tokens, as the vendor's client calls them. */

import { expect, it } from 'vitest';
import { type Given, has, run, type Steps } from './steps.ts';

export function oauth(given: () => Given): void {
  it('OAuth', async () => {
    const { accessTokensApi, refreshTokensApi, tokensApi } = given().client.oauth;
    const { clientId, clientSecret, refreshToken } = given().service.development;
    const grant = has({ accessToken: expect.any(String), refreshToken, tokenType: 'bearer', expiresIn: 1800 });
    const refresh = ['refresh_token', undefined, undefined, clientId, clientSecret, refreshToken] as const;
    const tokens: Steps<typeof tokensApi> = { create: [(api) => api.create(...refresh), grant] };
    await run(tokensApi, tokens);
    const { accessToken } = await tokensApi.create(...refresh);
    const info = has({ token: accessToken, hubId: 1001, appId: 2001, scopes: expect.any(Array) });
    const access: Steps<typeof accessTokensApi> = { get: [(api) => api.get(accessToken), info] };
    await run(accessTokensApi, access);
    const of = { token: refreshToken, hubId: 1001, clientId, scopes: expect.any(Array), tokenType: 'refresh' };
    const refreshing: Steps<typeof refreshTokensApi> = {
      get: [(api) => api.get(refreshToken), has(of)],
      archive: [(api) => api.archive(refreshToken), undefined],
    };
    await run(refreshTokensApi, refreshing);
    await expect(refreshTokensApi.get(refreshToken)).rejects.toMatchObject({ code: 404 });
  });
}
