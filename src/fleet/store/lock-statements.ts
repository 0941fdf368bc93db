/** Locks that a transaction holds until its end. Its later statements see everything that earlier holders wrote. */

import type { Statement } from '../database/database.ts';

/** Waits for transactions that change accounts of the rollout (`share`), or for all that read or change it under a lock (`update`). */
export function lockRollout(id: string, strength: 'share' | 'update'): Statement<unknown> {
  return ({ sql, of }) => sql`select from ${of('rollout')} where id = ${id} for ${sql.raw(strength)}`;
}

/** Lets one transaction at once start a rollout, or mark accounts to be tried again. Workers do not wait for it. */
export function lockStarts(): Statement<never> {
  return ({ sql, of }) => sql`lock table ${of('wave')} in share row exclusive mode`;
}
