/** Checks options that the database could not store or that would keep a loop from ending. All invalid options are named at once. */

import { UsageError } from '../../errors.ts';
import { AN_OBJECT, type Expected, requireOptionsOf } from '../../model/arguments.ts';
import { FAILED_FOR } from '../../model/rollout.ts';

/** PostgreSQL rejects zero characters and halves of surrogate pairs. */
export const A_TEXT: Expected = {
  what: 'a text without a zero character',
  fits: (value) => typeof value === 'string' && value.isWellFormed() && !value.includes('\0'),
};

export const A_HUB: Expected = numbers('the id of an account', 1, Number.MAX_SAFE_INTEGER);

const A_COUNT = numbers('a whole number, not negative and below 2^31', 0, 2 ** 31 - 1);
const A_WAIT = numbers('milliseconds, up to a year', 0, 31_536_000_000);
const A_SPAN = numbers('a number of milliseconds from 1 to 86400000', 1, 86_400_000, false);

/** Options of every method, by name: an option means the same in all of them. */
const OPTIONS: Readonly<Record<string, Expected>> = {
  ...{ note: A_TEXT, by: A_TEXT, state: A_TEXT, shape: A_TEXT },
  ...{ hubId: A_HUB, limit: A_COUNT, wave: A_COUNT, maxUncertain: A_COUNT },
  ...{ soakMs: A_WAIT, patienceMs: A_WAIT, timeoutMs: A_SPAN, pollMs: A_SPAN },
  after: numbers('the id of an account, or 0', 0, Number.MAX_SAFE_INTEGER),
  slots: numbers('a whole number from 1, such as 16', 1, Number.MAX_SAFE_INTEGER),
  maxFailedPercent: numbers('a percentage from 0 to 100', 0, 100, false),
  because: { what: `one of ${FAILED_FOR.join(', ')}`, fits: (value) => FAILED_FOR.some((reason) => reason === value) },
  hubIds: { what: 'a list of account ids', fits: (value) => Array.isArray(value) && value.every(A_HUB.fits) },
  labels: {
    what: 'an object of texts without a zero character',
    fits: (value) => AN_OBJECT.fits(value) && Object.entries(Object(value)).flat().every(A_TEXT.fits),
  },
};

/** Returns the id if the database could have it. @throws UsageError `rollout-unknown` */
export function possibleId(id: unknown): string {
  if (!A_TEXT.fits(id)) throw rolloutUnknown(id);
  return String(id);
}

export function rolloutUnknown(id: unknown): UsageError {
  return new UsageError('rollout-unknown', `There is no rollout ${JSON.stringify(id)}.`, {
    hint: 'Its id is what planning the fleet returned.',
  });
}

/** @throws UsageError `argument-invalid` */
export function requireValid(called: string, options: unknown): void {
  requireOptionsOf(called, options, OPTIONS);
}

function numbers(what: string, least: number, most: number, isWhole = true): Expected {
  return {
    what,
    fits: (value) =>
      typeof value === 'number' && value >= least && value <= most && (!isWhole || Number.isInteger(value)),
  };
}
