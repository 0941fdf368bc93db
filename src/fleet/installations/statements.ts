/** Statements on installations: which account has the app, and the sealed tokens for it. */

import { INSTALLATION_STATES, type InstallationState } from '../../model/installation.ts';
import type { Statement } from '../database/database.ts';

export interface InstallationRow {
  readonly hub_id: number;
  readonly app_id: string;
  readonly state: InstallationState;
  readonly labels: Readonly<Record<string, string>>;
  readonly scopes: readonly string[];
  readonly changed_at: Date;
}

export interface NewRow {
  readonly hubId: number;
  readonly appId: string;
  readonly labels: string;
  readonly scopes: readonly string[];
  readonly keyId: string;
  readonly refreshSealed: string;
  /** Whether an account that is active or paused keeps the tokens that it has, unless they were refused. */
  readonly keepsTokens: boolean;
}

/** No row where another app has the account. What a person paused stays so. */
export function insertInstallation(row: NewRow): Statement<InstallationRow> {
  return ({ sql, of, now }) => {
    const isKept = sql`(${row.keepsTokens}::boolean and i.state in ('active', 'paused') and not i.refused)`;
    return sql`
    insert into ${of('installation')} as i (hub_id, app_id, state, labels, scopes, key_id, refresh_sealed, changed_at)
    values (${row.hubId}::bigint, ${row.appId}, 'active', ${row.labels}::text::jsonb, ${row.scopes}::text[], ${row.keyId},
      ${row.refreshSealed}, ${now})
    on conflict (hub_id) do update set app_id = excluded.app_id, labels = excluded.labels, scopes = excluded.scopes,
      key_id = case when ${isKept} then i.key_id else excluded.key_id end,
      refresh_sealed = case when ${isKept} then i.refresh_sealed else excluded.refresh_sealed end,
      access_sealed = case when ${isKept} then i.access_sealed end,
      access_expires = case when ${isKept} then i.access_expires end,
      refreshing = case when ${isKept} then i.refreshing end,
      refreshing_until = case when ${isKept} then i.refreshing_until end,
      refused = false, changed_at = excluded.changed_at, state = case i.state when 'paused' then 'paused' else 'active' end
    where i.app_id = excluded.app_id or i.state = 'uninstalled'
    returning hub_id, app_id, state, labels, scopes, changed_at`;
  };
}

export interface InstallationFilter {
  readonly hubIds?: readonly number[] | undefined;
  readonly states?: readonly InstallationState[] | undefined;
  /** All of them with these values. */
  readonly labels?: Readonly<Record<string, string>> | undefined;
  /** Those with a higher id. */
  readonly after?: number | undefined;
  /** This many at most; all when left out. */
  readonly limit?: number | undefined;
}

export function selectInstallations({
  hubIds,
  states = INSTALLATION_STATES,
  labels = {},
  after = 0,
  limit,
}: InstallationFilter): Statement<InstallationRow> {
  return ({ sql, of }) => sql`
    select hub_id, app_id, state, labels, scopes, changed_at from ${of('installation')}
    where hub_id > ${after}::bigint ${hubIds === undefined ? sql`` : sql`and hub_id = any(${hubIds}::bigint[])`}
      and state = any(${states}::text[]) and labels @> ${JSON.stringify(labels)}::text::jsonb
    order by hub_id limit ${limit ?? null}::bigint`;
}

/**
 * Only from one of the states; one that is uninstalled loses its tokens. One that is paused while its token was refused becomes revoked when it is
 * resumed, and active when that is done once more.
 */
export function setState(
  hubId: number,
  state: InstallationState,
  from: readonly InstallationState[],
): Statement<InstallationRow> {
  return ({ sql, of, now }) => sql`
    update ${of('installation')} set changed_at = ${now},
      state = case when ${state}::text = 'active' and state = 'paused' and refused then 'revoked' else ${state}::text end,
      refused = refused and not (${state}::text = 'active' and state = 'revoked'),
      refresh_sealed = case when ${state}::text = 'uninstalled' then null else refresh_sealed end,
      access_sealed = case when ${state}::text = 'uninstalled' then null else access_sealed end
    where hub_id = ${hubId}::bigint and state = any(${from}::text[])
    returning hub_id, app_id, state, labels, scopes, changed_at`;
}

export interface SealedRow {
  readonly hub_id: number;
  readonly refresh_sealed: string;
  readonly access_sealed: string | null;
  readonly key_id: string;
}

/** Some of those that another key sealed, after this account. */
export function sealedWithOthers(keyId: string, after: number, most: number): Statement<SealedRow> {
  return ({ sql, of }) => sql`
    select hub_id, refresh_sealed, access_sealed, key_id from ${of('installation')}
    where refresh_sealed is not null and key_id <> ${keyId} and hub_id > ${after}::bigint
    order by hub_id limit ${most}::bigint`;
}

/** No row where the tokens changed meanwhile. */
export function replaceSealed(row: SealedRow, next: Omit<SealedRow, 'hub_id'>): Statement<{ hub_id: number }> {
  return ({ sql, of, now }) => sql`
    update ${of('installation')} set key_id = ${next.key_id}, refresh_sealed = ${next.refresh_sealed},
      access_sealed = ${next.access_sealed}::text
    where hub_id = ${row.hub_id}::bigint and refresh_sealed = ${row.refresh_sealed}
      and access_sealed is not distinct from ${row.access_sealed}::text
      and (refreshing is null or refreshing_until <= ${now})
    returning hub_id`;
}
