/** Statements on the clusters of a rollout: what was planned, by shape, and who approved it. */

import type { Thresholds } from '../../model/fleet.ts';
import type { DriftCounts } from '../../model/rollout-status.ts';
import type { Statement } from '../database/database.ts';
import type { Shape } from '../rollout/clusters.ts';

export interface ClusterRow extends Shape {
  readonly accounts: number;
  readonly sampleHub: number;
  /** How many of the accounts wait for approval. */
  readonly waiting: number;
  readonly approvedBy: string | null;
  /** Of a drift rollout. */
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
  /** Those that were counted: what is put into the clusters meanwhile goes on waiting. */
  readonly hubIds: readonly number[];
  readonly by: string;
  /** What is approved, for people, in the event. */
  readonly what: string;
  /** Those that it is approved by; kept where the rollout has none. */
  readonly thresholds: Thresholds;
}

/**
 * Approves the clusters and these accounts in them, also those that came into a cluster since it was approved; nothing where somebody changed the
 * rollout since it was read. What is planned later is held by the same thresholds.
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
 * Accounts that were planned into a cluster while somebody approved it are approved with it, unless it loses something or the rollout has thresholds. A start that did not see them
 * takes no effect.
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
