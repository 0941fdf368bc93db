/** The development account, app and tokens of every service, so that it can be tried immediately. */

import { findRow } from '../store/rows.ts';
import { addAccount, issueToken, type Registry } from './accounts.ts';
import { plant } from './plant.ts';
import type { Seed } from './seed.ts';

export const DEVELOPMENT = {
  hubId: 1001,
  appId: 2001,
  clientId: 'trueup-dev',
  clientSecret: 'trueup-dev-secret',
  accessToken: 'trueup-dev-token',
  refreshToken: 'trueup-dev-refresh',
  privateAppToken: 'pat-na1-trueup-dev',
  privateAppTokenEu1: 'pat-eu1-trueup-dev',
  developerKey: 'trueup-dev-developer-key',
} as const;

/** The well-known access token must outlive a day of trying; a token that runs out is had from the token endpoint. */
const TEN_YEARS = 10 * 365 * 24 * 3600;

/** Default redirect address of `trueup auth login`. */
const REDIRECT_URIS = ['http://localhost:4011/callback'];

const SEED: Seed = {
  accounts: [
    {
      hubId: DEVELOPMENT.hubId,
      privateAppTokens: [{ token: DEVELOPMENT.privateAppToken }, { token: DEVELOPMENT.privateAppTokenEu1 }],
      objectTypes: [{ id: '2-3451', name: 'memberships' }],
      eventDefinitions: [{ name: 'order_placed', label: 'Order placed' }],
    },
  ],
  apps: [
    {
      appId: DEVELOPMENT.appId,
      clientId: DEVELOPMENT.clientId,
      clientSecret: DEVELOPMENT.clientSecret,
      redirectUris: REDIRECT_URIS,
      developerKey: DEVELOPMENT.developerKey,
      eventTemplates: [
        { id: 'template-1', objectType: 'contacts' },
        { id: 'template-2', objectType: 'companies' },
        { id: 'template-3', objectType: 'deals' },
        { id: 'template-4', objectType: 'tickets' },
      ],
    },
  ],
};

/** Adds the development account once per store: a person may have changed it since. */
export async function plantDevelopment(registry: Registry): Promise<void> {
  if ((await findRow(registry.db, 'apps', { app_id: DEVELOPMENT.appId })) !== undefined) return;
  const { hubId, appId, accessToken, refreshToken } = DEVELOPMENT;
  await addAccount(registry, { hubId, domain: 'dev-1001.example', accountType: 'DEVELOPER_TEST' });
  await plant(registry, SEED);
  await issueToken(registry, { hubId, appId, accessToken, refreshToken, expiresInSeconds: TEN_YEARS });
}
