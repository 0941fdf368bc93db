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
 * Gives up to `slots` accounts to the worker: of open waves, early waves first, apps in turn and the rollouts of an app in turn, those first that were
 * served longest ago. Nothing of a rollout that is not rolling or whose error budget is spent: the rule is that of `mayStart`, asked in the same
 * statement, so that no failure that is told is overlooked. Rows that another worker is taking are passed over.
 *
 * An account that one more end of a worker makes failed is given alone, to a worker that has none: what ends with it then is its own doing, and
 * none beside it fails for it.
 */
export function claimTargets(
  worker: string,
  slots: number,
  configuration: string | null = null,
): Statement<ClaimedRow> {
  return ({ sql, of, now }) => {
    const doubtful = sql`lost >= ${MAX_LOST - 1}::integer`;
    const ready = sql`
      select t.rollout, t.hub_id from ${of('target')} as t
      join fair on fair.rollout = t.rollout and fair.hub_id = t.hub_id
      where t.state in ('approved', 'deferred') and (t.not_before is null or t.not_before <= ${now})`;
    const first = (most: number) => sql`
      order by fair.nth, fair.app_at nulls first, fair.hub_id limit ${most} for update of t skip locked`;
    return sql`
    with open as (
      select r.id, r.kind, r.wave from ${of('rollout')} as r
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
      select one.*, a.at, row_number() over (
        partition by one.rollout, one.app order by one.wave, one.not_before nulls first, one.hub_id) as turn
      from open join ${of('served')} as a on a.rollout = open.id and not (select is_alone from hand)
      cross join lateral (
        select t.rollout, t.hub_id, t.app, t.wave, t.not_before, t.${doubtful} as doubtful from ${of('target')} as t
        where t.rollout = open.id and t.app = a.app and t.wave <= open.wave and (not t.${doubtful} or (select is_empty from hand))
          and t.state in ('approved', 'deferred') and (t.not_before is null or t.not_before <= ${now})
        order by t.wave, t.not_before nulls first, t.hub_id limit ${slots}) as one),
    fair as (
      select rollout, hub_id, app, row_number() over (partition by app order by turn, at nulls first, rollout) as nth,
        max(at) over (partition by app) as app_at, doubtful
      from due),
    single as (${ready} and fair.doubtful ${first(1)}),
    others as (${ready} and not fair.doubtful and not exists (select from single) ${first(slots)}),
    chosen as (select * from single union all select * from others),
    claimed as (
      update ${of('target')} as t set state = 'running', attempt = attempt + 1, worker = ${worker}
      from chosen where t.rollout = chosen.rollout and t.hub_id = chosen.hub_id
      returning t.rollout, t.hub_id, t.app, t.shape, t.attempt, t.lost),
    turns as (
      select s.rollout, s.app from ${of('served')} as s
      where (s.rollout, s.app) in (select rollout, app from claimed) for update skip locked),
    served as (
      update ${of('served')} as s set at = ${now} from turns where s.rollout = turns.rollout and s.app = turns.app)
    select rollout, kind, hub_id, app, shape, attempt, lost from claimed join open on open.id = rollout`;
  };
}
