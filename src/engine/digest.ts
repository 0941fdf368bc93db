/** Digests of plain data: equal meaning gives an equal digest, whatever the order of keys. */

import { hash } from 'node:crypto';
import { inKeyOrder } from '../model/json.ts';

/** The first 20 hex digits of the SHA-256 of the value with its keys sorted; members that are undefined are left out. */
export function digest(value: unknown): string {
  return hash('sha256', JSON.stringify(inKeyOrder(value))).slice(0, 20);
}
