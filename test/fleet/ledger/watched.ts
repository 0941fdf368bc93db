/** A database whose statements are seen, and may be made to fail, one by one. */

import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type Database, DatabaseError, type Statement } from '../../../src/fleet/database/database.ts';
import { buildParts } from '../../../src/fleet/database/parts.ts';

export interface Seen {
  /** Start of the statement, without leading blanks. */
  readonly text: string;
  /** Runs it. */
  send(): Promise<readonly unknown[]>;
  /** Runs it on another connection. */
  sendOn(db: Kysely<unknown>): Promise<unknown>;
}

/** `meet` decides what becomes of each statement. */
export function watched(database: Database, meet: (seen: Seen) => Promise<readonly unknown[]>): Database {
  return {
    ...database,
    async query<Row>(statement: Statement<Row>) {
      const text = textOf(statement({ sql, of: sql.id, ofQueue: sql.id, now: sql<Date>`now()` }));
      const sendOn = (db: Kysely<unknown>) => statement(buildParts(database.schema)).execute(db);
      return (await meet({ text, send: () => database.query(statement), sendOn })) as readonly Row[];
    },
  };
}

/** Error of the PostgreSQL driver for an ended connection. */
export function connectionLost(): DatabaseError {
  return new DatabaseError('database-unavailable', 'The fleet cannot use the test: it cannot be reached.', {
    hint: 'Check it.',
    trouble: 'lost',
    state: undefined,
  });
}

function textOf(statement: RawBuilder<unknown>): string {
  const { sqlFragments } = statement.toOperationNode() as unknown as { readonly sqlFragments: readonly string[] };
  return sqlFragments.join('?').trim();
}
