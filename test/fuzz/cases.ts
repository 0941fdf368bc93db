/** How many random cases are tried: a few in every test run, TRUEUP_CASES documents and the share of it in the long one. */

import type { Parameters } from 'fast-check';

const asked = Number(process.env['TRUEUP_CASES'] ?? 0);

/** The same cases in every run, unless TRUEUP_SEED names others. */
const seed = Number(process.env['TRUEUP_SEED'] ?? 20_260_101);

/** `few` in a short run; of a long run, `part` of TRUEUP_CASES. */
export function cases(few: number, part = 1): Parameters<unknown> {
  return { numRuns: asked > 0 ? Math.ceil(asked * part) : few, seed };
}

/** Milliseconds for a whole property: far more than it needs, so that only one that hangs is cut off. */
export const PATIENCE_MS = 60_000 + asked * 100;
