/** The statement that finds a newer rollout of the same accounts while one is in review. */

import type { NewerRollout } from '../../model/rollout-status.ts';
import type { Statement } from '../database/database.ts';

/** At most one row: the newest one that was not aborted. Only accounts that have a plan in both count. */
export function newerRollout(rollout: string): Statement<{ readonly newer: NewerRollout }> {
  return ({ sql, of }) => sql`
    select json_build_object('rollout', n.id, 'accounts', n.accounts) as newer from (
      select m.id, m.created_at, (
        select count(*) from ${of('target')} as o join ${of('target')} as t on t.rollout = m.id and t.hub_id = o.hub_id
        where o.rollout = r.id and o.shape is not null and t.shape is not null) as accounts
      from ${of('rollout')} as r join ${of('rollout')} as m on (m.created_at, m.id) > (r.created_at, r.id)
      where r.id = ${rollout} and r.phase = 'review' and m.kind <> 'drift' and m.phase <> 'aborted') as n
    where n.accounts > 0 order by n.created_at desc, n.id desc limit 1`;
}
