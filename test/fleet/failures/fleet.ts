/** Creates a fleet of two accounts for several processes, in sequence or in parallel. */

import type { Transport } from '../../../src/client/index.ts';
import { createFleet, type Database, type Fleet, type Installation } from '../../../src/fleet/index.ts';
import { parseProject } from '../../../src/index.ts';
import { prepare } from '../../../src/reconciler/prepare.ts';

const FILES = `version: 1
objects:
  contacts:
    groups: { loyalty: { displayName: Loyalty, properties: { tier: { label: Tier, type: string, fieldType: text } } } }
`;

/** Of the locks; jobs of a process that was killed go to others after ten seconds. */
export const TERM_MS = 1_000;

export interface ProcessOptions {
  readonly database: Database;
  readonly hubs: readonly number[];
  /** Address of the service. */
  readonly url: string;
  readonly transport: Transport;
  /** An account is about to be planned. */
  readonly onAccount?: (hubId: number) => void;
}

/** Opens the fleet as a process does. */
export function aProcess({ database, hubs, url, transport, onAccount }: ProcessOptions): Fleet {
  return createFleet({
    ...{ database, transport },
    prepared: prepare(parseProject([{ path: 'trueup.yaml', text: FILES }])),
    installations: {
      list: async ({ after = 0 } = {}) => hubs.filter((hubId) => hubId > after).map(installationOf),
      find: async (hubId) => installationOf(hubId),
    },
    tokens: (hubId) => async () => tokenOf(hubId),
    account: ({ hubId }) => {
      onAccount?.(hubId);
      // The dated surface can read groups, so recovery does not repeat a create.
      return { baseUrl: url, surface: 'dated' };
    },
    pollMs: 50,
  });
}

export function tokenOf(hubId: number): string {
  return `pat-na1-fleet-${hubId}`;
}

function installationOf(hubId: number): Installation {
  const labels = {};
  return { hubId, appId: 'crm', scopes: [], changedAt: '2026-01-01T00:00:00.000Z', labels, state: 'active' };
}
