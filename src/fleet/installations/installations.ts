/** The accounts that have the app installed, with sealed tokens. A revoked or uninstalled account is a state, not an error. */

import { secret } from '../../contract/secret.ts';
import { requireOptions, TrueupError, UsageError } from '../../errors.ts';
import { INSTALLATION_STATES, type InstallationState } from '../../model/installation.ts';
import type { Database, Statement } from '../database/database.ts';
import type { KeyProvider } from './keys.ts';
import { type NewInstallation, requireInstallation } from './new-installation.ts';
import { seal, unseal } from './seal.ts';
export interface Installation {
  readonly hubId: number;
  readonly appId: string;
  readonly state: InstallationState;
  readonly labels: Readonly<Record<string, string>>;
  readonly scopes: readonly string[];
  /** ISO time of the database. */
  readonly changedAt: string;
}

export interface Resealed {
  /** Number of accounts whose tokens this call sealed with the current key. */
  readonly resealed: number;
  /** Accounts whose tokens are being renewed, so their key is unknown. Repeat the call until the list is empty. */
  readonly waiting: number;
  /** Accounts whose tokens cannot be opened. They keep their tokens. */
  readonly failed: readonly { readonly hubId: number; readonly error: TrueupError }[];
}

export interface Installations {
  /**
   * Stores an account after OAuth. A known account gets the new tokens and becomes active, unless it is paused. `keepsTokens` keeps the
   * stored tokens of an active or paused account, because a list may be older; refused tokens are replaced. Throws UsageError.
   */
  installed(installation: NewInstallation, how?: { readonly keepsTokens?: boolean | undefined }): Promise<Installation>;
  /** Deletes the tokens of the account. Its ledger stays. */
  uninstalled(hubId: number): Promise<Installation>;
  /** Leaves the account out of rollouts until `resumed`. */
  paused(hubId: number): Promise<Installation>;
  /**
   * Makes the account active again, also after a refused token, because the app's own credentials may have been wrong. A paused account
   * whose token was refused becomes `revoked` first.
   */
  resumed(hubId: number): Promise<Installation>;
  find(hubId: number): Promise<Installation | undefined>;
  /** Returns accounts in the order of their ids. `after` is the last id of the page before. */
  list(filter?: InstallationFilter): Promise<readonly Installation[]>;
  /** Seals all tokens with the current key. May be stopped and repeated. */
  reseal(): Promise<Resealed>;
}

export interface InstallationFilter {
  readonly hubIds?: readonly number[] | undefined;
  readonly states?: readonly InstallationState[] | undefined;
  /** All of them with these values. */
  readonly labels?: Readonly<Record<string, string>> | undefined;
  /** Accounts with a higher id. */
  readonly after?: number | undefined;
  /** This many at most; all when left out. */
  readonly limit?: number | undefined;
}

const NEEDS = { database: 'of openDatabase', keys: 'such as environmentKeys(process.env)' } as const;
const BATCH = 200;

/** @throws UsageError `options-missing` */
export function installations(options: { readonly database: Database; readonly keys: KeyProvider }): Installations {
  requireOptions('installations', options, NEEDS);
  const { database, keys } = options;
  const find = async (hubId: number): Promise<Installation | undefined> => {
    // The database has no other ids.
    if (!Number.isSafeInteger(hubId)) return undefined;
    const [row] = await database.query(selectInstallations({ hubIds: [hubId] }));
    return row === undefined ? undefined : buildInstallation(row);
  };
  /** Changes nothing if the account already has the state. */
  const change = async (hubId: number, to: InstallationState, from: readonly InstallationState[]) => {
    if (!Number.isSafeInteger(hubId)) throw unknownInstallation(hubId);
    const [row] = await database.query(setState(hubId, to, from));
    if (row !== undefined) return buildInstallation(row);
    const found = await find(hubId);
    if (found === undefined) throw unknownInstallation(hubId);
    if (found.state === to) return found;
    throw new UsageError('installation-uninstalled', `The app is uninstalled in account ${hubId}.`, {
      hint: UNINSTALLED_HINT,
    });
  };

  return {
    async installed(installation, { keepsTokens = false } = {}) {
      const { hubId, appId, labels = {}, scopes, refreshToken } = requireInstallation(installation);
      const key = await keys.current();
      const refreshSealed = seal(secret(refreshToken), { hubId, column: 'refresh' }, key);
      const row = { hubId, appId, scopes, labels, keyId: key.id, refreshSealed, keepsTokens };
      const [written] = await database.query(insertInstallation(row));
      if (written !== undefined) return buildInstallation(written);
      const existing = await find(hubId);
      throw new UsageError(
        'installation-of-other-app',
        `Account ${hubId} is in this fleet with app ${existing?.appId}, so it cannot be added with app ${appId}.`,
        {
          hint: 'Two installations would write to one account. Mark the other installation as uninstalled first, or use another schema.',
        },
      );
    },
    uninstalled: (hubId) => change(hubId, 'uninstalled', ['active', 'revoked', 'paused']),
    paused: (hubId) => change(hubId, 'paused', ['active', 'revoked']),
    resumed: (hubId) => change(hubId, 'active', ['revoked', 'paused']),
    find,
    list: async (filter = {}) => (await database.query(selectInstallations(filter))).map(buildInstallation),

    async reseal() {
      const failed: { readonly hubId: number; readonly error: TrueupError }[] = [];
      let resealed = 0;
      let waiting = 0;
      const { id } = await keys.current();
      for (let after = 0, more = true; more; ) {
        const rows = await database.query(sealedWithOthers(id, after));
        for (const row of rows) {
          const done = await resealOne(database, keys, row).catch((error: unknown) => {
            if (error instanceof TrueupError && CANNOT_OPEN.has(error.code)) failed.push({ hubId: row.hubId, error });
            else throw error;
          });
          resealed += done === true ? 1 : 0;
          waiting += done === false ? 1 : 0;
        }
        after = rows.at(-1)?.hubId ?? after;
        more = rows.length === BATCH;
      }
      return { resealed, waiting, failed };
    },
  };
}

