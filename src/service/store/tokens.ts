/** Hashes of tokens, codes and client secrets: the store holds nothing else of them. */

import { createHash } from 'node:crypto';
import { findRow } from './rows.ts';
import type { Db, Tables } from './tables.ts';

/** SHA-256 of a token, code or client secret, in hex. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

export function findAccessToken(db: Db, hash: string): Promise<Tables['access_tokens'] | undefined> {
  return findRow(db, 'access_tokens', { hash });
}

/** Returns undefined if the token was deleted. */
export function findRefreshToken(db: Db, hash: string): Promise<Tables['refresh_tokens'] | undefined> {
  return findRow(db, 'refresh_tokens', { hash, deleted_at: null });
}
