/** Statements on workers: each says that it lives, in the time of the database; what one had that does not goes back. */

import type { Statement } from '../database/database.ts';

export function beat(worker: string, termMs: number): Statement<never> {
  return ({ sql, of, now }) => sql`
    insert into ${of('worker')} (id, expires) values (${worker}, ${now} + ${termMs}::double precision * interval '1 millisecond')
    on conflict (id) do update set expires = excluded.expires`;
}

/** It ended on its own, with nothing in hand; those that ended long ago are forgotten with it. */
export function leave(worker: string): Statement<never> {
  return ({ sql, of, now }) => sql`
    delete from ${of('worker')} where id = ${worker} or expires < ${now} - interval '1 day'`;
}
