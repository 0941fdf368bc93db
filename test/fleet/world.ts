/** Accounts of the embedded service that have an app installed, and fleets over one database that come and go as processes do. */

import { randomUUID } from 'node:crypto';
import { expect, onTestFinished } from 'vitest';
import { systemClock } from '../../src/client/index.ts';
import type { Database } from '../../src/fleet/database/database.ts';
import { createFleet, type Fleet, type FleetOptions, type Installation, leaseOwner } from '../../src/fleet/index.ts';
import { parseProject } from '../../src/index.ts';
import { prepare } from '../../src/reconciler/prepare.ts';
import { createService, type Service } from '../../src/service/index.ts';

export interface FleetWorld {
  readonly service: Service;
  readonly accounts: readonly Installation[];
  /** As a process of its own: its locks end with `close`. */
  fleet(text?: string, more?: Partial<FleetOptions>): Promise<Fleet>;
  /** What the account was asked to change, in order. */
  writes(hubId: number): Promise<readonly string[]>;
  /** Another state or label of an account from now on. */
  change(hubId: number, to: Partial<Installation>): void;
}

export const GROUP = 'objects: { contacts: { groups: { loyalty: { displayName: Loyalty } } } }\n';

export async function aFleetWorld(
  database: Database,
  size: number,
  apps: readonly string[] = ['crm'],
): Promise<FleetWorld> {
  const hubs = Array.from({ length: size }, (_, at) => 2001 + at);
  const service = await createService({
    clock: systemClock,
    rateLimit: false,
    seed: { accounts: hubs.map((hubId) => ({ hubId, privateAppTokens: [{ token: tokenOf(hubId) }] })) },
  });
  onTestFinished(() => service.close());
  const accounts: Installation[] = hubs.map((hubId, at) => ({
    hubId,
    appId: apps[at % apps.length] ?? 'crm',
    scopes: [],
    changedAt: '2026-01-01T00:00:00.000Z',
    labels: { ring: at === 0 ? 'canary' : 'rest' },
    state: 'active',
  }));
  return {
    service,
    accounts,
    async fleet(text = GROUP, more = {}) {
      const parts = { database, clock: systemClock, newId: randomUUID };
      const owner = await leaseOwner({ ...parts, termMs: 2_000 });
      onTestFinished(() => owner.close());
      return createFleet({
        ...parts,
        owner,
        prepared: prepare(parseProject([{ path: 'trueup.yaml', text: `version: 1\n${text}` }])),
        installations: {
          list: async ({ after = 0, limit = accounts.length, hubIds, labels = {} } = {}) =>
            accounts
              .filter(({ hubId }) => hubId > after && hubIds?.includes(hubId) !== false)
              .filter((account) => Object.entries(labels).every(([label, value]) => account.labels[label] === value))
              .slice(0, limit),
          find: async (hubId) => accounts.find((account) => account.hubId === hubId),
        },
        tokens: (hubId) => async () => tokenOf(hubId),
        account: () => ({ baseUrl: 'http://127.0.0.1' }),
        transport: service.transport,
        // A turn asks PGlite for as much as an account costs; what ends in the same process is not waited for.
        pollMs: 50,
        termMs: 2_000,
        ...more,
      });
    },
    async writes(hubId) {
      const calls = await service.calls();
      const isWrite = (call: (typeof calls)[number]) => call.method !== 'GET' && !call.path.startsWith('/oauth/');
      return calls
        .filter((call) => call.hubId === hubId && isWrite(call))
        .map(({ method, path }) => `${method} ${path}`);
    },
    change(hubId, to) {
      const at = accounts.findIndex((account) => account.hubId === hubId);
      const account = accounts[at];
      if (account !== undefined) accounts[at] = { ...account, ...to };
    },
  };
}

export function tokenOf(hubId: number): string {
  return `pat-na1-fleet-${hubId}`;
}

/** Works until the first wave of the rollout is watched, does `between`, and ends the watch. */
export async function afterFirstWave(
  { fleet, rollout, database }: { readonly fleet: Fleet; readonly rollout: string; readonly database: Database },
  between: () => Promise<void>,
): Promise<void> {
  const stop = new AbortController();
  const working = fleet.work({ signal: stop.signal });
  await expect.poll(async () => (await fleet.status(rollout)).phase, { timeout: 10_000 }).toBe('soaking');
  stop.abort();
  await working;
  await between();
  await database.query(
    ({ sql, of, now }) => sql`update ${of('rollout')} set soak_until = ${now} where id = ${rollout}`,
  );
}
