/** Statements on the clusters of a rollout: what was planned, by shape, and who approved it. */

import type { Statement } from '../database/database.ts';
import type { Shape } from '../rollout/clusters.ts';

export interface PlannedRow extends Shape {
  readonly rollout: string;
  readonly hubId: number;
  readonly app: string;
  readonly labels: Readonly<Record<string, string>>;
  /** The plan as JSON. */
  readonly plan: string;
}

/**
 * Puts an account into its cluster. The plan of the lowest account id stays as the sample, whatever order they come in; an account that
 * is there already changes nothing.
 */
export function addPlanned(row: PlannedRow): Statement<{ readonly hub_id: number }> {
  const { rollout, hubId, app, labels, plan, shape, standing, actions, severities, risks } = row;
  const state = standing === 'empty' ? 'approved' : 'waiting';
  const facts = JSON.stringify({ actions, severities, risks });
  return ({ sql, of }) => sql`
    with added as (
      insert into ${of('target')} (rollout, hub_id, app, labels, shape, changing, state)
      values (${rollout}, ${hubId}, ${app}, ${JSON.stringify(labels)}::jsonb, ${shape}, ${standing !== 'empty'}, ${state})
      on conflict do nothing returning hub_id),
    grouped as (
      insert into ${of('cluster')} as known (rollout, shape, standing, facts, sample_hub, sample)
      select ${rollout}, ${shape}, ${standing}, ${facts}::jsonb, hub_id, ${plan} from added
      on conflict (rollout, shape) do update set sample_hub = excluded.sample_hub, sample = excluded.sample
      where excluded.sample_hub < known.sample_hub)
    select hub_id from added`;
}

export interface ClusterRow extends Shape {
  readonly accounts: number;
  readonly sampleHub: number;
  readonly approvedBy: string | null;
}

export function readClusters(rollout: string): Statement<ClusterRow> {
  return ({ sql, of }) => sql`
    select c.shape, c.standing, c.facts->'actions' as actions, c.facts->'severities' as severities,
      c.facts->'risks' as risks, c.sample_hub as "sampleHub", c.approved_by as "approvedBy",
      (select count(*) from ${of('target')} as t where t.rollout = c.rollout and t.shape = c.shape) as accounts
    from ${of('cluster')} as c where c.rollout = ${rollout}`;
}

/** The plan as JSON, and whether accounts with such a plan may be changed. */
export function readSample(
  rollout: string,
  shape: string,
): Statement<{ readonly sample: string; readonly approved: boolean }> {
  return ({ sql, of }) => sql`
    select sample, standing = 'empty' or approved_at is not null as approved
    from ${of('cluster')} where rollout = ${rollout} and shape = ${shape}`;
}

export interface Approving {
  readonly rollout: string;
  readonly epoch: number;
  readonly shapes: readonly string[];
  readonly by: string;
}

/** Approves the clusters and every account in them; nothing where somebody changed the rollout since it was read. */
export function approveClusters({ rollout, epoch, shapes, by }: Approving): Statement<{ readonly id: string }> {
  return ({ sql, of, now }) => sql`
    with reviewed as (
      update ${of('rollout')} set epoch = epoch + 1 where id = ${rollout} and epoch = ${epoch} and phase = 'review'
      returning id),
    approved as (
      update ${of('cluster')} as c set approved_by = ${by}, approved_at = ${now} from reviewed
      where c.rollout = reviewed.id and c.shape = any(${shapes}::text[]) and c.approved_at is null),
    ready as (
      update ${of('target')} as t set state = 'approved' from reviewed
      where t.rollout = reviewed.id and t.shape = any(${shapes}::text[]) and t.state = 'waiting')
    select id from reviewed`;
}
