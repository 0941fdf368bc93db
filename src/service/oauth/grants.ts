/** Issues tokens: for a code, a refresh token or a request of a test. */

import { createHmac } from 'node:crypto';
import { keepMeta } from '../store/open.ts';
import { insertNew, saveRow } from '../store/rows.ts';
import type { Db, GrantRow } from '../store/tables.ts';
import { hashToken } from '../store/tokens.ts';

/** Seconds that an access token lives (assumption A22). */
export const ACCESS_TOKEN_SECONDS = 1800;

/** Seconds that a code lives (assumption A22). */
export const CODE_SECONDS = 600;

export interface Issuing {
  readonly db: Db;
  readonly now: number;
  readonly newId: () => string;
}

/** Issues a new access token or the given text. Only its hash is stored. */
export async function issueAccessToken(
  { db, now, newId }: Issuing,
  grant: GrantRow,
  given: { readonly text?: string | undefined; readonly seconds?: number | undefined } = {},
): Promise<string> {
  const text = given.text ?? `access-${newId()}`;
  const expires_at = now + (given.seconds ?? ACCESS_TOKEN_SECONDS) * 1000;
  await saveRow(db, 'access_tokens', { ...grant, hash: hashToken(text), expires_at });
  return text;
}

/** Issues a new refresh token or the given text. The app then counts as installed in the account. */
export async function issueRefreshToken(
  { db, newId }: Issuing,
  grant: GrantRow,
  given: { readonly clientId: string; readonly text?: string | undefined },
): Promise<string> {
  const text = given.text ?? `refresh-${newId()}`;
  await insertNew(db, 'refresh_tokens', {
    ...grant,
    hash: hashToken(text),
    client_id: given.clientId,
    deleted_at: null,
  });
  await insertNew(db, 'installs', { hub_id: grant.hub_id, app_id: grant.app_id });
  return text;
}

/** Signs text with a key that the store keeps, so that signatures stay the same after a restart. */
export async function signed({ db, newId }: Pick<Issuing, 'db' | 'newId'>, text: string): Promise<string> {
  return createHmac('sha256', await keepMeta(db, 'signing-key', newId()))
    .update(text)
    .digest('base64url');
}
