/** The error of a call that ended on request. */

import { TransportError } from '../errors.ts';

export function abortedError(subject: string, sent: 'no' | 'maybe'): TransportError {
  return new TransportError('aborted', `${subject} was aborted because the run was cancelled.`, { sent });
}
