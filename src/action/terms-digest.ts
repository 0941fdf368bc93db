/** Identifies what the base branch allows, so that a later run sees whether that is still the same. */

import { hash } from 'node:crypto';
import type { Terms } from '../index.ts';
import { inKeyOrder } from '../model/json.ts';

/** Of different policies, perhaps. */
export const UNREADABLE = termsDigest(undefined);

/** `terms`: of each account that it is compared with; undefined where they cannot be read. */
export function termsDigest(terms: readonly Terms[] | undefined): string {
  return hash('sha256', JSON.stringify(inKeyOrder(terms ?? 'unreadable'))).slice(0, 20);
}
