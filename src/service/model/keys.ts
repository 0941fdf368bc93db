/** Strings used as lookup keys: short enough for the index of every store. */

import { invalid } from './refusal.ts';

/** PostgreSQL indexes rows of up to 2,700 bytes (assumption A76). */
const LONGEST_KEY = 500;

/** Throws a 400 that names each member that is too long. */
export function checkKeys(members: Readonly<Record<string, string | undefined>>): void {
  const errors = Object.entries(members)
    .filter(([, text]) => (text ?? '').length > LONGEST_KEY)
    .map(([name]) => ({
      message: `${name} is longer than ${LONGEST_KEY} characters`,
      code: 'INVALID_VALUE',
      in: name,
    }));
  if (errors.length > 0)
    throw invalid(`Invalid request body: ${errors.map(({ message }) => message).join('; ')}`, { errors });
}
