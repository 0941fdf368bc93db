/** Opens the fleet of a project: its database, and what reaches its accounts, which only some commands need. */

import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { environmentProxy, systemClock, undiciTransport } from '../../client/index.ts';
import { addressSecrets } from '../../contract/address-secrets.ts';
import { type Secret, secret } from '../../contract/secret.ts';
import { UsageError } from '../../errors.ts';
import {
  accountTokens,
  createFleet,
  type Database,
  environmentKeys,
  type Fleet,
  type Installations,
  installations,
  type KeyProvider,
  leaseOwner,
  openDatabase,
  webhookGate,
} from '../../fleet/index.ts';
import { type FleetProject, type Prepared, prepare } from '../../index.ts';
import { mention } from '../../report/command.ts';
import type { Context } from '../context.ts';
import { allowedHosts } from '../hosts.ts';
import { openProjectIfThere } from '../project.ts';
import type { FleetFlags } from './flags.ts';
import { fleetIssuer } from './issuer.ts';

const DATABASE_VARIABLE = 'TRUEUP_FLEET_DATABASE';
const GATE_VARIABLE = 'TRUEUP_FLEET_GATE_TOKEN';
const GATE_HOST_VARIABLE = 'TRUEUP_FLEET_GATE_HOST';

export interface OpenedFleet {
  readonly fleet: Fleet;
  readonly installations: Installations;
  readonly database: Database;
  readonly project: FleetProject;
  readonly prepared: Prepared;
  readonly keys: KeyProvider;
}

/**
 * Opens, works and closes, even if the work fails. Nothing here needs a key, a credential or a valid file yet: a rollout can be paused
 * while all of these are missing. `isMade`: a database without a fleet gets its tables. Throws UsageError `fleet-missing`, and for a package that
 * is not installed and an address that is malformed; DatabaseError.
 */
export async function withFleet<T>(
  context: Context,
  flags: FleetFlags,
  work: (opened: OpenedFleet) => Promise<T>,
  { isMade }: { readonly isMade?: boolean } = {},
): Promise<T> {
  const { env } = context.world;
  const loaded = await openProjectIfThere(context, flags);
  const prepared = prepare(loaded, { env, allowedHosts: allowedHosts(context.world, flags) });
  const project = prepared.fleet();
  const parts = { clock: systemClock, newId: randomUUID };
  const address = addressOf(context, flags, loaded.location?.folder);
  const database = await openDatabase(address, { ...parts, make: isMade === true }).catch((error: unknown) => {
    throw error instanceof UsageError && error.code === 'fleet-missing' ? withBeginning(error) : error;
  });
  const transport = undiciTransport({ proxy: environmentProxy(env) });
  try {
    const keys = keysOf(env);
    const owner = await leaseOwner({ database, ...parts });
    try {
      const known = installations({ database, keys });
      const fleet = createFleet({
        ...parts,
        ...{ database, owner, prepared, transport },
        installations: known,
        tokens: accountTokens({
          ...parts,
          database,
          keys,
          apps: project.apps,
          issue: fleetIssuer(project.settings, { transport, redaction: context.redaction }),
        }),
        gate: webhookGate({ transport, ...gateToken(context) }),
      });
      return await work({ fleet, installations: known, database, project, prepared, keys });
    } finally {
      await owner.close();
    }
  } finally {
    await transport.close();
    await database.close();
  }
}

/** An absolute path, which is beside the configuration unless it is said otherwise, or an address. What is secret in an address is kept out of everything that is written. */
function addressOf({ world, redaction }: Context, { database }: FleetFlags, folder = world.cwd): string {
  const given = database ?? (world.env[DATABASE_VARIABLE] || undefined);
  if (given === undefined) return resolve(folder, '.trueup', 'fleet');
  for (const secret of addressSecrets(given)) redaction.hide(secret);
  // An empty path would be that of the working directory.
  return given.trim() === '' || /^[a-z][a-z0-9+.-]+:/i.test(given) ? given : resolve(world.cwd, given);
}

/** A fleet has no other beginning than an import: what only looks makes none in a database with a typing error. */
function withBeginning({ message }: UsageError): UsageError {
  return new UsageError('fleet-missing', message, {
    hint: `Begin one: ${mention('fleet', 'import', 'FILE')}. If there is one elsewhere, name its database with --database or ${DATABASE_VARIABLE}.`,
  });
}

/** Shows the gate who asks. A token without a host goes nowhere. */
function gateToken({ world: { env }, redaction }: Context): {
  readonly token?: Secret;
  readonly hosts?: readonly string[];
} {
  const [text, host] = [env[GATE_VARIABLE] ?? '', env[GATE_HOST_VARIABLE] ?? ''];
  if (text !== '') redaction.hide(text);
  const hosts = text === '' && host === '' ? undefined : [host];
  return { ...(text !== '' && { token: secret(text) }), ...(hosts && { hosts }) };
}

/** Throws UsageError `usage` before a worker finds that it may ask no gate. */
export function requireGateHost({ world: { env } }: Context): void {
  if ((env[GATE_VARIABLE] ?? '') === '' || (env[GATE_HOST_VARIABLE] ?? '') !== '') return;
  throw new UsageError('usage', `${GATE_VARIABLE} is set, but not the host that it may go to.`, {
    hint: `Set ${GATE_HOST_VARIABLE}, such as gates.example.`,
  });
}

/** Read when one is needed: what shows a fleet needs none. */
function keysOf(env: Context['world']['env']): KeyProvider {
  return {
    current: () => environmentKeys(env).current(),
    byId: (id) => environmentKeys(env).byId(id),
  };
}
