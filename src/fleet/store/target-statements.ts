/** Statements on the accounts of a rollout: claimed by one worker at a time, changed only as what they were seen as. */

import type { FailedFor } from '../../model/rollout.ts';
import type { Statement } from '../database/database.ts';
import type { Target } from '../rollout/target.ts';

export interface ClaimedRow {
  readonly rollout: string;
  readonly hub_id: number;
  readonly shape: string;
  readonly attempt: number;
}

/**
 * Gives up to `slots` accounts to the worker: of open waves, early waves first, apps in turn, those first that were served longest ago.
 * Nothing of a rollout that is not rolling or whose error budget is spent: the rule is that of `mayStart`, asked in the same statement, so
 * that no failure that is told is overlooked. Rows that another worker is taking are passed over.
 */
export function claimTargets(worker: string, slots: number): Statement<ClaimedRow> {
  return ({ sql, of, now }) => sql`
    with open as (
      select r.id, r.wave from ${of('rollout')} as r
      where r.phase = 'rolling'
        and (select count(*) from ${of('target')} as u where u.rollout = r.id and u.state = 'uncertain') <= r.max_uncertain
        and not exists (
          select from ${of('wave')} as w where w.rollout = r.id and (
            select count(*) from ${of('target')} as f
            where f.rollout = w.rollout and f.wave = w.wave and f.state = 'failed') * 100 > r.max_failed * w.changing)),
    due as (
      select one.*, row_number() over (partition by one.app order by one.wave, one.not_before nulls first, one.hub_id) as turn
      from open cross join (select distinct app, rollout from ${of('served')}) as a
      cross join lateral (
        select t.rollout, t.hub_id, t.app, t.wave, t.not_before from ${of('target')} as t
        where t.rollout = open.id and a.rollout = open.id and t.app = a.app and t.wave <= open.wave
          and t.state in ('approved', 'deferred') and (t.not_before is null or t.not_before <= ${now})
        order by t.wave, t.not_before nulls first, t.hub_id limit ${slots}) as one),
    chosen as (
      select t.rollout, t.hub_id from ${of('target')} as t
      join due on due.rollout = t.rollout and due.hub_id = t.hub_id
      join ${of('served')} as s on s.rollout = due.rollout and s.app = due.app
      where t.state in ('approved', 'deferred')
      order by due.wave, due.turn, s.at nulls first, due.hub_id
      limit ${slots} for update of t skip locked),
    claimed as (
      update ${of('target')} as t set state = 'running', attempt = attempt + 1, worker = ${worker}
      from chosen where t.rollout = chosen.rollout and t.hub_id = chosen.hub_id
      returning t.rollout, t.hub_id, t.app, t.shape, t.attempt),
    served as (
      update ${of('served')} as s set at = ${now} from (select distinct rollout, app from claimed) as c
      where s.rollout = c.rollout and s.app = c.app)
    select rollout, hub_id, shape, attempt from claimed`;
}

/** A target as its state machine sees it. */
export interface TargetRow extends Target {
  readonly rollout: string;
  readonly hubId: number;
  /** The time of the database, in milliseconds. */
  readonly now: number;
  readonly patienceMs: number;
}

/** What a worker has in hand, as a text. */
export function keyOf({ rollout, hub_id }: Pick<ClaimedRow, 'hub_id' | 'rollout'>): string {
  return `${rollout}/${hub_id}`;
}

export type Which =
  | { readonly kind: 'one'; readonly rollout: string; readonly hubId: number }
  /** Running at a worker that sent no heartbeat for its term, or at this one, which has none but these in hand. */
  | { readonly kind: 'lost'; readonly worker: string; readonly inHand: readonly string[] }
  /** Ended otherwise than well, for this reason or for any. */
  | { readonly kind: 'to-retry'; readonly rollout: string; readonly because: FailedFor | null };

export function readTargets(which: Which): Statement<TargetRow> {
  return (parts) => {
    const { sql, of, now } = parts;
    return sql`
      select t.rollout, t.hub_id as "hubId", t.state, t.attempt, t.lost, t.error_kind as "errorKind",
        (extract(epoch from t.not_before) * 1000)::double precision as "notBefore",
        (extract(epoch from t.put_off_at) * 1000)::double precision as "putOffAt",
        (extract(epoch from ${now}) * 1000)::double precision as now, r.patience_ms as "patienceMs"
      from ${of('target')} as t join ${of('rollout')} as r on r.id = t.rollout where ${those(which)(parts)}`;
  };
}

function those(which: Which): Statement<unknown> {
  switch (which.kind) {
    case 'one':
      return ({ sql }) => sql`t.rollout = ${which.rollout} and t.hub_id = ${which.hubId}`;
    case 'lost':
      return ({ sql, of, now }) => sql`t.state = 'running' and (
        not exists (select from ${of('worker')} as w where w.id = t.worker and w.expires > ${now})
        or (t.worker = ${which.worker} and not (t.rollout || '/' || t.hub_id = any(${which.inHand}::text[]))))`;
    case 'to-retry':
      return ({ sql }) => sql`t.rollout = ${which.rollout} and t.wave is not null
        and t.state in ('failed', 'skipped', 'uncertain')
        and (${which.because}::text is null or t.error_kind = ${which.because})`;
  }
}

/** What is said of a run beside its state. */
export interface Told {
  /** Of the ledger; null where nothing was run. */
  readonly run: string | null;
  /** The shape of the fresh plan. */
  readonly shape: string | null;
  /** For people. */
  readonly message: string | null;
}

/** One row when it took effect: the target was still in the state and at the attempt that it was seen in. */
export function changeTarget(
  before: TargetRow,
  { state, attempt, lost, notBefore, putOffAt, errorKind }: Target,
  { run, shape, message }: Told,
): Statement<{ readonly hub_id: number }> {
  const seconds = (ms: number | null): number | null => (ms === null ? null : ms / 1000);
  return ({ sql, of, now }) => sql`
    update ${of('target')} set state = ${state}, attempt = ${attempt}, lost = ${lost}, error_kind = ${errorKind},
      not_before = to_timestamp(${seconds(notBefore)}::double precision),
      put_off_at = to_timestamp(${seconds(putOffAt)}::double precision),
      worker = null, run = coalesce(${run}, run), fresh_shape = ${shape}, message = ${message}, changed_at = ${now}
    where rollout = ${before.rollout} and hub_id = ${before.hubId} and state = ${before.state} and attempt = ${before.attempt}
    returning hub_id`;
}
