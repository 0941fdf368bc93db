/** Builds the parts of the statements of one schema. */

import { sql } from 'kysely';
import type { Parts } from './database.ts';

/** A separate schema for the queues, so that tables and queues can be restored separately. */
export function queueSchema(schema: string): string {
  return `${schema}_queue`;
}

export function buildParts(schema: string): Parts {
  return {
    sql,
    of: (table) => sql.id(schema, table),
    ofQueue: (table) => sql.id(queueSchema(schema), table),
    now: sql<Date>`${sql.id(schema, 'moment')}()`,
  };
}
