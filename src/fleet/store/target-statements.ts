/** Statements on the accounts of a rollout. An account changes only if it still is as it was read. */

import type { FailedFor } from '../../model/rollout.ts';
import type { Statement } from '../database/database.ts';
import type { RunQueues } from '../queue/names.ts';
import type { Target } from '../rollout/target.ts';
import type { BegunRow } from './begin-statement.ts';
import { hasNoWorker } from './job-statements.ts';
import { isTaken } from './overlap-statement.ts';
import { storable } from './storable.ts';

/** A target as its state machine sees it. */
export interface TargetRow extends Target {
  readonly rollout: string;
  readonly hubId: number;
  /** The time of the database, in milliseconds. */
  readonly now: number;
  readonly patienceMs: number;
  /** True if the rollout is aborted, so that deferred accounts are not tried again. */
  readonly isAborted: boolean;
}

export type Which =
  | { readonly kind: 'each'; readonly rollout: string; readonly hubIds: readonly number[] }
  /** Running, and no worker that lives has it. */
  | { readonly kind: 'lost'; readonly rollout: string; readonly queues: RunQueues }
  /** Not successful, for this reason or for any. `taken`: a newer rollout has taken it, or has not. */
  | {
      readonly kind: 'to-retry';
      readonly rollout: string;
      readonly because: FailedFor | null;
      readonly taken: boolean;
    };

export function readTargets(which: Which): Statement<TargetRow> {
  return (parts) => {
    const { sql, of, now } = parts;
    return sql`
      select t.rollout, t.hub_id as "hubId", t.state, t.attempt, t.lost, t.error_kind as "errorKind",
        (extract(epoch from t.not_before) * 1000)::double precision as "notBefore",
        (extract(epoch from t.put_off_at) * 1000)::double precision as "putOffAt",
        (extract(epoch from ${now}) * 1000)::double precision as now, r.patience_ms as "patienceMs",
        r.phase = 'aborted' as "isAborted"
      from ${of('target')} as t join ${of('rollout')} as r on r.id = t.rollout where ${those(which)(parts)}`;
  };
}

function those(which: Which): Statement<unknown> {
  switch (which.kind) {
    case 'each':
      return ({ sql }) => sql`t.rollout = ${which.rollout} and t.hub_id = any(${which.hubIds}::bigint[])`;
    case 'lost':
      return (parts) => parts.sql`t.rollout = ${which.rollout} and ${hasNoWorker(which.queues)(parts)}`;
    case 'to-retry':
      return (parts) => parts.sql`t.rollout = ${which.rollout} and t.wave is not null
        and t.state in ('failed', 'skipped', 'uncertain')
        and (${which.because}::text is null or t.error_kind = ${which.because}) and ${isTaken(parts)} = ${which.taken}`;
  }
}

/** Facts about a run that are stored with the state. */
export interface Told {
  /** Id of the run in the ledger; null if there was no run. */
  readonly run: string | null;
  /** The shape of the fresh plan. */
  readonly shape: string | null;
  /** For people. */
  readonly message: string | null;
}

/** Returns one row if the target still had the state and the attempt that were read. */
export function changeTarget(
  before: Pick<TargetRow, 'rollout' | 'hubId' | 'state' | 'attempt'>,
  { state, attempt, lost, notBefore, putOffAt, errorKind }: Target,
  { run, shape, message }: Told,
): Statement<{ readonly hub_id: number }> {
  const seconds = (ms: number | null): number | null => (ms === null ? null : ms / 1000);
  return ({ sql, of, now }) => sql`
    update ${of('target')} set state = ${state}, attempt = ${attempt}, lost = ${lost}, error_kind = ${errorKind},
      not_before = to_timestamp(${seconds(notBefore)}::double precision),
      put_off_at = to_timestamp(${seconds(putOffAt)}::double precision),
      run = coalesce(${run}, run), fresh_shape = ${shape}, message = ${storable(message)}, changed_at = ${now}
    where rollout = ${before.rollout} and hub_id = ${before.hubId} and state = ${before.state} and attempt = ${before.attempt}
    returning hub_id`;
}

/** Notes the run before its first write. Returns one row if the account still belongs to this worker. A repetition notes the run once. */
export function noteRun({ rollout, hub_id, attempt }: BegunRow, run: string): Statement<{ readonly hub_id: number }> {
  return ({ sql, of }) => sql`
    update ${of('target')} set runs = case when ${run} = any(runs) then runs else runs || ${run}::text end
    where rollout = ${rollout} and hub_id = ${hub_id} and state = 'running' and attempt = ${attempt} returning hub_id`;
}

/** Returns one row if this rollout began a run of the account, so that a part of its plan may be done. */
export function readBegun(rollout: string, hubId: number): Statement<{ readonly hub_id: number }> {
  return ({ sql, of }) => sql`
    select hub_id from ${of('target')} where rollout = ${rollout} and hub_id = ${hubId} and runs <> '{}'`;
}

/** Source of a revert in one account: the runs of the reverted rollout. */
export interface SourceRow {
  readonly reverts: string;
  /** App that the account has installed. */
  readonly app: string;
  readonly runs: readonly string[];
}

export function readSource(rollout: string, hubId: number): Statement<SourceRow> {
  return ({ sql, of }) => sql`
    select r.reverts, own.app, coalesce(t.runs, '{}') as runs from ${of('rollout')} as r
    join ${of('target')} as own on own.rollout = r.id and own.hub_id = ${hubId}
    left join ${of('target')} as t on t.rollout = r.reverts and t.hub_id = ${hubId} where r.id = ${rollout}`;
}

/** Counts the running accounts, and the accounts in which a run was begun. */
export function countRuns(rollout: string): Statement<{ readonly running: number; readonly begun: number }> {
  return ({ sql, of }) => sql`
    select count(*) filter (where state = 'running') as running, count(*) filter (where runs <> '{}') as begun
    from ${of('target')} where rollout = ${rollout}`;
}
