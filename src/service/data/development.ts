/** The development account, app and tokens of every service, so that it can be tried immediately. */

import { findApp } from '../store/apps.ts';
import { insertDeveloperKey } from '../store/developer-keys.ts';
import { hashOf } from '../store/tokens.ts';
import { addAccount, issueToken, plant, type Registry } from './accounts.ts';
import { plantPrivateAppToken } from './private-apps.ts';
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

/** What `trueup auth login` sends unless it is given another port. */
const REDIRECT_URIS = ['http://localhost:4011/callback'];

const SEED: Seed = {
  accounts: [
    {
      hubId: DEVELOPMENT.hubId,
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
      eventTemplates: [
        { id: 'template-1', objectType: 'contacts' },
        { id: 'template-2', objectType: 'companies' },
        { id: 'template-3', objectType: 'deals' },
        { id: 'template-4', objectType: 'tickets' },
      ],
    },
  ],
};

/** What is there stays as it is: a person may have changed the development account. */
export async function plantDevelopment(registry: Registry): Promise<void> {
  await plantApp(registry);
  // A store that an earlier version began has the app without these.
  for (const token of [DEVELOPMENT.privateAppToken, DEVELOPMENT.privateAppTokenEu1]) {
    await plantPrivateAppToken(registry.db, DEVELOPMENT.hubId, { token });
  }
  await insertDeveloperKey(registry.db, DEVELOPMENT.appId, hashOf(DEVELOPMENT.developerKey));
}

/** Once per store. */
async function plantApp(registry: Registry): Promise<void> {
  if ((await findApp(registry.db, DEVELOPMENT.appId)) !== undefined) return;
  const { hubId, appId, accessToken, refreshToken } = DEVELOPMENT;
  await addAccount(registry, { hubId, domain: 'dev-1001.example', accountType: 'DEVELOPER_TEST' });
  await plant(registry, SEED);
  await issueToken(registry, { hubId, appId, accessToken, refreshToken, expiresInSeconds: TEN_YEARS });
}
