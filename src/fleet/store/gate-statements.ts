/** Statements on the gate of a rollout. */

import type { Statement } from '../database/database.ts';

export interface GateRow {
  readonly address: string | null;
  /** Why it holds the wave, as the newest event tells; null where that tells of something else. */
  readonly told: string | null;
}

export function readGate(rollout: string): Statement<GateRow> {
  return (parts) => {
    const { sql, of } = parts;
    return sql`select gate as address, ${heldByGate(rollout)(parts)} as told from ${of('rollout')} where id = ${rollout}`;
  };
}

/** A part of other statements. */
export function heldByGate(rollout: string): Statement<never> {
  return ({ sql, of }) => sql`(
    select case when detail->>'kind' = 'gate-held' then detail->>'because' end
    from ${of('event')} as e where e.rollout = ${rollout} order by id desc limit 1)`;
}
