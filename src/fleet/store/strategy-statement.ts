/** Statement that changes how a reviewed rollout is carried out, before its first wave. */

import type { Statement } from '../database/database.ts';

export interface StrategyRow {
  readonly waves: string | null;
  readonly soakMs: number | null;
  readonly maxFailed: number | null;
  readonly maxUncertain: number | null;
  readonly patienceMs: number | null;
  readonly gate: string | null;
}

/** What is null stays as it is. No row once it has started. */
export function changeStrategy(id: string, strategy: StrategyRow): Statement<{ readonly id: string }> {
  const { waves, soakMs, maxFailed, maxUncertain, patienceMs, gate } = strategy;
  return ({ sql, of }) => sql`
    update ${of('rollout')} set epoch = epoch + 1, waves = coalesce(${waves}::text, waves),
      soak_ms = coalesce(${soakMs}::bigint, soak_ms), max_failed = coalesce(${maxFailed}::double precision, max_failed),
      max_uncertain = coalesce(${maxUncertain}::integer, max_uncertain),
      patience_ms = coalesce(${patienceMs}::bigint, patience_ms), gate = coalesce(${gate}::text, gate)
    where id = ${id} and phase = 'review' returning id`;
}
