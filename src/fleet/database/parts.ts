/** What the statements of one schema are made of. */

import { sql } from 'kysely';
import type { Parts } from './database.ts';

/** Beside that of the tables, so that one can be restored without the other. */
export function queueSchema(schema: string): string {
  return `${schema}_queue`;
}

export function partsOf(schema: string): Parts {
  return {
    sql,
    of: (table) => sql.id(schema, table),
    ofQueue: (table) => sql.id(queueSchema(schema), table),
    now: sql<Date>`${sql.id(schema, 'moment')}()`,
  };
}
