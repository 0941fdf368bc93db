/** Opens the fleet of a project: its database, and what reaches its accounts, which only some commands need. */

import { environmentProxy, undiciTransport } from '../../client/index.ts';
import {
  accountTokens,
  createFleet,
  type Database,
  type Fleet,
  type FleetOptions,
  type Installations,
  installations,
  type KeyProvider,
} from '../../fleet/index.ts';
import { type FleetProject, type Prepared, prepare } from '../../index.ts';
import type { Context } from '../context.ts';
import { allowedHosts } from '../hosts.ts';
import { openProjectIfThere } from '../project.ts';
import { keysOf, withDatabase } from './database.ts';
import type { FleetFlags } from './flags.ts';
import { type Asking, fleetIssuer } from './issuer.ts';

export interface OpenedFleet {
  readonly fleet: Fleet;
  readonly installations: Installations;
  readonly database: Database;
  readonly project: FleetProject;
  readonly prepared: Prepared;
  readonly keys: KeyProvider;
  /** Whether there is a configuration here. */
  readonly hasFiles: boolean;
}

/**
 * Opens, works and closes, even if the work fails. Nothing here needs a key, a credential or a valid file yet. `isMade`: a database without a
 * fleet gets its tables. Throws as `withDatabase` does.
 */
export async function withFleet<T>(
  context: Context,
  flags: FleetFlags,
  work: (opened: OpenedFleet) => Promise<T>,
  making: { readonly isMade?: boolean } = {},
): Promise<T> {
  const { env } = context.world;
  const loaded = await openProjectIfThere(context, flags);
  const prepared = prepare(loaded, { env, allowedHosts: allowedHosts(context.world, flags) });
  const transport = undiciTransport({ proxy: environmentProxy(env) });
  const reached = async (database: Database) => {
    const fleet = fleetOf(context, { database, prepared, transport });
    return work({ ...fleet, hasFiles: loaded.files.length > 0 });
  };
  try {
    return await withDatabase(context, flags, reached, making);
  } finally {
    await transport.close();
  }
}

type Parts = Pick<FleetOptions, 'database' | 'prepared'> & Pick<Asking, 'transport'>;

function fleetOf(context: Context, parts: Parts): Omit<OpenedFleet, 'hasFiles'> {
  const { database, prepared, transport } = parts;
  const project = prepared.fleet();
  const keys = keysOf(context);
  const known = installations({ database, keys });
  const issue = fleetIssuer(project.settings, { transport, redaction: context.redaction });
  const tokens = accountTokens({ ...parts, keys, apps: project.apps, issue });
  const fleet = createFleet({ ...parts, installations: known, tokens });
  return { fleet, installations: known, project, prepared, keys, database };
}
