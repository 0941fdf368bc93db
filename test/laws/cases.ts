/** Sets the number of random cases of a law: a few in every test run, TRUEUP_CASES in a long run. */

import type { Parameters } from 'fast-check';

const asked = Number(process.env['TRUEUP_CASES'] ?? 0);

/** Seed of the cases. Every run tries the same cases unless TRUEUP_SEED is set. */
const seed = Number(process.env['TRUEUP_SEED'] ?? 20_260_101);

/** `share` of a short run; a long run takes TRUEUP_CASES of every law. */
export function cases(share: number): Parameters<unknown> {
  // A counterexample is made smaller for as long as there is patience, then shown as small as it got.
  const limit = { interruptAfterTimeLimit: PATIENCE_MS - 5_000, markInterruptAsFailure: true };
  return { numRuns: asked > 0 ? asked : share, seed, ...limit };
}

/** True if countable cases are all tried instead of a share. */
export const EVERYTHING = asked > 0;

/** Maximum milliseconds of a law. The value is generous, so that only a hanging run is cut off. */
export const PATIENCE_MS = 240_000 + asked * 2_000;
