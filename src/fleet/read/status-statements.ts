/** Statements that read rollouts as they stand, each as of one moment and by an index: a page may ask for it every few seconds. */

import { ASKED_FOR, type AskedFor } from '../../model/rollout.ts';
import type { AccountsByState, OverlappingRollout } from '../../model/rollout-status.ts';
import type { Statement } from '../database/database.ts';
import { overlapping } from '../store/overlap-statement.ts';
import { revertedBy } from '../store/reverted-statement.ts';
import type { RolloutRow, TallyRow } from '../store/rollout-statements.ts';

export interface SummaryRow
  extends Pick<RolloutRow, 'id' | 'kind' | 'phase' | 'note' | 'reverted_by' | 'reverts' | 'wave'> {
  readonly created_by: string | null;
  readonly created_at: Date;
  /** Null when it has no account. */
  readonly states: AccountsByState | null;
}

/** Newest first, those after a rollout. */
export function readRollouts({
  after,
  limit,
}: {
  readonly after: string | null;
  readonly limit: number;
}): Statement<SummaryRow> {
  return (parts) => {
    const { sql, of } = parts;
    return sql`
    select r.id, r.kind, r.phase, r.note, r.wave, r.created_by, r.reverts, ${revertedBy(parts)} as reverted_by, r.created_at, (
      select json_object_agg(state, accounts) from (
        select t.state, count(*) as accounts from ${of('target')} as t where t.rollout = r.id group by t.state) as counted
    ) as states
    from (select * from ${of('rollout')} as one
      where ${after}::text is null
        or (one.created_at, one.id) < (select created_at, id from ${of('rollout')} where id = ${after})
      order by one.created_at desc, one.id desc limit ${limit}) as r
    order by r.created_at desc, r.id desc`;
  };
}

/** Events of one kind and wave: the first and the last time, in milliseconds. */
export interface ToldRow {
  readonly kind: string;
  readonly wave: number | null;
  readonly first: number;
  readonly last: number;
}

export interface StatusRow
  extends Omit<SummaryRow, 'states'>,
    Omit<RolloutRow, 'note' | 'digest' | 'epoch' | 'id' | 'patience_ms' | 'phase' | 'thresholds' | 'wave'> {
  /** Wave -1 counts the accounts without a wave. */
  readonly tally: readonly TallyRow[];
  readonly told: readonly ToldRow[];
  /** The last request of a person; `at` in milliseconds. */
  readonly asked: { readonly what: AskedFor; readonly by: string | null; readonly at: number } | null;
  /** Null unless the rollout is in review. */
  readonly overlap: OverlappingRollout | null;
  /** Milliseconds at which the first deferred account is due. */
  readonly due: number | null;
}

export function readStatus(id: string): Statement<StatusRow> {
  return (parts) => {
    const { sql, of, now } = parts;
    return sql`
    select r.id, r.kind, r.phase, r.note, r.wave, r.created_by, r.reverts, r.created_at, r.waves,
      ${revertedBy(parts)} as reverted_by,
      r.soak_ms, r.max_failed, r.max_uncertain,
      (extract(epoch from r.soak_until) * 1000)::double precision as soak_until,
      (extract(epoch from ${now}) * 1000)::double precision as now,
      coalesce((select json_agg(json_build_object(
          'wave', coalesce(wave, -1), 'state', state, 'accounts', accounts, 'changing', changing))
        from (select wave, state, count(*) as accounts, count(*) filter (where changing) as changing
          from ${of('target')} where rollout = ${id} group by wave, state) as counted), '[]'::json) as tally,
      coalesce((select json_agg(json_build_object('kind', kind, 'wave', wave, 'first', first, 'last', last))
        from (select detail->>'kind' as kind, (detail->>'wave')::integer as wave,
            (extract(epoch from min(at)) * 1000)::double precision as first,
            (extract(epoch from max(at)) * 1000)::double precision as last
          from ${of('event')} where rollout = ${id} group by 1, 2) as seen), '[]'::json) as told,
      (select json_build_object('what', detail->>'kind', 'by', detail->>'by', 'at', (extract(epoch from at) * 1000)::double precision)
        from ${of('event')} where rollout = ${id} and detail->>'kind' = any(${ASKED_FOR}::text[]) order by id desc limit 1) as asked,
      case r.phase when 'review' then (select row_to_json(overlap) from (${overlapping(id)(parts)}) as overlap) end as overlap,
      (select (extract(epoch from min(not_before)) * 1000)::double precision
        from ${of('target')} where rollout = ${id} and state = 'deferred') as due
    from ${of('rollout')} as r where r.id = ${id}`;
  };
}
