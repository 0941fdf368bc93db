/** The statement that begins accounts which a worker was given by the queue. */

import type { RolloutKind } from '../../model/rollout.ts';
import type { Statement } from '../database/database.ts';
import type { Job } from '../database/jobs.ts';

/** An account that this worker runs now. */
export interface BegunRow {
  readonly rollout: string;
  readonly kind: RolloutKind;
  readonly hub_id: number;
  readonly app: string;
  readonly shape: string;
  readonly attempt: number;
  /** Number of workers that died while they had the account. */
  readonly lost: number;
}

/**
 * Begins the accounts that are due: in an open wave of a rolling rollout whose error budget is not spent. The statement counts the failures
 * itself, so it sees every reported failure. It locks the rollout, so that a pause waits, and no account begins after the pause. A
 * repetition returns the accounts that these jobs have begun.
 */
export function beginTargets(jobs: readonly Omit<Job, 'queue'>[]): Statement<BegunRow> {
  const rollouts = jobs.map(({ rollout }) => rollout);
  const ids = jobs.map(({ id, retryCount }) => `${id}/${retryCount}`);
  return ({ sql, of, now }) => sql`
    with open as materialized (
      select r.id, r.kind, r.wave from ${of('rollout')} as r
      where r.id = any(${[...new Set(rollouts)]}::text[]) and r.phase = 'rolling'
        and (select count(*) from ${of('target')} as u where u.rollout = r.id and u.state = 'uncertain') <= r.max_uncertain
        and not exists (
          select from ${of('wave')} as w where w.rollout = r.id and (
            select count(*) from ${of('target')} as f
            where f.rollout = w.rollout and f.wave = w.wave and f.state = 'failed' and f.changing) * 100 > r.max_failed * w.changing)
      for share),
    asked as (
      select * from unnest(${rollouts}::text[], ${jobs.map(({ hubId }) => hubId)}::bigint[], ${ids}::text[]) as u (rollout, hub_id, job)),
    begun as (
      update ${of('target')} as t set state = 'running', attempt = attempt + 1, job = asked.job
      from open join asked on asked.rollout = open.id
      where t.rollout = asked.rollout and t.hub_id = asked.hub_id and t.wave <= open.wave
        and t.state in ('approved', 'deferred') and (t.not_before is null or t.not_before <= ${now})
      returning t.rollout, t.hub_id, t.app, t.shape, t.attempt, t.lost)
    select begun.rollout, r.kind, hub_id, app, shape, attempt, lost from begun join open as r on r.id = begun.rollout
    union all
    select t.rollout, r.kind, t.hub_id, t.app, t.shape, t.attempt, t.lost
    from asked join ${of('target')} as t on t.rollout = asked.rollout and t.hub_id = asked.hub_id and t.state = 'running' and t.job = asked.job
    join ${of('rollout')} as r on r.id = t.rollout`;
}
