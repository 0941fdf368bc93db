/** Kysely over PostgreSQL, for a service that several processes share. */

import { type Dialect, PostgresDialect } from 'kysely';
import pg from 'pg';

const INT8 = 20;

/** Whole numbers of 64 bits come back as numbers, as SQLite gives them: all of ours are below 2^53. */
export function openPostgres(address: string): Dialect {
  const pool = new pg.Pool({
    connectionString: address,
    types: {
      getTypeParser: (oid, format) =>
        oid === INT8 && format !== 'binary' ? Number : pg.types.getTypeParser(oid, format),
    },
  });
  // A connection lost while it idles shows in the next query; nobody else listens for it.
  pool.on('error', () => undefined);
  return new PostgresDialect({ pool });
}
