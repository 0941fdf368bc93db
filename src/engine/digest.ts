/** Digests of plain data: equal meaning gives an equal digest, whatever the order of keys. */

import { createHash } from 'node:crypto';

/** The first 20 hex digits of the SHA-256 of the value with its keys sorted. */
export function digest(value: unknown): string {
  return createHash('sha256').update(canonical(value)).digest('hex').slice(0, 20);
}

/** JSON with sorted keys; members that are undefined are left out. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
}
