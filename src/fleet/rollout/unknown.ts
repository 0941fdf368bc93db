/** The error about a rollout that is not there. */

import { UsageError } from '../../errors.ts';

export function rolloutUnknown(id: string): UsageError {
  return new UsageError('rollout-unknown', `There is no rollout ${JSON.stringify(id)}.`, {
    hint: 'Its id is what planning the fleet returned.',
  });
}
