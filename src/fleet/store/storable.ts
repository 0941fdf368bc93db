/** What the database takes of a text: PostgreSQL has no zero character and no half of a surrogate pair. */

/** Of a message of an account: pages and reports read those of all. */
const LONGEST = 4_000;

/** What a service or somebody's code said, for people. */
export function storable<T extends string | null>(text: T): T | string {
  if (text === null) return text;
  const cut = text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}…`;
  return cut.replaceAll('\0', '').toWellFormed();
}
