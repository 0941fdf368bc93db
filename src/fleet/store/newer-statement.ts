/** The statements that find other rollouts of the same accounts: one that is newer, and those under way that one in review would go over. */

import type { NewerRollout, OlderRollout } from '../../model/rollout-status.ts';
import type { Statement } from '../database/database.ts';
import { OPEN_STATES } from '../rollout/target.ts';

const UNDER_WAY = ['rolling', 'soaking', 'paused', 'stopped'];

/**
 * At most one row. In review: the newest one that was not aborted, with the accounts that have a plan in both. Under way: the last one that
 * was started later, with the accounts that are left here and that it has taken or will take. A page asks every few seconds, so accounts are
 * counted for that one alone, each search stops at the first account, and `offset 0` keeps the database from joining all targets.
 */
export function newerRollout(rollout: string): Statement<{ readonly newer: NewerRollout }> {
  return ({ sql, of }) => {
    const planned = sql`from ${of('target')} as o where o.rollout = ${rollout} and o.shape is not null and exists (
        select 1 from ${of('target')} as t where t.rollout = m.id and t.hub_id = o.hub_id and t.shape is not null offset 0)`;
    const left = sql`from ${of('target')} as o where o.rollout = ${rollout} and o.state = any(${OPEN_STATES}::text[]) and exists (
        select 1 from ${of('target')} as t where t.rollout = m.id and t.hub_id = o.hub_id
          and (t.attempt > 0 or t.state = any(${OPEN_STATES}::text[])) offset 0)`;
    // Its own row is looked up first and not joined, so that no accounts are searched for rollouts that came before.
    const own = sql`from ${of('rollout')} where id = ${rollout}`;
    return sql`
      (select json_build_object('rollout', m.id, 'accounts', (select count(*) ${planned})) as newer
        from ${of('rollout')} as m
        where (select phase ${own}) = 'review' and (m.created_at, m.id) > (select created_at, id ${own})
          and m.kind <> 'drift' and m.phase <> 'aborted' and exists (select 1 ${planned} offset 0)
        order by m.created_at desc, m.id desc limit 1)
      union all
      (select json_build_object('rollout', m.id, 'accounts', (select count(*) ${left})) as newer
        from ${of('rollout')} as m
        where (select phase ${own}) = any(${UNDER_WAY}::text[]) and (m.started, m.id) > (select started, id ${own})
          and exists (select 1 ${left} offset 0)
        order by m.started desc, m.id desc limit 1)`;
  };
}

/**
 * Of a rollout in review: the older ones under way, with the accounts that have a plan here and are left there; the newest first. The one
 * that it reverts is not among them: that one is put back because it is there.
 */
export function olderUnderWay(rollout: string): Statement<OlderRollout> {
  return ({ sql, of }) => sql`
    select m.id as rollout, m.phase, shared.accounts
    from ${of('rollout')} as own
    join ${of('rollout')} as m on (m.created_at, m.id) < (own.created_at, own.id) and m.id is distinct from own.reverts
    cross join lateral (
      select count(*) as accounts from ${of('target')} as o where o.rollout = m.id and o.state = any(${OPEN_STATES}::text[]) and exists (
        select 1 from ${of('target')} as t
        where t.rollout = own.id and t.hub_id = o.hub_id and t.shape is not null offset 0)) as shared
    where own.id = ${rollout} and own.phase = 'review' and m.phase = any(${UNDER_WAY}::text[]) and shared.accounts > 0
    order by m.created_at desc, m.id desc`;
}
