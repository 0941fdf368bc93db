/** Rows of access tokens, refresh tokens and codes: only their hashes are stored. */

import { createHash } from 'node:crypto';
import type { Db, GrantRow, Tables } from './tables.ts';

export type AccessTokenRow = Tables['access_tokens'];
export type RefreshTokenRow = Tables['refresh_tokens'];
export type CodeRow = Tables['codes'];

/** SHA-256 of a token, code or client secret, in hex. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

export function findAccessToken(db: Db, hash: string): Promise<AccessTokenRow | undefined> {
  return db.selectFrom('access_tokens').selectAll().where('hash', '=', hash).executeTakeFirst();
}

/** Adds the token or replaces what a token of the same text stood for. */
export async function saveAccessToken(db: Db, row: AccessTokenRow): Promise<void> {
  const { hash: _, ...rest } = row;
  await db
    .insertInto('access_tokens')
    .values(row)
    .onConflict((conflict) => conflict.column('hash').doUpdateSet(rest))
    .execute();
}

/** Adds the token; one that is known already stays as it is. */
export async function insertAccessToken(db: Db, row: AccessTokenRow): Promise<void> {
  await db
    .insertInto('access_tokens')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function expireAccessToken(db: Db, hash: string, at: number): Promise<void> {
  await db.updateTable('access_tokens').set({ expires_at: at }).where('hash', '=', hash).execute();
}

/** A refresh token that was not deleted. */
export function findRefreshToken(db: Db, hash: string): Promise<RefreshTokenRow | undefined> {
  return db
    .selectFrom('refresh_tokens')
    .selectAll()
    .where('hash', '=', hash)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** Adds the token; one that is known already, deleted ones included, stays as it is. */
export async function insertRefreshToken(db: Db, row: RefreshTokenRow): Promise<void> {
  await db
    .insertInto('refresh_tokens')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Whether there was one to delete. */
export async function deleteRefreshToken(db: Db, hash: string, at: number): Promise<boolean> {
  const deleted = await db
    .updateTable('refresh_tokens')
    .set({ deleted_at: at })
    .where('hash', '=', hash)
    .where('deleted_at', 'is', null)
    .returning('hash')
    .executeTakeFirst();
  return deleted !== undefined;
}

export function findCode(db: Db, hash: string): Promise<CodeRow | undefined> {
  return db.selectFrom('codes').selectAll().where('hash', '=', hash).executeTakeFirst();
}

export async function insertCode(db: Db, row: CodeRow): Promise<void> {
  await db.insertInto('codes').values(row).execute();
}

/** Marks the code as used; false when another call was first. */
export async function useCode(db: Db, hash: string, at: number): Promise<boolean> {
  const used = await db
    .updateTable('codes')
    .set({ used_at: at })
    .where('hash', '=', hash)
    .where('used_at', 'is', null)
    .returning('hash')
    .executeTakeFirst();
  return used !== undefined;
}

export function grantOf({ hub_id, app_id, user_id, scopes }: GrantRow): GrantRow {
  return { hub_id, app_id, user_id, scopes };
}
