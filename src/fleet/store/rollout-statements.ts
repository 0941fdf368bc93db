/** Statements that read or change a rollout as a whole. Each change tells whether it took effect. */

import type { Thresholds } from '../../model/fleet.ts';
import type { Phase, RolloutKind, TargetState } from '../../model/rollout.ts';
import type { RevertingRollout } from '../../model/rollout-status.ts';
import type { Statement } from '../database/database.ts';
import { ENDED } from '../rollout/rollout.ts';
import { revertedBy } from './reverted-statement.ts';

/** The accounts that a rollout is about: those with all of these labels, those in this list. */
export interface Selected {
  readonly labels?: Readonly<Record<string, string>>;
  readonly hubIds?: readonly number[];
}

export interface RolloutRow {
  readonly id: string;
  readonly kind: RolloutKind;
  /** Of a revert, the rollout whose runs are put back. */
  readonly reverts: string | null;
  /** The newest revert of this rollout. An aborted revert counts if it has begun. */
  readonly reverted_by: RevertingRollout | null;
  /** Null: all accounts. */
  readonly selected: Selected | null;
  readonly phase: Phase;
  readonly wave: number;
  /** Milliseconds since the epoch; null where nothing is watched. */
  readonly soak_until: number | null;
  /** Counts the changes of phase, wave and approvals: of two coordinators that saw the same, one acts. */
  readonly epoch: number;
  readonly note: string;
  /** Digest of the files that its accounts are planned with. Null if any files will do, or if it is unknown. */
  readonly digest: string | null;
  /** Thresholds of these files; null if unknown. */
  readonly thresholds: Thresholds | null;
  /** As waves are written, such as `1%,100%`. */
  readonly waves: string;
  readonly soak_ms: number;
  readonly max_failed: number;
  readonly max_uncertain: number;
  readonly patience_ms: number;
  /** The time of the database. */
  readonly now: number;
}

/** Number of accounts of one wave and state. Accounts without a wave count as wave -1. */
export interface TallyRow {
  readonly wave: number;
  readonly state: TargetState;
  readonly accounts: number;
  /** Of these, how many were to be changed. */
  readonly changing: number;
}

export interface NewRollout
  extends Omit<RolloutRow, 'epoch' | 'now' | 'phase' | 'reverted_by' | 'soak_until' | 'wave'> {
  readonly created_by: string | null;
}

/**
 * Returns no row if the id exists, or if accounts of the reverted rollout may still run. Of a revert and a resume at the same time, one
 * takes effect. The event names the person, in both rollouts of a revert.
 */
export function insertRollout(rollout: NewRollout): Statement<{ readonly id: string }> {
  const { id, kind, reverts, selected, note, waves, soak_ms, max_failed, max_uncertain, patience_ms } = rollout;
  const { created_by, digest, thresholds } = rollout;
  return ({ sql, of, now }) => sql`
    with reverted as (
      update ${of('rollout')} set epoch = epoch + 1 where id = ${reverts} and phase = any(${ENDED}::text[]) returning id),
    created as (
      insert into ${of('rollout')} (id, kind, reverts, selected, note, waves, soak_ms, max_failed, max_uncertain, patience_ms,
        created_by, digest, thresholds, created_at)
      select ${id}, ${kind}, ${reverts}, ${selected === null ? null : JSON.stringify(selected)}::text::jsonb, ${note}, ${waves},
        ${soak_ms}, ${max_failed}, ${max_uncertain}, ${patience_ms}, ${created_by},
        ${digest}, ${thresholds === null ? null : JSON.stringify(thresholds)}::text::jsonb, ${now}
      where ${reverts}::text is null or exists (select from reverted)
      on conflict do nothing returning id, reverts),
    told as (
      insert into ${of('event')} (rollout, at, detail)
      select id, ${now}, json_strip_nulls(json_build_object('kind', 'plan', 'by', ${created_by}::text))::jsonb from created
      union all
      select reverts, ${now}, json_strip_nulls(json_build_object(
          'kind', 'revert', 'by', ${created_by}::text, 'rollout', id, 'message', left(id::text, 8)))::jsonb
        from created where reverts is not null)
    select id from created`;
}

