/** A statement without an answer ends as one whose connection was lost: a database that hangs holds nobody for ever. */

import type { Clock } from '../../contract/clock.ts';

/** Far longer than any statement of a fleet takes. */
export const ANSWER_MS = 60_000;

/** Nobody reads it, and without one each statement would cost an error with a stack. */
const ANSWERED = 'answered';

/** Whether it takes effect later is not known, as with any reply that is lost. `lost`: what is thrown then. */
export async function inTime<T>(
  answer: Promise<T>,
  ms: number,
  clock: Pick<Clock, 'sleep'>,
  lost: () => Error = noAnswer,
): Promise<T> {
  const answered = new AbortController();
  const late = clock.sleep(ms, answered.signal).then((): never => {
    throw lost();
  });
  late.catch(() => undefined);
  try {
    return await Promise.race([answer, late]);
  } finally {
    answered.abort(ANSWERED);
  }
}

function noAnswer(): Error {
  return Object.assign(new Error('The database gave no answer.'), { code: 'ETIMEDOUT' });
}
