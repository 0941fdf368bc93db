/** Statements on accounts that are planned: they are listed once, then put into clusters. */

import type { FailedFor, TargetState } from '../../model/rollout.ts';
import type { DriftCounts } from '../../model/rollout-status.ts';
import type { Statement } from '../database/database.ts';
import type { Shape } from '../rollout/clusters.ts';
import { storable } from './storable.ts';

export interface ListedAccount {
  readonly hubId: number;
  readonly app: string;
  readonly labels: Readonly<Record<string, string>>;
}

/** Keeps accounts that are listed already. Does nothing if the planning of the rollout is over. */
export function listAccounts(rollout: string, accounts: readonly ListedAccount[]): Statement<never> {
  const labels = accounts.map((account) => JSON.stringify(account.labels));
  return ({ sql, of }) => sql`
    insert into ${of('target')} (rollout, hub_id, app, labels, changing, state)
    select r.id, u.hub_id, u.app, u.labels::jsonb, false, 'planning' from ${of('rollout')} as r,
      unnest(${accounts.map(({ hubId }) => hubId)}::bigint[], ${accounts.map(({ app }) => app)}::text[], ${labels}::text[])
        as u (hub_id, app, labels)
    where r.id = ${rollout} and r.phase = 'planning'
    on conflict do nothing`;
}

/** Lists the accounts in which the other rollout began a run. */
export function listReverted(rollout: string, reverts: string): Statement<never> {
  return ({ sql, of }) => sql`
    insert into ${of('target')} (rollout, hub_id, app, labels, changing, state)
    select r.id, t.hub_id, t.app, t.labels, false, 'planning' from ${of('rollout')} as r, ${of('target')} as t
    where r.id = ${rollout} and r.phase = 'planning' and t.rollout = ${reverts} and t.runs <> '{}'
    on conflict do nothing`;
}

export interface RevertedRow {
  readonly hub_id: number;
  readonly app: string;
  /** True if the reverted rollout began a run in the account. */
  readonly begun: boolean;
}

/** The accounts of a rollout that is reverted. */
export function readReverted(rollout: string): Statement<RevertedRow> {
  return ({ sql, of }) => sql`
    select hub_id, app, runs <> '{}' as begun from ${of('target')} where rollout = ${rollout} order by hub_id`;
}

/** Of these, the accounts that are still to be planned. */
export function toPlan(rollout: string, hubIds: readonly number[]): Statement<{ readonly hubId: number }> {
  return ({ sql, of }) => sql`
    select hub_id as "hubId" from ${of('target')}
    where rollout = ${rollout} and hub_id = any(${hubIds}::bigint[]) and state = 'planning'`;
}

export function countToPlan(rollout: string): Statement<{ readonly left: number }> {
  return ({ sql, of }) => sql`
    select count(*) as left from ${of('target')} where rollout = ${rollout} and state = 'planning'`;
}

interface OfAccount {
  readonly rollout: string;
  readonly hubId: number;
}

export interface PlannedRow extends OfAccount, Shape {
  readonly drift: DriftCounts | null;
  /** The plan, or the drift, as JSON. */
  readonly sample: string;
  /** State in a cluster that needs an approval, and state in an approved or empty cluster. */
  readonly states: { readonly held: TargetState; readonly ready: TargetState };
}

/**
 * Puts an account into its cluster. The plan of the account with the lowest id is the sample. An approval counts for the accounts of that
 * moment: a later account of a risky cluster, or of a rollout with thresholds, waits for another approval.
 */
export function putPlanned(row: PlannedRow): Statement<never> {
  const { rollout, hubId, sample, shape, standing, actions, severities, risks, drift, states } = row;
  const facts = JSON.stringify({ actions, severities, risks, drift });
  const isEmpty = standing === 'empty';
  const isRisky = standing === 'risky';
  return ({ sql, of, now }) => sql`
    with planned as (
      update ${of('target')} set shape = ${shape}, changing = ${!isEmpty && drift === null}, changed_at = ${now},
        state = case when ${isEmpty}::boolean or (not ${isRisky}::boolean and exists (
          select from ${of('cluster')} as c join ${of('rollout')} as r on r.id = c.rollout
          where c.rollout = ${rollout} and c.shape = ${shape} and c.approved_at is not null
            and coalesce(r.thresholds, '{}'::jsonb) = '{}'::jsonb))
          then ${states.ready} else ${states.held} end
      where rollout = ${rollout} and hub_id = ${hubId} and state = 'planning' returning hub_id)
    insert into ${of('cluster')} as known (rollout, shape, standing, facts, sample_hub, sample)
    select ${rollout}, ${shape}, ${standing}, ${facts}::text::jsonb, hub_id, ${sample} from planned
    on conflict (rollout, shape) do update set sample_hub = excluded.sample_hub, sample = excluded.sample
    where excluded.sample_hub < known.sample_hub`;
}

export interface UnplannedRow extends OfAccount {
  /** Null: it was passed over, as it is revoked, uninstalled or paused. */
  readonly because: FailedFor | null;
  readonly message: string;
}

/** Notes why the account could not be planned. The account has no cluster and no wave. */
export function putUnplanned({ rollout, hubId, because, message }: UnplannedRow): Statement<never> {
  const state = because === null ? 'skipped' : 'failed';
  return ({ sql, of, now }) => sql`
    update ${of('target')} set state = ${state}, error_kind = ${because}, message = ${storable(message)}, changed_at = ${now}
    where rollout = ${rollout} and hub_id = ${hubId} and state = 'planning'`;
}

/** Marks accounts that could not be planned, or were passed over, to be planned again. A start that missed the mark has no effect. */
export function planAgain(rollout: string): Statement<never> {
  return ({ sql, of }) => sql`
    with raised as (
      update ${of('rollout')} set epoch = epoch + 1 where id = ${rollout} and phase in ('planning', 'review') returning id)
    update ${of('target')} as t set state = 'planning', error_kind = null, message = null from raised
    where t.rollout = raised.id and t.shape is null and t.state in ('failed', 'skipped')`;
}
