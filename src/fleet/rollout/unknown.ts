/** What is said of a rollout that is not there. */

import { UsageError } from '../../errors.ts';

export function rolloutUnknown(id: unknown): UsageError {
  return new UsageError('rollout-unknown', `There is no rollout ${JSON.stringify(id)}.`, {
    hint: 'Its id is what planning the fleet returned.',
  });
}

/** The id, where one may be it: a text that the database can have. Throws UsageError `rollout-unknown`. */
export function possibleId(id: unknown): string {
  if (typeof id !== 'string' || id.includes('\0') || !id.isWellFormed()) throw rolloutUnknown(id);
  return id;
}
