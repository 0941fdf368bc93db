/** The statement that gives accounts of rollouts to a worker. */

import type { RolloutKind } from '../../model/rollout.ts';
import type { Statement } from '../database/database.ts';
import { MAX_LOST } from '../rollout/target.ts';

export interface ClaimedRow {
  readonly rollout: string;
  readonly kind: RolloutKind;
  readonly hub_id: number;
  readonly app: string;
  readonly shape: string;
  readonly attempt: number;
  /** How many workers ended while they had it. */
  readonly lost: number;
}

/**
 * Gives up to `slots` accounts that are due to the worker, the oldest first: by the start of the rollout, the wave, and the time until which
 * the account was put off. Gives nothing of a rollout that is not rolling or has spent its error budget. This is the rule of `mayStart`, read
 * in the same statement, so that every reported failure counts. Skips rows that another worker is claiming.
 *
 * An account that fails with the next end of a worker is given alone, to a worker that has no other account.
 */
export function claimTargets(
  worker: string,
  slots: number,
  configuration: string | null = null,
): Statement<ClaimedRow> {
  return ({ sql, of, now }) => {
    const doubtful = sql`lost >= ${MAX_LOST - 1}::integer`;
    const isDue = sql`t.state in ('approved', 'deferred') and (t.not_before is null or t.not_before <= ${now})`;
    const ready = sql`
      select t.rollout, t.hub_id from ${of('target')} as t
      join due on due.rollout = t.rollout and due.hub_id = t.hub_id where ${isDue}`;
    const first = (most: number) => sql`
      order by due.started, due.rollout, due.wave, due.not_before nulls first, due.hub_id limit ${most} for update of t skip locked`;
    return sql`
    with open as (
      select r.id, r.kind, r.wave, r.started from ${of('rollout')} as r
      where r.phase = 'rolling'
        and (r.digest is null or ${configuration}::text is null or r.digest = ${configuration})
        and (select count(*) from ${of('target')} as u where u.rollout = r.id and u.state = 'uncertain') <= r.max_uncertain
        and not exists (
          select from ${of('wave')} as w where w.rollout = r.id and (
            select count(*) from ${of('target')} as f
            where f.rollout = w.rollout and f.wave = w.wave and f.state = 'failed' and f.changing) * 100 > r.max_failed * w.changing)),
    hand as (
      select count(*) = 0 as is_empty, coalesce(bool_or(mine.${doubtful}), false) as is_alone
      from ${of('target')} as mine where mine.worker = ${worker} and mine.state = 'running'),
    due as (
      select each.*, open.started from open cross join lateral (
        select t.rollout, t.hub_id, t.wave, t.not_before, t.${doubtful} as doubtful from ${of('target')} as t
        where t.rollout = open.id and t.wave <= open.wave and (not t.${doubtful} or (select is_empty from hand)) and ${isDue}
        order by t.wave, t.not_before nulls first, t.hub_id limit ${slots}) as each
      where not (select is_alone from hand)),
    single as (${ready} and due.doubtful ${first(1)}),
    others as (${ready} and not due.doubtful and not exists (select from single) ${first(slots)}),
    chosen as (select * from single union all select * from others),
    claimed as (
      update ${of('target')} as t set state = 'running', attempt = attempt + 1, worker = ${worker}
      from chosen where t.rollout = chosen.rollout and t.hub_id = chosen.hub_id
      returning t.rollout, t.hub_id, t.app, t.shape, t.attempt, t.lost)
    select rollout, kind, hub_id, app, shape, attempt, lost from claimed join open on open.id = rollout`;
  };
}
