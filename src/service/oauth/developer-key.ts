/** Calls of an app: made with the developer key of the account that owns it, or with a token of the app. */

import { isAppToken } from '../../contract/token-forms.ts';
import { unauthenticated } from '../model/refusal.ts';
import { findRow } from '../store/rows.ts';
import type { Db } from '../store/tables.ts';
import { hashToken } from '../store/tokens.ts';

/** Member of the query that carries the key. */
export const DEVELOPER_KEY_MEMBER = 'hapikey';

/** Returns undefined if the call has no key. A repeated key is empty and therefore invalid. */
export function findDeveloperKey(query: unknown): string | undefined {
  const given: unknown = readMembers(query)[DEVELOPER_KEY_MEMBER];
  if (given === undefined) return undefined;
  return typeof given === 'string' ? given : '';
}

/** Returns the query without the key. The contract checks the rest. */
export function withoutDeveloperKey(query: unknown): unknown {
  const { [DEVELOPER_KEY_MEMBER]: _, ...others } = readMembers(query);
  return others;
}

/** The hash of the key; throws a 401 when it is not the key of the app. */
export async function developerKeyHash(db: Db, appId: string, key: string): Promise<string> {
  const hash = hashToken(key);
  if (!/^\d{1,15}$/.test(appId)) throw unauthenticated();
  const row = await findRow(db, 'developer_keys', { hash, app_id: Number(appId) });
  if (row === undefined) throw unauthenticated();
  return hash;
}

/**
 * Throws a 401 for the token of a private app or a service key. It belongs to an account instead of an installable app.
 */
export function refuseAppToken(authorization: string | undefined): void {
  if (isAppToken(/^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1] ?? '')) throw unauthenticated();
}

function readMembers(query: unknown): Readonly<Record<string, unknown>> {
  return typeof query === 'object' && query !== null ? { ...query } : {};
}
