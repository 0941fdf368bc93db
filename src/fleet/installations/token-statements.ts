/** Statements on the tokens of an installation: one process at a time renews them, and what it got is written only while that is its turn. */

import type { InstallationState } from '../../model/installation.ts';
import type { Statement } from '../database/database.ts';

export interface TokenRow {
  readonly app_id: string;
  readonly state: InstallationState;
  /** Its refresh token was, also while it is paused. */
  readonly refused: boolean;
  readonly key_id: string;
  readonly refresh_sealed: string | null;
  readonly access_sealed: string | null;
  /** The access token has more than the margin left. */
  readonly fresh: boolean;
}

export function selectTokens(hubId: number, marginMs: number): Statement<TokenRow> {
  return ({ sql, of, now }) => sql`
    select app_id, state, refused, key_id, refresh_sealed, access_sealed,
      coalesce(access_expires > ${now} + ${marginMs}::double precision * interval '1 millisecond', false) as fresh
    from ${of('installation')} where hub_id = ${hubId}::bigint`;
}

export interface Turn {
  readonly hubId: number;
  /** Of this turn alone. */
  readonly token: string;
}

/** A row when nobody else has it, and the tokens are those that were seen. */
export function takeTurn({ hubId, token }: Turn, seen: TokenRow, termMs: number): Statement<{ hub_id: number }> {
  return ({ sql, of, now }) => sql`
    update ${of('installation')} set refreshing = ${token},
      refreshing_until = ${now} + ${termMs}::double precision * interval '1 millisecond'
    where hub_id = ${hubId}::bigint and state = ${seen.state} and refresh_sealed = ${seen.refresh_sealed}::text
      and access_sealed is not distinct from ${seen.access_sealed}::text
      and (refreshing is null or refreshing_until <= ${now})
    returning hub_id`;
}

export interface SealedGrant {
  readonly keyId: string;
  readonly refreshSealed: string;
  readonly accessSealed: string;
  readonly lifeMs: number;
}

/** No row where the turn is over: the account uninstalled the app, or installed it again. */
export function writeGrant({ hubId, token }: Turn, grant: SealedGrant): Statement<{ hub_id: number }> {
  return ({ sql, of, now }) => sql`
    update ${of('installation')} set key_id = ${grant.keyId}, refresh_sealed = ${grant.refreshSealed},
      access_sealed = ${grant.accessSealed}, refreshing = null, refreshing_until = null,
      access_expires = ${now} + ${grant.lifeMs}::double precision * interval '1 millisecond'
    where hub_id = ${hubId}::bigint and refreshing = ${token} and state <> 'uninstalled'
    returning hub_id`;
}

/** What a person paused stays so. */
export function endTurn({ hubId, token }: Turn, state: 'revoked' | 'as it is'): Statement<{ hub_id: number }> {
  const isRevoked = state === 'revoked';
  return ({ sql, of, now }) => sql`
    update ${of('installation')} set refreshing = null, refreshing_until = null, refused = refused or ${isRevoked},
      state = case when ${isRevoked}::boolean and state = 'active' then 'revoked' else state end,
      changed_at = case when ${isRevoked}::boolean then ${now} else changed_at end
    where hub_id = ${hubId}::bigint and refreshing = ${token} returning hub_id`;
}
