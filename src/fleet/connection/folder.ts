/** PostgreSQL inside the process, with its data in a folder that only one process may open. */

import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { type DatabaseConnection, Kysely, PGliteDialect, PGliteDriver } from 'kysely';
import type { Clock, NewId } from '../../contract/clock.ts';
import { LedgerError, UsageError } from '../../errors.ts';
import { lockFolder } from '../../ledger/folder-lock.ts';
import type { Connected } from './connected.ts';

/**
 * `DIR/data` has the data, `DIR/database.lock` says who has it open: PGlite itself lets two processes open one folder, and rows that
 * both confirmed are lost. Throws UsageError `database-in-use`.
 */
export async function openFolder(
  dir: string,
  { clock, newId }: { readonly clock: Clock; readonly newId: NewId },
): Promise<Connected> {
  const what = `The database in ${dir}`;
  const lock = await lockFolder({ dir, file: 'database.lock', what, purpose: 'a fleet', clock, newId }).catch(
    (error: unknown) => {
      throw error instanceof LedgerError && error.code === 'ledger-locked' ? inUse(error) : error;
    },
  );
  try {
    const pglite = await PGlite.create({ dataDir: join(dir, 'data') });
    return {
      ...onOneConnection(pglite),
      async release() {
        try {
          if (!pglite.closed) await pglite.close();
        } finally {
          await lock.release();
        }
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

function inUse(cause: LedgerError): UsageError {
  return new UsageError('database-in-use', cause.message, {
    hint: `${cause.hint ?? ''} A worker may be stopped with Ctrl-C and started again: nothing is lost. Several processes can share a postgres:// address instead.`.trimStart(),
    cause,
  });
}

/** Kysely over PGlite, which has one connection: statements wait for each other. */
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
