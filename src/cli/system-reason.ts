/** Why the system did not do something with a file, in its own words. */

import { getSystemErrorMessage } from 'node:util';

/** Without the file of our own that its message may name. Node's own errors have a positive number, for which the system has no words. */
export function systemReason(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  return 'errno' in cause && typeof cause.errno === 'number' && cause.errno < 0
    ? getSystemErrorMessage(cause.errno)
    : cause.message;
}