/** Returns the rollout and its counts, as of one moment. */
export function readRollout(id: string): Statement<RolloutRow & { readonly tally: readonly TallyRow[] }> {
  return (parts) => {
    const { sql, of, now } = parts;
    return sql`
    select id, kind, reverts, ${revertedBy(parts)} as reverted_by, selected, phase, wave, (extract(epoch from soak_until) * 1000)::double precision as soak_until, epoch, note, digest, thresholds, waves,
      soak_ms, max_failed, max_uncertain, patience_ms, (extract(epoch from ${now}) * 1000)::double precision as now,
      coalesce((select json_agg(json_build_object('wave', wave, 'state', state, 'accounts', accounts, 'changing', changing))
        from (select coalesce(wave, -1) as wave, state, count(*) as accounts, count(*) filter (where changing) as changing
          from ${of('target')} where rollout = ${id} group by 1, 2) as counted), '[]'::json) as tally
    from ${of('rollout')} as r where id = ${id}`;
  };
}

/** Returns the thresholds that the rollout was planned with. */
export function readThresholds(id: string): Statement<Pick<RolloutRow, 'thresholds'>> {
  return ({ sql, of }) => sql`select thresholds from ${of('rollout')} where id = ${id}`;
}

export interface Advance {
  readonly id: string;
  /** Epoch of the read. The change has no effect if the epoch is different by now. */
  readonly epoch: number;
  readonly phase: Phase;
  readonly wave: number;
  readonly soakUntil: number | null;
  /** Events of the change, in order. */
  readonly events: readonly object[];
}

/**
 * Returns one row if this process made the step. Events are written together with the step. An abort notes its reason on each account that
 * it leaves out.
 */
export function advanceRollout(advance: Advance): Statement<{ readonly id: string }> {
  const { id, epoch, phase, wave, soakUntil, events } = advance;
  return ({ sql, of, now }) => sql`
    with advanced as (
      update ${of('rollout')} set phase = ${phase}, wave = ${wave}, epoch = epoch + 1,
        soak_until = to_timestamp(${soakUntil === null ? null : soakUntil / 1000}::double precision)
      where id = ${id} and epoch = ${epoch} returning id),
    left_out as (
      update ${of('target')} as t set state = 'skipped', not_before = null, put_off_at = null, error_kind = null,
        message = case when t.runs = '{}' then 'The rollout was aborted before its turn.'
          else 'The rollout was aborted after a run of the account was begun.' end, changed_at = ${now}
      from advanced where t.rollout = advanced.id and ${phase === 'aborted'}::boolean
        and t.state in ('planning', 'waiting', 'approved', 'deferred')),
    told as (
      insert into ${of('event')} (rollout, at, detail)
      select advanced.id, ${now}, each.detail from advanced,
        json_array_elements(${JSON.stringify(events)}::json) with ordinality as each (detail, place) order by place)
    select id from advanced`;
}

export function underWay(): Statement<Pick<RolloutRow, 'digest' | 'id'>> {
  return ({ sql, of }) => sql`
    select id, digest from ${of('rollout')} where phase in ('rolling', 'soaking') order by created_at, id`;
}

export interface EventRow {
  readonly at: Date;
  readonly detail: Readonly<Record<string, unknown>>;
}

/** Writes an event that belongs to no change of the rollout. */
export function insertEvent(id: string, detail: object): Statement<never> {
  return ({ sql, of, now }) => sql`
    insert into ${of('event')} (rollout, at, detail) values (${id}, ${now}, ${JSON.stringify(detail)}::text::jsonb)`;
}

export function readEvents(id: string): Statement<EventRow> {
  return ({ sql, of }) => sql`select at, detail from ${of('event')} where rollout = ${id} order by id`;
}
