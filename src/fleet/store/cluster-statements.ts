/** Statements on the clusters of a rollout: the plans by shape, and their approvals. */

import type { Thresholds } from '../../model/fleet.ts';
import type { DriftCounts } from '../../model/rollout-status.ts';
import type { Statement } from '../database/database.ts';
import type { Shape } from '../rollout/clusters.ts';

export interface ClusterRow extends Shape {
  readonly accounts: number;
  readonly sampleHub: number;
  /** Number of accounts that wait for approval. */
  readonly waiting: number;
  readonly approvedBy: string | null;
  /** Null unless it is a drift rollout. */
  readonly drift: DriftCounts | null;
}

/** Returns the largest cluster first. */
export function readClusters(rollout: string): Statement<ClusterRow> {
  return ({ sql, of }) => sql`
    select c.shape, c.standing, c.facts->'actions' as actions, c.facts->'severities' as severities,
      c.facts->'risks' as risks, c.facts->'drift' as drift, c.sample_hub as "sampleHub", c.approved_by as "approvedBy",
      counted.accounts, counted.waiting
    from ${of('cluster')} as c cross join lateral (
      select count(*) as accounts, count(*) filter (where t.state = 'waiting') as waiting
      from ${of('target')} as t where t.rollout = c.rollout and t.shape = c.shape) as counted
    where c.rollout = ${rollout} order by counted.accounts desc, c.shape`;
}

/** The plan, or the drift, as JSON, and whether accounts with such a plan may be changed. */
export function readSample(
  rollout: string,
  shape: string,
): Statement<{ readonly sample: string; readonly approved: boolean }> {
  return ({ sql, of }) => sql`
    select sample, standing = 'empty' or approved_at is not null as approved
    from ${of('cluster')} where rollout = ${rollout} and shape = ${shape}`;
}

/** Accounts that wait for approval. */
export function readWaiting(rollout: string): Statement<{ readonly hub_id: number }> {
  return ({ sql, of }) => sql`select hub_id from ${of('target')} where rollout = ${rollout} and state = 'waiting'`;
}

export interface Approving {
  readonly rollout: string;
  readonly epoch: number;
  readonly shapes: readonly string[];
  /** Accounts that the approval counted. An account that joins a cluster later waits for another approval. */
  readonly hubIds: readonly number[];
  readonly by: string;
  /** Description of the approval for people, in the event. */
  readonly what: string;
  /** Thresholds of the approval. They are kept if the rollout has none. */
  readonly thresholds: Thresholds;
}

/**
 * Approves the clusters for these accounts. Does nothing if the rollout changed since it was read. The same thresholds apply to accounts
 * that are planned later.
 */
export function approveClusters({
  rollout,
  epoch,
  shapes,
  hubIds,
  by,
  what,
  thresholds,
}: Approving): Statement<{ readonly id: string }> {
  return ({ sql, of, now }) => sql`
    with reviewed as (
      update ${of('rollout')} set epoch = epoch + 1,
        thresholds = coalesce(nullif(thresholds, '{}'::jsonb), ${JSON.stringify(thresholds)}::text::jsonb)
      where id = ${rollout} and epoch = ${epoch} and phase = 'review' returning id),
    approved as (
      update ${of('cluster')} as c set approved_by = ${by}, approved_at = ${now} from reviewed
      where c.rollout = reviewed.id and c.shape = any(${shapes}::text[]) and (c.approved_at is null or exists (
        select from ${of('target')} as t where t.rollout = c.rollout and t.shape = c.shape and t.state = 'waiting'))),
    ready as (
      update ${of('target')} as t set state = 'approved' from reviewed
      where t.rollout = reviewed.id and t.shape = any(${shapes}::text[]) and t.state = 'waiting' and t.hub_id = any(${hubIds}::bigint[])
      returning t.hub_id),
    told as (
      insert into ${of('event')} (rollout, at, detail)
      select id, ${now}, json_build_object('kind', 'approve', 'by', ${by}::text, 'message',
        ${what}::text || (select case count(*) when 1 then ' for 1 account' else ' for ' || count(*) || ' accounts' end from ready))::jsonb
      from reviewed)
    select id from reviewed`;
}

/**
 * Approves accounts that joined a cluster during its approval, unless the cluster loses something or the rollout has thresholds. A start
 * that missed them has no effect.
 */
export function approveLate(rollout: string): Statement<never> {
  return ({ sql, of }) => sql`
    with late as (
      select t.hub_id from ${of('target')} as t join ${of('cluster')} as c on c.rollout = t.rollout and c.shape = t.shape
        join ${of('rollout')} as r on r.id = t.rollout
      where t.rollout = ${rollout} and t.state = 'waiting' and c.approved_at is not null and c.standing <> 'risky'
        and coalesce(r.thresholds, '{}'::jsonb) = '{}'::jsonb),
    raised as (
      update ${of('rollout')} set epoch = epoch + 1
      where id = ${rollout} and phase = 'review' and exists (select from late) returning id)
    update ${of('target')} as t set state = 'approved' from late, raised
    where t.rollout = raised.id and t.hub_id = late.hub_id and t.state = 'waiting'`;
}
