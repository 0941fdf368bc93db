/** Ends a statement without an answer like a statement whose connection was lost, so that a hanging database blocks no caller. */

import type { Clock } from '../../contract/clock.ts';

/** Far longer than any statement of a fleet takes. */
export const ANSWER_MS = 60_000;

/** A constant result, so that no error with a stack is created for each statement. */
const ANSWERED = 'answered';

/** Returns the answer, or throws `lost` after the time. Whether the statement takes effect later is unknown. */
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
