/** Opens the database of a fleet: PostgreSQL for many processes, or a folder for a single process. Its tables are brought up to date. */

import { randomUUID } from 'node:crypto';
import { systemClock } from '../../client/index.ts';
import type { Clock, NewId } from '../../contract/clock.ts';
import { defined } from '../../contract/defined.ts';
import { storeLocation } from '../../database/location.ts';
import { UsageError } from '../../errors.ts';
import { requirePackages } from '../../optional-packages.ts';
import type { Database } from '../database/database.ts';
import { requireFolder } from '../database/missing.ts';

export interface DatabaseOptions {
  /** Schema of all tables, created if it is missing (default: trueup). The queues have a second schema, such as `trueup_queue`. */
  readonly schema?: string | undefined;
  /** If false, a database without a fleet is refused (default: true). */
  readonly make?: boolean | undefined;
  /** Milliseconds to wait for a connection to PostgreSQL (default: 10,000). */
  readonly connectMs?: number | undefined;
  /** Name in the locks on ledgers, for people (default: the user of the machine). */
  readonly owner?: string | undefined;
  /**
   * Milliseconds without a heartbeat after which other processes may take the locks of a process (at least 1,000, default 30,000). Other
   * workers take over its accounts at the same time, but not before ten seconds.
   */
  readonly termMs?: number | undefined;
  /** Default: that of the system. */
  readonly clock?: Clock | undefined;
  /** Default: randomUUID of node:crypto. */
  readonly newId?: NewId | undefined;
}

/** Versions as package.json has them. */
const PACKAGES = {
  kysely: { version: '0.29.9', load: () => import('kysely') },
  pg: { version: '8.23.1', load: () => import('pg') },
  '@electric-sql/pglite': { version: '0.5.16', load: () => import('@electric-sql/pglite') },
} as const;

const WHY = 'npm leaves pg and kysely out where optional packages are omitted, and never installs PGlite by itself.';

/**
 * Opens the database at `postgres://USER:PASSWORD@HOST:PORT/DATABASE`, or in a folder, which it makes. Throws UsageError for a malformed
 * address, a missing package, a folder in use, or tables of a newer version. If `make` is false, it throws UsageError `fleet-missing` for
 * a database without a fleet. Throws DatabaseError if the database cannot be used.
 */
export async function openDatabase(address: string, options: DatabaseOptions = {}): Promise<Database> {
  const { schema = 'trueup', make = true, clock = systemClock, newId = randomUUID } = options;
  const { connectMs, owner, termMs } = options;
  requireSchemaName(schema);
  const location = storeLocation(address);
  if (!make && location.kind === 'folder') await requireFolder(location.path);
  const driver = location.kind === 'database' ? 'pg' : '@electric-sql/pglite';
  await requirePackages('The fleet', ['kysely', driver], PACKAGES, WHY);
  // Loaded here, so that the library can be imported without the packages.
  const { connect } = await import('./connect.ts');
  return connect({ location, schema, make, clock, newId, ...defined({ connectMs, owner, termMs }) });
}

/** Accepts the names that PostgreSQL takes without quotes. */
function requireSchemaName(schema: string): void {
  if (/^[a-z_][a-z0-9_]{0,43}$/.test(schema) && !schema.startsWith('pg_')) return;
  throw new UsageError('argument-invalid', `openDatabase was called with the schema ${JSON.stringify(schema)}.`, {
    hint: 'Use up to 44 lower case letters, digits and underscores, beginning with a letter. PostgreSQL reserves names that begin with pg_.',
  });
}
