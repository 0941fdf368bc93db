/** Builds the parts of a fleet for a process of the measurement. All accounts have the resources of plan-project.ts. */

import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { systemClock } from '../../src/client/index.ts';
import type { Transport } from '../../src/contract/http.ts';
import { createFleet, type Database, type Fleet, type Installation } from '../../src/fleet/index.ts';
import { loadProject, type Prepared, prepare } from '../../src/index.ts';
import { hubOf } from '../serving.ts';

export const PARTS = { clock: systemClock, newId: randomUUID } as const;

export interface FleetParts {
  /** Of writePlanProject. */
  readonly dir: string;
  readonly database: Database;
  readonly transport: Transport;
  /** Address of the service. If the service is in the process, it is only a name. */
  readonly url: string;
  readonly accounts: number;
}

export interface Measured {
  readonly fleet: Fleet;
  /** From now on no account is run: a worker takes each, finds it paused, and notes that. */
  pause(): void;
}

export async function measuredFleet(parts: FleetParts): Promise<Measured> {
  const { dir, database, transport, url, accounts } = parts;
  const installed = hubsOf(accounts).map(installation);
  let state: Installation['state'] = 'active';
  const fleet = createFleet({
    ...PARTS,
    ...{ database, transport },
    prepared: await preparedIn(dir),
    installations: {
      list: async ({ after = 0, limit = accounts } = {}) =>
        installed.filter(({ hubId }) => hubId > after).slice(0, limit),
      find: async (hubId) => ({ ...installation(hubId), state }),
    },
    tokens: (hubId) => async () => tokenOf(hubId),
    account: () => givenOf(url),
    pollMs: 50,
  });
  const pause = (): void => {
    state = 'paused';
  };
  return { fleet, pause };
}

export async function preparedIn(dir: string): Promise<Prepared> {
  return prepare(await loadProject([join(dir, 'trueup.yaml')]));
}

export function hubsOf(accounts: number): readonly number[] {
  return Array.from({ length: accounts }, (_, at) => FIRST_HUB + at);
}

export function givenOf(url: string) {
  return { baseUrl: url, surface: 'dated' } as const;
}

export function tokenOf(hubId: number): string {
  return `bench-${hubId}`;
}

/** Returns the account of a call by its token. The check of a token has it only in its path. */
export function callerOf({ url, headers }: Parameters<Transport['send']>[0]): number {
  return hubOf(headers['authorization'] ?? new URL(url).pathname);
}

/** Plans every account and starts the rollout. An unchanged fleet needs no approval. */
export async function begun(fleet: Fleet, slots?: number): Promise<string> {
  const rollout = await fleet.plan({ waves: '100%', soakMs: 0, ...(slots === undefined ? {} : { slots }) });
  const [cluster, ...others] = await fleet.clusters(rollout);
  if (cluster?.standing !== 'empty' || others.length > 0) {
    const [failed] = await fleet.read.accounts(rollout, { state: 'failed', limit: 1 });
    throw new Error(`The accounts should be unchanged: ${JSON.stringify([cluster?.standing, others.length, failed])}`);
  }
  await fleet.rollout(rollout);
  return rollout;
}

/** Throws unless every account came to this. */
export async function requireEach(fleet: Fleet, rollout: string, state: 'unchanged' | 'skipped', accounts: number) {
  const { states } = await fleet.status(rollout);
  if (states[state] !== accounts) throw new Error(`Not every account is ${state}: ${JSON.stringify(states)}`);
}

/** The first hub id; those of a service may be as long. */
const FIRST_HUB = 10_001;

function installation(hubId: number): Installation {
  return { hubId, appId: '2001', scopes: [], labels: {}, changedAt: '2026-01-01T00:00:00.000Z', state: 'active' };
}
