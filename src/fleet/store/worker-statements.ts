/** Statements on workers: each says that it lives, in the time of the database; what one had that does not goes back. */

import type { Statement } from '../database/database.ts';

/** run: it runs accounts. plan: it plans those of one rollout, and runs none. */
export type Task = 'run' | 'plan';

/** `digest`: of the configuration that it runs accounts with; null where that does not matter. */
export function beat(
  worker: string,
  termMs: number,
  task: Task = 'run',
  digest: string | null = null,
): Statement<never> {
  return ({ sql, of, now }) => sql`
    insert into ${of('worker')} (id, expires, task, digest)
    values (${worker}, ${now} + ${termMs}::double precision * interval '1 millisecond', ${task}, ${digest})
    on conflict (id) do update set expires = excluded.expires`;
}

/** It ended on its own, with nothing in hand; those that ended long ago are forgotten with it. */
export function leave(worker: string): Statement<never> {
  return ({ sql, of, now }) => sql`
    delete from ${of('worker')} where id = ${worker} or expires < ${now} - interval '1 day'`;
}
