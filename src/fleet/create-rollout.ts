/** Makes a rollout with the given or the default waves and limits. Its accounts are planned next. */

import type { NewId } from '../contract/clock.ts';
import type { Database } from './database/database.ts';
import { parseWaves, shown } from './rollout/waves.ts';
import { insertRollout, type NewRollout } from './store/rollout-statements.ts';
import type { StrategyRow } from './store/wave-statements.ts';
import type { RolloutOptions } from './types.ts';

/** Returns the id. @throws UsageError `waves-invalid` */
export async function createRollout(
  how: RolloutOptions,
  about: Pick<NewRollout, 'digest' | 'kind' | 'reverts' | 'selected' | 'thresholds'>,
  { database, newId }: { readonly database: Database; readonly newId: NewId },
): Promise<string> {
  const { waves = '1%,10%,50%,100%', soakMs = 1_800_000, maxFailedPercent = 1 } = how;
  const { maxUncertain = 0, patienceMs = 3_600_000, note = '', by = null } = how;
  const limits = {
    soak_ms: soakMs,
    max_failed: maxFailedPercent,
    max_uncertain: maxUncertain,
    patience_ms: patienceMs,
  };
  const id = newId();
  await database.query(insertRollout({ id, ...about, ...limits, waves: written(waves), note, created_by: by }));
  return id;
}

/** Returns null for each part that is not given. @throws UsageError `waves-invalid` */
export function strategyOf(how: RolloutOptions): StrategyRow {
  return {
    waves: how.waves === undefined ? null : written(how.waves),
    soakMs: how.soakMs ?? null,
    maxFailed: how.maxFailedPercent ?? null,
    maxUncertain: how.maxUncertain ?? null,
    patienceMs: how.patienceMs ?? null,
  };
}

function written(waves: string): string {
  return parseWaves(waves).map(shown).join(',');
}
