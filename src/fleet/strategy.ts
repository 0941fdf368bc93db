/** How a rollout is carried out, checked: its waves, how long they are watched, and what it may cost. */

import { defined } from '../contract/defined.ts';
import { requireLimits } from './create-rollout.ts';
import { parseWaves, shown } from './rollout/waves.ts';
import type { StrategyRow } from './store/wave-statements.ts';
import type { Starting } from './types.ts';

/** Null for what nobody said. Throws UsageError `argument-invalid`, `waves-invalid`. */
export function strategyOf(how: Starting): StrategyRow {
  const { waves, soakMs, maxFailedPercent, maxUncertain, patienceMs } = how;
  requireLimits(defined({ soakMs, maxFailedPercent, maxUncertain, patienceMs }));
  return {
    waves: waves === undefined ? null : parseWaves(waves).map(shown).join(','),
    soakMs: soakMs ?? null,
    maxFailed: maxFailedPercent ?? null,
    maxUncertain: maxUncertain ?? null,
    patienceMs: patienceMs ?? null,
  };
}
