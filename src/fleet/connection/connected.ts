/** A connected database, for our statements and for those of pg-boss. */

import { Kysely, PostgresDialect } from 'kysely';
import type { Pool } from 'pg';
import type { BossParts } from '../queue/boss.ts';

export interface Connected extends Pick<BossParts, 'backend' | 'sql'> {
  readonly db: Kysely<unknown>;
  /** Called after the last connection has ended. */
  release(): Promise<void>;
}

/** A text with several statements has a result for each. */
export function onPool(pool: Pool): Connected {
  return {
    db: new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) }),
    backend: 'postgres',
    sql: {
      async executeSql(text: string, values: unknown[]) {
        const found: { readonly rows: unknown[] } | readonly { readonly rows: unknown[] }[] = await pool.query(
          text,
          values,
        );
        return { rows: [found].flat().flatMap(({ rows }) => rows) };
      },
    },
    release: async () => undefined,
  };
}