const CANNOT_OPEN: ReadonlySet<string> = new Set(['fleet-key-unknown', 'installation-unreadable']);

/** Returns false if another process renews the tokens, or has just renewed them: its current key may differ. */
async function resealOne(database: Database, keys: KeyProvider, row: SealedRow): Promise<boolean> {
  const { hubId } = row;
  const key = await keys.current();
  const again = async (text: string, column: 'refresh' | 'access') =>
    seal(await unseal(text, { hubId, column }, row.keyId, keys), { hubId, column }, key);
  const refresh = await again(row.refresh, 'refresh');
  const access = row.access === null ? null : await again(row.access, 'access');
  return (await database.query(replaceSealed(row, { keyId: key.id, refresh, access }))).length > 0;
}

type InstallationRow = Omit<Installation, 'changedAt'> & { readonly changedAt: Date };

function buildInstallation({ changedAt, ...row }: InstallationRow): Installation {
  return { ...row, changedAt: changedAt.toISOString() };
}

export const UNINSTALLED_HINT = 'Only the account can install it again.';

export function unknownInstallation(hubId: number): UsageError {
  return new UsageError('installation-unknown', `Account ${hubId} is not in this fleet.`, {
    hint: 'Add it once the app is installed there.',
  });
}

const COLUMNS = 'hub_id as "hubId", app_id as "appId", state, labels, scopes, changed_at as "changedAt"';

interface NewRow extends Required<Omit<NewInstallation, 'refreshToken' | 'labels'>> {
  readonly labels: Installation['labels'];
  readonly keyId: string;
  readonly refreshSealed: string;
  /** True if an active or paused account keeps its tokens, except refused tokens. */
  readonly keepsTokens: boolean;
}

/** Returns no row if another app has the account. An account that a person paused stays paused. */
function insertInstallation(row: NewRow): Statement<InstallationRow> {
  return ({ sql, of, now }) => {
    const isKept = sql`(${row.keepsTokens}::boolean and i.state in ('active', 'paused') and not i.refused)`;
    return sql`
    insert into ${of('installation')} as i (hub_id, app_id, state, labels, scopes, key_id, refresh_sealed, changed_at)
    values (${row.hubId}::bigint, ${row.appId}, 'active', ${JSON.stringify(row.labels)}::text::jsonb, ${row.scopes}::text[], ${row.keyId},
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
    returning ${sql.raw(COLUMNS)}`;
  };
}

function selectInstallations({
  hubIds,
  states = INSTALLATION_STATES,
  labels = {},
  after = 0,
  limit,
}: InstallationFilter): Statement<InstallationRow> {
  return ({ sql, of }) => sql`
    select ${sql.raw(COLUMNS)} from ${of('installation')}
    where hub_id > ${after}::bigint ${hubIds === undefined ? sql`` : sql`and hub_id = any(${hubIds}::bigint[])`}
      and state = any(${states}::text[]) and labels @> ${JSON.stringify(labels)}::text::jsonb
    order by hub_id limit ${limit ?? null}::bigint`;
}

/**
 * Changes the state of an account that is in one of the states. An uninstalled account loses its tokens. A paused account whose token was refused
 * becomes revoked by the first resume, and active by the second.
 */
function setState(
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
    returning ${sql.raw(COLUMNS)}`;
}

interface SealedRow {
  readonly hubId: number;
  readonly refresh: string;
  readonly access: string | null;
  readonly keyId: string;
}

/** Returns some of the accounts that another key sealed, after this account. */
function sealedWithOthers(keyId: string, after: number): Statement<SealedRow> {
  return ({ sql, of }) => sql`
    select hub_id as "hubId", refresh_sealed as refresh, access_sealed as access, key_id as "keyId" from ${of('installation')}
    where refresh_sealed is not null and key_id <> ${keyId} and hub_id > ${after}::bigint
    order by hub_id limit ${BATCH}::bigint`;
}

/** Returns no row if the tokens have changed since they were read. */
function replaceSealed(
  { hubId, refresh, access }: SealedRow,
  next: Omit<SealedRow, 'hubId'>,
): Statement<{ readonly hubId: number }> {
  return ({ sql, of, now }) => sql`
    update ${of('installation')} set key_id = ${next.keyId}, refresh_sealed = ${next.refresh},
      access_sealed = ${next.access}::text
    where hub_id = ${hubId}::bigint and refresh_sealed = ${refresh}
      and access_sealed is not distinct from ${access}::text
      and (refreshing is null or refreshing_until <= ${now})
    returning hub_id as "hubId"`;
}
