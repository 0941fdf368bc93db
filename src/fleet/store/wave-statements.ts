/** Statements that put the accounts of a rollout into its waves. */

import type { Statement } from '../database/database.ts';

export interface ApprovedRow {
  readonly hubId: number;
  readonly labels: Readonly<Record<string, string>>;
  readonly shape: string;
}

export function readApproved(rollout: string): Statement<ApprovedRow> {
  return ({ sql, of }) => sql`
    select hub_id as "hubId", labels, shape from ${of('target')} where rollout = ${rollout} and state = 'approved'`;
}

/** Strategy that was given at the start. A null keeps the value of the plan. */
export interface StrategyRow {
  readonly waves: string | null;
  readonly soakMs: number | null;
  readonly maxFailed: number | null;
  readonly maxUncertain: number | null;
  readonly patienceMs: number | null;
}

export interface Assigning {
  readonly rollout: string;
  /** Epoch of the read. Nothing is assigned if the epoch is different by now. */
  readonly epoch: number;
  /** The wave of each account. */
  readonly assigned: ReadonlyMap<number, number>;
  /** Number of waves. */
  readonly waves: number;
  readonly strategy: StrategyRow;
}

/** Sets the strategy, the waves and their sizes, all or nothing. Returns one row if it took effect. */
export function assignTargets(assigning: Assigning): Statement<{ readonly id: string }> {
  const { rollout, epoch, assigned, waves, strategy } = assigning;
  const { soakMs, maxFailed, maxUncertain, patienceMs } = strategy;
  const hubs = [...assigned.keys()];
  return ({ sql, of }) => sql`
    with reviewed as (
      update ${of('rollout')} set epoch = epoch + 1, waves = coalesce(${strategy.waves}::text, waves),
        soak_ms = coalesce(${soakMs}::bigint, soak_ms), max_failed = coalesce(${maxFailed}::double precision, max_failed),
        max_uncertain = coalesce(${maxUncertain}::integer, max_uncertain),
        patience_ms = coalesce(${patienceMs}::bigint, patience_ms)
      where id = ${rollout} and epoch = ${epoch} and phase = 'review' returning id),
    each as (
      select * from unnest(${hubs}::bigint[], ${[...assigned.values()]}::integer[]) as u (hub_id, wave)),
    placed as (
      update ${of('target')} as t set wave = each.wave from each, reviewed
      where t.rollout = reviewed.id and t.hub_id = each.hub_id returning t.wave, t.changing),
    sized as (
      insert into ${of('wave')} (rollout, wave, changing)
      select reviewed.id, n, (select count(*) from placed where placed.wave = n and placed.changing)
      from reviewed, generate_series(0, ${waves - 1}::integer) as n
      on conflict (rollout, wave) do update set changing = excluded.changing)
    select id from reviewed`;
}

/** Updates the statistics of the database. Until it updates them, in a minute or never in a folder, it may count a hundred times slower. */
export function countRows(): Statement<never> {
  return ({ sql, of }) => sql`analyze ${of('rollout')}, ${of('wave')}, ${of('target')}`;
}
