/** Kysely over PGlite, which has one connection: statements wait for each other. */

import type { PGlite } from '@electric-sql/pglite';
import { type DatabaseConnection, Kysely, PGliteDialect, PGliteDriver } from 'kysely';
import type { Connected } from './connected.ts';

export function onOneConnection(pglite: PGlite): Omit<Connected, 'release'> {
  const db = new Kysely<unknown>({ dialect: new OneConnection(pglite) });
  const run = async (text: string, values: unknown[] = []) => {
    if (values.length > 0) return pglite.query(text, values);
    return { rows: (await pglite.exec(text)).flatMap(({ rows }) => rows) };
  };
  return {
    db,
    backend: 'pglite',
    sql: {
      executeSql: (text: string, values: unknown[]) =>
        db.connection().execute(() =>
          run(text, values).catch(async (error: unknown) => {
            // The next statement must not join a transaction that the text began.
            await pglite.query('rollback').catch(() => undefined);
            throw error;
          }),
        ),
    },
  };
}

class OneConnection extends PGliteDialect {
  readonly #pglite: PGlite;
  constructor(pglite: PGlite) {
    super({ pglite });
    this.#pglite = pglite;
  }
  override createDriver(): PGliteDriver {
    return new OneAtATime({ pglite: this.#pglite });
  }
}

/**
 * The driver of Kysely gives the connection to every caller at once. A statement during a transaction would join it and be rolled back with
 * it.
 */
class OneAtATime extends PGliteDriver {
  #last: Promise<void> = Promise.resolve();
  #next: () => void = () => undefined;

  override async acquireConnection(): Promise<DatabaseConnection> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const before = this.#last;
    this.#last = promise;
    await before;
    this.#next = resolve;
    return super.acquireConnection();
  }

  override async releaseConnection(): Promise<void> {
    this.#next();
  }
}
