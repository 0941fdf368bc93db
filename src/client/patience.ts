/** The maximum total wait of a call, and the listener for waits that the service asks for. */

import { TransportError, UsageError } from '../errors.ts';

/** A wait that the service asks for. Shorter waits before a retry are not reported. */
export interface Wait {
  readonly reason: 'rate-limit' | 'locked' | 'unavailable';
  readonly ms: number;
}

export interface Patience {
  /** Maximum milliseconds that one call waits in total. */
  readonly maxWaitMs: number;
  /** Called for each wait. An error of the listener does not make the call fail. */
  notify(wait: Wait): void;
  /** Records that a call gave up on the rate limit. Until this time of the clock's `elapsed`, no other call waits for the limit. */
  giveUp(until: number): void;
  /** Returns the time until which no call waits for the rate limit. */
  givenUpUntil(): number;
}

/** Maximum wait of any run. */
export const DAY_MS = 86_400_000;
const DEFAULT_MAX_WAIT_MS = 300_000;

/** @throws UsageError if the limit is not a number of milliseconds from 0 to a day. */
export function patience(
  maxWaitMs: number = DEFAULT_MAX_WAIT_MS,
  onWait: ((wait: Wait) => void) | undefined = undefined,
): Patience {
  if (!(maxWaitMs >= 0 && maxWaitMs <= DAY_MS)) {
    throw new UsageError('max-wait-invalid', 'maxWaitMs is not a number of milliseconds from 0 to 86400000.', {
      hint: `Omit it to use ${spanText(DEFAULT_MAX_WAIT_MS)}.`,
    });
  }
  let givenUp = Number.NEGATIVE_INFINITY;
  return {
    maxWaitMs,
    giveUp: (until) => {
      givenUp = Math.max(givenUp, until);
    },
    givenUpUntil: () => givenUp,
    notify: (wait) => {
      try {
        onWait?.(wait);
      } catch {
        return;
      }
    },
  };
}

/** Returns the error for a wait that is longer than the call may wait. Nothing was sent. */
export function waitTooLong(subject: string, ms: number, maxWaitMs: number): TransportError {
  const asked = spanText(ms);
  return new TransportError(
    'wait-too-long',
    `${subject} was not sent: the service asks to wait ${asked} more for its rate limit, and one call waits ${spanText(maxWaitMs)} in total.`,
    { sent: 'no', hint: `Run again in ${asked}.`, retryAfterMs: Math.ceil(ms) },
  );
}

/** Returns the error for a request whose check was too old whenever it could have been sent. Nothing was sent. */
export function neverInTime(subject: string, maxWaitMs: number): TransportError {
  return new TransportError(
    'wait-too-long',
    `${subject} was not sent. It must get a connection within a second of the last read of the account${maxWaitMs > 0 ? `, and waited ${spanText(maxWaitMs)} for that` : ''}.`,
    { sent: 'no', hint: 'Check the network of this machine, or reduce the concurrency.' },
  );
}

/** Returns texts such as `90 s`, `12 minutes`, `3 hours`. */
export function spanText(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  if (seconds <= 120) return `${seconds} s`;
  return seconds <= 7_200 ? `${Math.ceil(seconds / 60)} minutes` : `${Math.ceil(seconds / 3_600)} hours`;
}
