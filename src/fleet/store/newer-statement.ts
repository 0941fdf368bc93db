/** The statement that finds a newer rollout of the same accounts while one is in review. */

import type { NewerRollout } from '../../model/rollout-status.ts';
import type { Statement } from '../database/database.ts';

/**
 * At most one row: the newest one that was not aborted. Only accounts that have a plan in both count. A page asks every few seconds, so they
 * are counted for that one alone, each search stops at the first account, and `offset 0` keeps the database from joining all targets.
 */
export function newerRollout(rollout: string): Statement<{ readonly newer: NewerRollout }> {
  return ({ sql, of }) => {
    const shared = sql`from ${of('target')} as o where o.rollout = ${rollout} and o.shape is not null and exists (
        select 1 from ${of('target')} as t where t.rollout = m.id and t.hub_id = o.hub_id and t.shape is not null offset 0)`;
    return sql`
      select json_build_object('rollout', m.id, 'accounts', (select count(*) ${shared})) as newer
      from ${of('rollout')} as m
      where m.kind <> 'drift' and m.phase <> 'aborted' and exists (select 1 ${shared} offset 0)
        and (m.created_at, m.id) > (select created_at, id from ${of('rollout')} where id = ${rollout} and phase = 'review')
      order by m.created_at desc, m.id desc limit 1`;
  };
}
