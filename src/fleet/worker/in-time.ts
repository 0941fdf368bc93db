/** Calls a function of the fleet's caller with a timeout. */

import type { Clock } from '../../contract/clock.ts';
import { TransportError } from '../../errors.ts';
import { inTime } from '../database/in-time.ts';

interface Limit {
  readonly clock: Pick<Clock, 'sleep'>;
  readonly timeoutMs: number;
}

/** Rejects also where `ask` throws at once. Throws TransportError `out-of-time`. */
export function answerInTime<T>(what: string, ask: () => T | Promise<T>, { clock, timeoutMs }: Limit): Promise<T> {
  const answer = async (): Promise<T> => ask();
  return inTime(answer(), timeoutMs, clock, () => {
    return new TransportError('out-of-time', `${what} gave no answer within ${timeoutMs / 1000} seconds.`, {
      sent: 'no',
      hint: 'Let it reject if it has none, and set a timeout for what it waits for.',
    });
  });
}
