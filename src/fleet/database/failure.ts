/** Failures of the fleet's database, each with a code and what to do. */

import { databaseFailure } from '../../database/failure.ts';
import { TrueupError } from '../../errors.ts';
import { DatabaseError } from './database.ts';

/** Keeps an error of this package as it is. Drops the message of the driver, which may contain the login or values. */
export function databaseError(error: unknown, shown: string): TrueupError {
  if (error instanceof TrueupError) return error;
  const { kind, reason, hint, code } = databaseFailure(error);
  const message = `The fleet cannot use ${shown}: ${reason}${code === undefined ? '' : ` (${code})`}.`;
  const details = { hint, trouble: kind, state: code };
  switch (kind) {
    case 'lost':
      return new DatabaseError('database-unavailable', message, details);
    case 'read-only':
      return new DatabaseError('database-read-only', message, details);
    case 'full':
      return new DatabaseError('database-full', message, details);
    case 'refused':
      return new DatabaseError('database-unusable', message, details);
  }
}
