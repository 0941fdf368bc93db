/** Plain data as JSON has it. */

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** Named values of one resource. A key that is absent is not declared, or not known. */
export type Fields = Readonly<Record<string, Json>>;

/**
 * A copy of plain data with the keys of every mapping in one order, so that the order in which they were written changes
 * nothing. Members that are undefined are left out, as JSON does.
 */
export function inKeyOrder<T>(value: T): T {
  return ordered(value) as T;
}

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== 'object' || value === null) return value;
  const members = value as Readonly<Record<string, unknown>>;
  const keys = Object.keys(members).filter((key) => members[key] !== undefined);
  return Object.fromEntries(keys.sort().map((key) => [key, ordered(members[key])]));
}
