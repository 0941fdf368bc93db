/** Turns the rows of a rollout into the input of its state machine. */

import { type Look, type Rollout, sumCounts, type WaveTally } from '../rollout/rollout.ts';
import { parseWaves } from '../rollout/waves.ts';
import type { RolloutRow, TallyRow } from '../store/rollout-statements.ts';

export type ReadRollout = RolloutRow & { readonly tally: readonly TallyRow[] };

export function parseRollout({ phase, wave, soak_until, soak_ms, max_failed, max_uncertain }: RolloutRow): Rollout {
  return {
    phase,
    wave,
    soakUntil: soak_until,
    strategy: { soakMs: soak_ms, maxFailedPercent: max_failed, maxUncertain: max_uncertain },
  };
}

export function lookAt({ now, waves, tally }: ReadRollout): Look {
  const each = parseWaves(waves).map((_, wave): WaveTally => {
    const own = tally.filter((row) => row.wave === wave);
    return { ...sumCounts(own), states: Object.fromEntries(own.map(({ state, accounts }) => [state, accounts])) };
  });
  return { at: now, waves: each };
}
