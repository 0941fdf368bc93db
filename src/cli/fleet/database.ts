/** Opens the database of a fleet, which is all that most of its commands need: no file is read, valid or not. */

import { resolve } from 'node:path';
import { locationOf } from '../../config/files/location.ts';
import { addressSecrets } from '../../contract/address-secrets.ts';
import { defined } from '../../contract/defined.ts';
import { UsageError } from '../../errors.ts';
import {
  type Database,
  environmentKeys,
  type Installations,
  installations,
  type KeyProvider,
  openDatabase,
} from '../../fleet/index.ts';
import { mention } from '../../report/command.ts';
import type { Context } from '../context.ts';
import { DEFAULT_FILE } from '../project.ts';
import type { FleetFlags } from './flags.ts';

const DATABASE_VARIABLE = 'TRUEUP_FLEET_DATABASE';

/**
 * Opens, works and closes, even if the work fails. `isMade`: a database without a fleet gets its tables. Throws UsageError `fleet-missing`, and
 * for a package that is not installed and an address that is malformed; DatabaseError.
 */
export async function withDatabase<T>(
  context: Context,
  flags: FleetFlags,
  work: (database: Database) => Promise<T>,
  { isMade, connectMs }: { readonly isMade?: boolean; readonly connectMs?: number } = {},
): Promise<T> {
  const parts = { make: isMade === true, ...defined({ connectMs }) };
  const database = await openDatabase(addressOf(context, flags), parts).catch((error: unknown) => {
    throw error instanceof UsageError && error.code === 'fleet-missing' ? withBeginning(error) : error;
  });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** The accounts of the fleet, without what reaches them. */
export function withInstallations<T>(
  context: Context,
  flags: FleetFlags,
  work: (installations: Installations) => Promise<T>,
): Promise<T> {
  return withDatabase(context, flags, (database) => work(installations({ database, keys: keysOf(context) })));
}

/** Read when one is needed: what shows a fleet needs none. */
export function keysOf({ world: { env } }: Context): KeyProvider {
  return {
    current: () => environmentKeys(env).current(),
    byId: (id) => environmentKeys(env).byId(id),
  };
}

/** An absolute path, which is beside the first file unless it is said otherwise, or an address. What is secret in an address is kept out of everything that is written. */
function addressOf({ world, redaction }: Context, { database, file = [DEFAULT_FILE] }: FleetFlags): string {
  const given = database ?? (world.env[DATABASE_VARIABLE] || undefined);
  if (given === undefined) return resolve(locationOf(file, world.cwd)?.folder ?? world.cwd, '.trueup', 'fleet');
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
