/** What the error budget of a wave is measured with, from what was counted of it. */

import type { TargetState } from '../../model/rollout.ts';
import type { WaveTally } from './rollout.ts';

interface Counted {
  readonly state: TargetState;
  readonly changing: number;
}

/** A failure of an account that has nothing to change does not count: no release broke it. */
export function countsOf(own: readonly Counted[]): Pick<WaveTally, 'changing' | 'failed'> {
  return {
    changing: own.reduce((sum, { changing }) => sum + changing, 0),
    failed: own.reduce((sum, { state, changing }) => (state === 'failed' ? sum + changing : sum), 0),
  };
}
