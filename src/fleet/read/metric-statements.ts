/** Statements for metrics: numbers over the whole fleet, and of rollouts that still matter. */

import type { RolloutKind } from '../../model/rollout.ts';
import type { Statement } from '../database/database.ts';
import type { RolloutRow, TallyRow } from '../store/rollout-statements.ts';

export interface MeasuredRollout extends Pick<RolloutRow, 'id' | 'phase' | 'wave' | 'max_failed' | 'max_uncertain'> {
  readonly kind: RolloutKind;
  readonly tally: readonly TallyRow[];
  /** How often an account was given to a worker. */
  readonly claims: number;
  readonly runs: number;
  /** To the service. */
  readonly calls: number;
  readonly lost: number;
}

/** Those that are not over, and those that were made within a day: a series for each rollout there ever was would be too many. */
export function measureRollouts(): Statement<MeasuredRollout> {
  return ({ sql, of, now }) => sql`
    select r.id, r.kind, r.phase, r.wave, r.max_failed, r.max_uncertain, n.claims, n.runs, n.calls, n.lost, coalesce(n.tally, '[]'::json) as tally
    from ${of('rollout')} as r cross join lateral (
      select coalesce(sum(claims), 0)::bigint as claims, coalesce(sum(runs), 0)::bigint as runs, coalesce(sum(calls), 0)::bigint as calls, coalesce(sum(lost), 0)::bigint as lost,
        json_agg(json_build_object('wave', coalesce(wave, -1), 'state', state, 'accounts', accounts, 'changing', changing)) as tally
      from (select wave, state, count(*) as accounts, count(*) filter (where changing) as changing,
          sum(attempt) as claims, sum(cardinality(runs)) as runs, sum(calls) as calls, sum(lost) as lost
        from ${of('target')} as t where t.rollout = r.id group by wave, state) as counted) as n
    where r.phase not in ('done', 'aborted') or r.created_at > ${now} - interval '1 day' order by r.created_at, r.id`;
}

export interface MeasuredFleet {
  /** By state. */
  readonly installations: Readonly<Record<string, number>> | null;
  /** By scope. */
  readonly budgets: Readonly<Record<string, number>> | null;
  readonly workers: number;
}

export function measureFleet(): Statement<MeasuredFleet> {
  return ({ sql, of, now }) => sql`
    select
      (select json_object_agg(state, n) from (
        select state, count(*) as n from ${of('installation')} group by state) as counted) as installations,
      (select json_object_agg(scope, tokens) from ${of('budget')}) as budgets,
      (select count(*) from ${of('worker')} where task = 'run' and expires > ${now}) as workers`;
}
