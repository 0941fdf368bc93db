/** What is said of a rollout that is not there. */

import { UsageError } from '../../errors.ts';

export function rolloutUnknown(id: string): UsageError {
  return new UsageError('rollout-unknown', `There is no rollout ${JSON.stringify(id)}.`, {
    hint: 'Its id is what planning the fleet returned.',
  });
}

/** The id, where one may be it: the database has no text with a zero character. Throws UsageError `rollout-unknown`. */
export function possibleId(id: string): string {
  if (id.includes('\0')) throw rolloutUnknown(id);
  return id;
}
