/** Statements on the gate of a rollout. */

import type { Statement } from '../database/database.ts';

export interface GateRow {
  readonly address: string | null;
  /** Why it holds the wave, as the newest event tells; null where that tells of something else. */
  readonly told: string | null;
}

export function readGate(rollout: string): Statement<GateRow> {
  return ({ sql, of }) => sql`
    select gate as address, (
      select case when detail->>'kind' = 'gate-held' then detail->>'because' end
      from ${of('event')} as e where e.rollout = ${rollout} order by id desc limit 1) as told
    from ${of('rollout')} where id = ${rollout}`;
}
