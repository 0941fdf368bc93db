/** Finds another rollout of the same accounts. Only one of both may run them. */

import type { OverlappingRollout } from '../../model/rollout-status.ts';
import type { Parts, Statement } from '../database/database.ts';
import { OPEN_STATES } from '../rollout/target.ts';

/**
 * Returns at most one row, the newest, for a rollout in review. It overlaps with a newer rollout that was not aborted and has a plan for the
 * same account. It overlaps with any started rollout that is running the account or still has to. A revert does not overlap with the
 * rollout that it reverts. `offset 0` and `min` make the database use indexes.
 */
export function overlapping(rollout: string): Statement<OverlappingRollout> {
  return ({ sql, of }) => {
    const isOpen = sql`t.state = any(${OPEN_STATES}::text[])`;
    return sql`
      with own as (select id, created_at, reverts from ${of('rollout')} where id = ${rollout} and phase = 'review')
      select m.id as rollout, m.phase, m.newer, shared.accounts
      from own
      cross join lateral (
        select r.id, r.phase, r.wave, r.created_at, (r.created_at, r.id) > (own.created_at, own.id) as newer from ${of('rollout')} as r
        where r.kind <> 'drift' and r.id <> own.id and r.id is distinct from own.reverts) as m
      cross join lateral (
        select count(*) as accounts from ${of('target')} as o where o.rollout = own.id and o.shape is not null and exists (
          select 1 from ${of('target')} as t where t.rollout = m.id and t.hub_id = o.hub_id and t.shape is not null
            and ((m.newer and m.phase <> 'aborted') or ${isOpen}) offset 0)) as shared
      where shared.accounts > 0 and ((m.newer and m.phase <> 'aborted') or (m.wave >= 0 and (
        select min(t.hub_id) from ${of('target')} as t where t.rollout = m.id and ${isOpen}) is not null))
      order by m.created_at desc, m.id desc limit 1`;
  };
}

/** A condition on a target `t` of the rollout `r`: a newer rollout has taken the account, or has it in hand. */
export function isTaken({ sql, of }: Parts) {
  return sql`exists (
    select from ${of('rollout')} as m where m.kind <> 'drift' and m.wave >= 0 and (m.created_at, m.id) > (r.created_at, r.id) and exists (
      select from ${of('target')} as n where n.rollout = m.id and n.hub_id = t.hub_id
        and (n.attempt > 0 or n.state = any(${OPEN_STATES}::text[]))))`;
}
