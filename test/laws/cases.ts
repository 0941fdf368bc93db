/** How many random cases a law is tried on: a few in every test run, as many as TRUEUP_CASES says in the long one. */

import type { Parameters } from 'fast-check';

const asked = Number(process.env['TRUEUP_CASES'] ?? 0);

/** The same cases in every run, unless TRUEUP_SEED names others. */
const seed = Number(process.env['TRUEUP_SEED'] ?? 20_260_101);

/** `share` of a short run; a long run takes TRUEUP_CASES of every law. */
export function cases(share: number): Parameters<unknown> {
  // A counterexample is made smaller for as long as there is patience, then shown as small as it got.
  const limit = { interruptAfterTimeLimit: PATIENCE_MS - 5_000, markInterruptAsFailure: true };
  return { numRuns: asked > 0 ? asked : share, seed, ...limit };
}

/** Whether everything is tried that can be counted out, and not a share of it. */
export const EVERYTHING = asked > 0;

/** Milliseconds that a law may take: far more than it needs, so that only a run that hangs is cut off. */
export const PATIENCE_MS = 240_000 + asked * 2_000;
