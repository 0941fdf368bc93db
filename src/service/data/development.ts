/** The development account, app and tokens that every service has, so that it can be tried at once. */

import { findApp } from '../store/apps.ts';
import { addAccount, addApp, issueToken, plant, type Registry } from './accounts.ts';
import type { Seed } from './seed.ts';

export const DEVELOPMENT = {
  hubId: 1001,
  appId: 2001,
  clientId: 'trueup-dev',
  clientSecret: 'trueup-dev-secret',
  accessToken: 'trueup-dev-token',
  refreshToken: 'trueup-dev-refresh',
} as const;

/** The well-known access token must outlive a day of trying; a token that runs out is had from the token endpoint. */
const TEN_YEARS = 10 * 365 * 24 * 3600;

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
      eventTemplates: [
        { id: 'template-1', objectType: 'contacts' },
        { id: 'template-2', objectType: 'companies' },
        { id: 'template-3', objectType: 'deals' },
        { id: 'template-4', objectType: 'tickets' },
      ],
    },
  ],
};

/** Once per store: what a person changes in the development account later stays changed. */
export async function plantDevelopment(registry: Registry): Promise<void> {
  if ((await findApp(registry.db, DEVELOPMENT.appId)) !== undefined) return;
  const { hubId, appId, accessToken, refreshToken } = DEVELOPMENT;
  await addAccount(registry, { hubId, domain: 'dev-1001.example' });
  await plant(registry, SEED);
  await addApp(registry, DEVELOPMENT);
  await issueToken(registry, { hubId, appId, accessToken, refreshToken, expiresInSeconds: TEN_YEARS });
}
