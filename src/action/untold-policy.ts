/** What is said where the Git host did not tell a policy: nothing is known of it, and a later run may be told. */

import { defined } from '../contract/defined.ts';
import { HostError, TransportError, type TrueupError } from '../errors.ts';

const AGAIN = 'Run the job again later.';

/** The same failure, with what it was in the way of. `of`: which policy, as in "of the base branch". */
export function untold(failure: TrueupError, of: string): TrueupError {
  const message = `The policy ${of} is not known, because the Git host did not tell it: ${failure.message}`;
  const { code, hint, retryAfterMs } = failure;
  const details = { cause: failure, ...defined({ retryAfterMs }) };
  if (failure instanceof HostError) return new HostError(failure.status, message, { ...details, hint: hint ?? AGAIN });
  if (!(failure instanceof TransportError)) return failure;
  const { sent } = failure;
  return new TransportError(code, message, { ...details, sent, hint: hint === undefined ? AGAIN : `${hint} ${AGAIN}` });
}
