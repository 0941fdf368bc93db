/** What a database takes: PostgreSQL has no zero character, no half of a surrogate pair, and whole numbers of 64 bits. */

import type { Expected } from '../../model/arguments.ts';

/** Of a message of an account: pages and reports read those of all. */
const LONGEST = 4_000;

/** What a service or somebody's code said, for people. */
export function storable<T extends string | null>(text: T): T | string {
  if (text === null) return text;
  const cut = text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}…`;
  return cut.replaceAll('\0', '').toWellFormed();
}

export const A_TEXT: Expected = {
  what: 'a text without a zero character',
  fits: (value) => typeof value === 'string' && value.isWellFormed() && !value.includes('\0'),
};

export const A_HUB: Expected = {
  what: 'the id of an account',
  fits: (value) => Number.isSafeInteger(value) && Number(value) >= 1,
};

export const A_COUNT: Expected = {
  what: 'a whole number, not negative and below 2^31',
  fits: (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) < 2 ** 31,
};
