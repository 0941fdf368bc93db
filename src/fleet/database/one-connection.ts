/** Kysely over PGlite, which has one connection: who uses it has it alone. */

import type { PGlite } from '@electric-sql/pglite';
import { type DatabaseConnection, type Dialect, PGliteDialect, PGliteDriver } from 'kysely';

export function oneConnection(pglite: PGlite): Dialect {
  return new OneConnection(pglite);
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
 * Kysely's own driver hands the connection to everyone at once, so that a statement beside a transaction would become part of it, and be
 * rolled back with it.
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
