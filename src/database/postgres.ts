/** Connections to PostgreSQL, for what several processes share. */

import pg from 'pg';

const INT8 = 20;

/**
 * A call that gets no connection within `connectMs` is answered with a failure. Whole numbers of 64 bits come back as numbers,
 * as SQLite gives them: all of ours are below 2^53.
 */
export function openPool(address: string, connectMs = 10_000): pg.Pool {
  const pool = new pg.Pool({
    connectionString: address,
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    // The statements are short: to compile one takes many times as long as to run it. The pool gives up a connection that is lost here;
    // Kysely's own hook would keep it for good.
    onConnect: async (client) => void (await client.query('set jit = off')),
    types: {
      getTypeParser: (oid, format) =>
        oid === INT8 && format !== 'binary' ? Number : pg.types.getTypeParser(oid, format),
    },
  });
  // A lost connection shows in the query that runs on it, and the pool replaces it. The event on top, which pg sends for idle
  // connections to the pool and for others to the client, would end the process if nobody listened.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}
