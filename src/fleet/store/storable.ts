/** Texts that a database takes: PostgreSQL has no zero character, and no half of a surrogate pair. */

/** What a service or somebody's code said, for people. */
export function storable<T extends string | null>(text: T): T | string {
  return text === null ? text : text.replaceAll('\0', '').toWellFormed();
}
