/** The users of an account: an owner created with it, and the users of tokens. */

import type { AccountRow } from '../store/tables.ts';

/** The owner's id is derived from the account's, so that the same account has the same owner everywhere. */
export function deriveOwner(hubId: number): number {
  return 50_000_000 + hubId;
}

export function formatEmail(account: AccountRow | undefined, userId: number): string {
  const name = userId === account?.user_id ? 'owner' : `user-${userId}`;
  return `${name}@${account?.domain ?? 'unknown.example'}`;
}
