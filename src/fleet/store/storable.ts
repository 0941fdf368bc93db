/** Makes a text storable: PostgreSQL accepts neither a zero character nor half of a surrogate pair. */

/** Longest message of an account. Pages and reports read the messages of all accounts. */
const LONGEST = 4_000;

/** Shortens and cleans a message of the service or of the caller's code. */
export function storable<T extends string | null>(text: T): T | string {
  if (text === null) return text;
  const cut = text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}…`;
  return cut.replaceAll('\0', '').toWellFormed();
}
