/** Tokens of private apps and service keys: stored as given, for one account, without expiry. */

import { KNOWN_SCOPES } from '../../contract/scopes.ts';
import { insertNew } from '../store/rows.ts';
import type { Db } from '../store/tables.ts';
import { hashOf } from '../store/tokens.ts';
import { ownerOf } from './people.ts';

export interface PrivateAppToken {
  readonly token: string;
  /** Every known scope when left out. */
  readonly scopes?: readonly string[] | undefined;
}

/** Adds the token; one that is there stays as it is. */
export async function plantPrivateAppToken(db: Db, hubId: number, { token, scopes }: PrivateAppToken): Promise<void> {
  await insertNew(db, 'access_tokens', {
    hash: hashOf(token),
    hub_id: hubId,
    app_id: privateAppOf(hubId),
    user_id: ownerOf(hubId),
    scopes: (scopes ?? KNOWN_SCOPES).join(' '),
    expires_at: Number.MAX_SAFE_INTEGER,
  });
}

/** A private app is an app of its account alone: it has an id and no client. */
function privateAppOf(hubId: number): number {
  return 60_000_000 + hubId;
}
