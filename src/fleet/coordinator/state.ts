/** What the tables say of a rollout, as its state machine takes it. */

import type { TargetState } from '../../model/rollout.ts';
import { countsOf } from '../rollout/counts.ts';
import type { Look, Rollout, WaveTally } from '../rollout/rollout.ts';
import { parseWaves } from '../rollout/waves.ts';
import type { RolloutRow, TallyRow } from '../store/rollout-statements.ts';

export type ReadRollout = RolloutRow & { readonly tally: readonly TallyRow[] };

export function rolloutOf({ phase, wave, soak_until, soak_ms, max_failed, max_uncertain }: RolloutRow): Rollout {
  return {
    phase,
    wave,
    soakUntil: soak_until,
    strategy: { soakMs: soak_ms, maxFailedPercent: max_failed, maxUncertain: max_uncertain },
  };
}

export function lookAt({ now, waves, tally }: ReadRollout, gate: boolean): Look {
  const each = parseWaves(waves).map((_, wave): WaveTally => {
    const own = tally.filter((row) => row.wave === wave);
    return { ...countsOf(own), states: Object.fromEntries(own.map(({ state, accounts }) => [state, accounts])) };
  });
  return { at: now, waves: each, gate };
}

/** Over the waves before that one. */
export function statesIn(tally: readonly TallyRow[], before: number): Readonly<Partial<Record<TargetState, number>>> {
  const states: Partial<Record<TargetState, number>> = {};
  for (const { wave, state, accounts } of tally) {
    if (wave >= 0 && wave < before) states[state] = (states[state] ?? 0) + accounts;
  }
  return states;
}
