/** Digests of plain data: equal meaning gives an equal digest, whatever the order of keys. */

import { hash } from 'node:crypto';

/** The first 20 hex digits of the SHA-256 of the value with its keys sorted; members that are undefined are left out. */
export function digest(value: unknown): string {
  return hash('sha256', JSON.stringify(sorted(value))).slice(0, 20);
}

/** A sorted copy: JSON.stringify takes much longer when it has to ask about every member. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, member]) => [key, sorted(member)]),
  );
}
