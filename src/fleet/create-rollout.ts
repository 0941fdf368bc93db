/** Makes a rollout: its waves and limits as they were asked for, or the usual ones. Its accounts are planned next. */

import type { NewId } from '../contract/clock.ts';
import { UsageError } from '../errors.ts';
import type { Database } from './database/database.ts';
import { parseWaves, shown } from './rollout/waves.ts';
import { insertRollout, type NewRollout } from './store/rollout-statements.ts';
import type { RolloutOptions } from './types.ts';

/** The id. Throws UsageError `argument-invalid`, `waves-invalid`. */
export async function createRollout(
  how: RolloutOptions,
  about: Pick<NewRollout, 'digest' | 'kind' | 'reverts' | 'selected' | 'thresholds'>,
  { database, newId }: { readonly database: Database; readonly newId: NewId },
): Promise<string> {
  const { waves = '1%,10%,50%,100%', soakMs = 1_800_000, maxFailedPercent = 1 } = how;
  const { maxUncertain = 0, patienceMs = 3_600_000, note = '', by = null } = how;
  const written = parseWaves(waves).map(shown).join(',');
  requireLimits({ soakMs, maxFailedPercent, maxUncertain, patienceMs });
  const limits = {
    soak_ms: soakMs,
    max_failed: maxFailedPercent,
    max_uncertain: maxUncertain,
    patience_ms: patienceMs,
  };
  const id = newId();
  await database.query(insertRollout({ id, ...about, ...limits, waves: written, note, created_by: by }));
  return id;
}

const YEAR_MS = 31_536_000_000;

/** A percentage may be a fraction, all others are whole; beyond them times are no dates, and numbers cannot be stored. */
const MOST: Readonly<Record<string, number>> = {
  maxFailedPercent: 100,
  maxUncertain: 1_000_000_000,
  soakMs: YEAR_MS,
  patienceMs: YEAR_MS,
};

/** Throws UsageError `argument-invalid`, which names every limit that is wrong. */
export function requireLimits(limits: Readonly<Record<string, number>>): void {
  const wrong = Object.entries(limits).filter(([name, value]) => {
    const isWhole = name === 'maxFailedPercent' || Number.isSafeInteger(value);
    return !(value >= 0 && value <= (MOST[name] ?? 0) && isWhole);
  });
  if (wrong.length === 0) return;
  const told = wrong.map(([name, value]) => `${name} ${String(value)}`).join(', ');
  throw new UsageError('argument-invalid', `A rollout was planned with ${told}.`, {
    hint: 'Pass whole numbers from 0 to a thousand million, times of up to a year, and a percentage from 0 to 100.',
  });
}
