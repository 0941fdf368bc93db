/** Finds another rollout of the same accounts. Only one of both may run them. */

import type { OverlappingRollout } from '../../model/rollout-status.ts';
import type { Statement } from '../database/database.ts';
import { OPEN_STATES } from '../rollout/target.ts';

const UNDER_WAY = ['rolling', 'soaking', 'paused', 'stopped'];
const RETRIABLE = ['failed', 'skipped', 'uncertain'];

/**
 * Returns at most one row, the newest. A rollout in review overlaps with a newer rollout that was not aborted and has a plan for the same
 * account. It also overlaps with an older rollout that is running the account or still has to. A started rollout overlaps with a newer
 * started rollout that has an account which would be tried again. A revert does not overlap with the rollout that it reverts.
 */
export function overlapping(rollout: string): Statement<OverlappingRollout> {
  return ({ sql, of }) => sql`
    with own as (select id, phase, created_at, reverts from ${of('rollout')} where id = ${rollout})
    select m.id as rollout, m.phase, m.newer, shared.accounts
    from own
    cross join lateral (
      select r.id, r.phase, r.wave, r.created_at, (r.created_at, r.id) > (own.created_at, own.id) as newer from ${of('rollout')} as r
      where r.kind <> 'drift' and r.id <> own.id and r.id is distinct from own.reverts) as m
    cross join lateral (
      select count(*) as accounts from ${of('target')} as o join ${of('target')} as t on t.rollout = m.id and t.hub_id = o.hub_id
      where o.rollout = own.id and o.shape is not null and t.shape is not null
        and (own.phase = 'review' or o.state = any(${RETRIABLE}::text[]))
        and (m.newer or t.state = 'running' or (m.phase <> 'aborted' and t.state = any(${OPEN_STATES}::text[])))) as shared
    where case
        when own.phase <> 'review' then m.newer and m.wave >= 0
        when m.newer then m.phase <> 'aborted'
        else m.phase = any(${UNDER_WAY}::text[]) or exists (
          select from ${of('target')} as t where t.rollout = m.id and t.state = 'running') end
      and shared.accounts > 0
    order by m.created_at desc, m.id desc limit 1`;
}
