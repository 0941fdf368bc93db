/** Creates accounts with an installed app whose webhook subscriptions they share. */

import { randomBytes, randomUUID } from 'node:crypto';
import { onTestFinished } from 'vitest';
import { createClient, secret, systemClock, tokenIssuer } from '../../src/client/index.ts';
import type { Database } from '../../src/fleet/database/database.ts';
import {
  accountTokens,
  createFleet,
  environmentKeys,
  type Fleet,
  type FleetOptions,
  installations,
} from '../../src/fleet/index.ts';
import { leaseOwner } from '../../src/fleet/ledger/owner.ts';
import { parseProject } from '../../src/index.ts';
import { prepare } from '../../src/reconciler/prepare.ts';
import { createService, type Service } from '../../src/service/index.ts';

export interface AppWorld {
  readonly service: Service;
  readonly hubs: readonly number[];
  /** Opens the fleet as a separate process. */
  fleet(text: string, more?: Partial<FleetOptions>): Promise<Fleet>;
  uninstall(hubId: number): Promise<void>;
  /** Returns the writes to the app, in order. */
  appWrites(): Promise<readonly string[]>;
  /** Keys of the ledgers that were locked, in order. */
  readonly locked: readonly string[];
  /** Returns the writes to each account, in order. */
  accountWrites(): Promise<Readonly<Record<number, readonly string[]>>>;
}

export const APP = '2001';

export function withWebhooks(label: string, ...events: readonly string[]): string {
  return `version: 1
objects:
  contacts:
    groups:
      loyalty:
        displayName: Loyalty programme
        properties: { tier: { label: ${label}, type: string, fieldType: text } }
webhooks:
  - appId: ${APP}
    subscriptions: [${events.map((event) => `{ ${event} }`).join(', ')}]
`;
}

export async function anAppWorld(database: Database, size: number): Promise<AppWorld> {
  const service = await createService({ rateLimit: false });
  onTestFinished(() => service.close());
  const { transport } = service;
  const client = createClient({ baseUrl: 'http://127.0.0.1', transport, clock: systemClock });
  const keys = environmentKeys({ TRUEUP_FLEET_KEYS: `a:${randomBytes(32).toString('base64')}` });
  const parts = { database, clock: systemClock, newId: randomUUID };
  const known = installations({ database, keys });
  const hubs = Array.from({ length: size }, (_, at) => 3001 + at);
  for (const hubId of hubs) {
    await service.addAccount({ hubId });
    const { refreshToken } = await service.issueToken({ hubId, appId: Number(APP) });
    await known.installed({ hubId, appId: APP, refreshToken, scopes: ['oauth'], labels: {} });
  }
  const { clientId, clientSecret } = service.development;
  const apps = { [APP]: { clientId, clientSecret: secret(clientSecret) } };
  const writes = async () =>
    (await service.calls()).filter(({ method, path }) => method !== 'GET' && !path.startsWith('/oauth/'));
  const locked: string[] = [];
  return {
    service,
    hubs,
    locked,
    async fleet(text, more = {}) {
      const base = more.database ?? database;
      const owner = await leaseOwner({ ...parts, database: base, termMs: 2_000 });
      onTestFinished(() => owner.close());
      const leases: typeof owner = {
        ...owner,
        take(lease) {
          locked.push(lease.ledger);
          return owner.take(lease);
        },
      };
      return createFleet({
        ...{ ...parts, transport },
        prepared: prepare(parseProject([{ path: 'trueup.yaml', text }])),
        installations: known,
        tokens: accountTokens({ ...parts, keys, apps, issue: tokenIssuer(client) }),
        account: () => ({ baseUrl: 'http://127.0.0.1', surface: 'dated' }),
        pollMs: 50,
        ...more,
        database: { ...base, leases },
      });
    },
    uninstall: async (hubId) => void (await known.uninstalled(hubId)),
    appWrites: async () =>
      (await writes()).filter(({ path }) => path.includes('webhooks')).map(({ method, path }) => `${method} ${path}`),
    async accountWrites() {
      const own = (await writes()).filter(({ path }) => !path.includes('webhooks'));
      return Object.fromEntries(
        hubs.map((hub) => [
          hub,
          own.flatMap(({ hubId, method, path }) => (hubId === hub ? [`${method} ${path}`] : [])),
        ]),
      );
    },
  };
}
