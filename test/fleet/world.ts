/** Accounts of the embedded service that have an app installed, and fleets over one database that come and go as processes do. */

import { randomUUID } from 'node:crypto';
import { expect, onTestFinished } from 'vitest';
import { systemClock } from '../../src/client/index.ts';
import type { Database } from '../../src/fleet/database/database.ts';
import type { Job } from '../../src/fleet/database/jobs.ts';
import { createFleet, type Fleet, type FleetOptions, type Installation } from '../../src/fleet/index.ts';
import { leaseOwner } from '../../src/fleet/ledger/owner.ts';
import { runQueues } from '../../src/fleet/queue/names.ts';
import type { BegunRow } from '../../src/fleet/store/begin-statement.ts';
import { readRollout } from '../../src/fleet/store/rollout-statements.ts';
import { begun } from '../../src/fleet/worker/worker.ts';
import { parseProject } from '../../src/index.ts';
import { prepare } from '../../src/reconciler/prepare.ts';
import { createService, type Service } from '../../src/service/index.ts';
import { forget } from './databases.ts';

export interface FleetWorld {
  readonly service: Service;
  readonly accounts: readonly Installation[];
  /** Opens the fleet as a separate process, whose locks end with `close`. */
  fleet(text?: string, more?: Partial<FleetOptions>): Promise<Fleet>;
  /** Returns the writes to the account, in order. */
  writes(hubId: number): Promise<readonly string[]>;
  /** Sets another state or label of an account. */
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
      const leases = await leaseOwner({ ...parts, termMs: 2_000 });
      onTestFinished(() => leases.close());
      return createFleet({
        database: { ...database, leases },
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

/** Accounts of the rollout as a worker takes them, which then does nothing with them. */
export async function taken(
  database: Database,
  rollout: string,
  most: number,
): Promise<readonly (readonly [Job, BegunRow])[]> {
  const [row] = await database.query(readRollout(rollout));
  const { usual, alone } = runQueues(row?.digest ?? null);
  const jobs = await database.queue.take(usual, most);
  return [...(await begun(jobs.length > 0 ? jobs : await database.queue.take(alone, 1), database))];
}

/** Ends all workers. Their accounts become free. */
export async function endWorkers(database: Database): Promise<void> {
  await forget(database);
  await database.queue.supervise();
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
