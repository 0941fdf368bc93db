/** Sets the number of random cases: a few in every test run, TRUEUP_CASES or a share of it in a long run. */

import type { Parameters } from 'fast-check';

const asked = Number(process.env['TRUEUP_CASES'] ?? 0);

/** Seed of the cases. Every run tries the same cases unless TRUEUP_SEED is set. */
const seed = Number(process.env['TRUEUP_SEED'] ?? 20_260_101);

/** `few` in a short run; of a long run, `part` of TRUEUP_CASES. */
export function cases(few: number, part = 1): Parameters<unknown> {
  return { numRuns: asked > 0 ? Math.ceil(asked * part) : few, seed };
}

/** Milliseconds for a whole property: far more than it needs, so that only one that hangs is cut off. */
export const PATIENCE_MS = 60_000 + asked * 100;
