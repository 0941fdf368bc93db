/** Adding accounts, apps and tokens to the store. */

import type { AccountType } from '../../contract/account-info.ts';
import type { Clock, NewId } from '../../contract/clock.ts';
import { STANDARD_OBJECT_TYPES } from '../../contract/object-types.ts';
import { KNOWN_SCOPES } from '../../contract/scopes.ts';
import { UsageError } from '../../errors.ts';
import { ANY_LOCALHOST } from '../oauth/checks.ts';
import { issueAccessToken, issueRefreshToken } from '../oauth/grants.ts';
import { findRow, insertNew, saveRow } from '../store/rows.ts';
import type { Db } from '../store/tables.ts';
import { hashToken } from '../store/tokens.ts';
import { addDefaults } from './add-defaults.ts';
import { addDefaultPipelines } from './default-pipelines.ts';
import { deriveOwner } from './people.ts';

export interface Registry {
  readonly db: Db;
  readonly clock: Clock;
  readonly newId: NewId;
}

export interface NewAccount {
  readonly hubId: number;
  /** `account-<hubId>.example` when left out. */
  readonly domain?: string | undefined;
  /** STANDARD when left out. */
  readonly accountType?: AccountType | undefined;
}

export interface NewApp {
  readonly appId: number;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Every port and path of `http://localhost` when left out. */
  readonly redirectUris?: readonly string[] | undefined;
  /** Scopes that the app may ask for (default: every known scope). */
  readonly scopes?: readonly string[] | undefined;
  /** Key of the account that owns the app, for the calls of its webhooks. */
  readonly developerKey?: string | undefined;
}

export interface TokenRequest {
  readonly hubId: number;
  readonly appId: number;
  /** The account's owner when left out. */
  readonly userId?: number | undefined;
  /** All of the app's when left out. */
  readonly scopes?: readonly string[] | undefined;
  readonly expiresInSeconds?: number | undefined;
  readonly accessToken?: string | undefined;
  readonly refreshToken?: string | undefined;
}

export function addAccount({ db, clock }: Registry, account: NewAccount): Promise<void> {
  return db.transaction().execute((tx) => insertAccount(tx, account, clock.now()));
}

/** Adds an account with its default groups, properties and pipelines. Keeps an account that exists. */
export async function insertAccount(db: Db, { hubId, domain, accountType }: NewAccount, now: number): Promise<void> {
  const isNew = await insertNew(db, 'accounts', {
    hub_id: hubId,
    domain: domain ?? `account-${hubId}.example`,
    user_id: deriveOwner(hubId),
    type: accountType ?? 'STANDARD',
    sensitive_data: 0,
    revision: 0,
  });
  const types = STANDARD_OBJECT_TYPES.map((objectType) => ({ objectType }));
  if (!isNew) return;
  await addDefaults(db, hubId, types, now);
  await addDefaultPipelines(db, hubId);
}

/** Adds an app, or replaces the app of this id. */
export async function saveApp(db: Db, app: NewApp): Promise<void> {
  await saveRow(db, 'apps', {
    app_id: app.appId,
    client_id: app.clientId,
    secret_hash: hashToken(app.clientSecret),
    redirect_uris: JSON.stringify(app.redirectUris ?? [ANY_LOCALHOST]),
    scopes: (app.scopes ?? KNOWN_SCOPES).join(' '),
  });
  if (app.developerKey === undefined) return;
  await insertNew(db, 'developer_keys', { app_id: app.appId, hash: hashToken(app.developerKey) });
}

/** Installs the app in the account and gives a pair of tokens. Throws UsageError for an account or app that is not there. */
export async function issueToken(registry: Registry, grant: TokenRequest) {
  const { db, clock, newId } = registry;
  const app = await findRow(db, 'apps', { app_id: grant.appId });
  if (app === undefined) throw new UsageError('no-such-app', `App ${grant.appId} does not exist.`);
  const account = await findRow(db, 'accounts', { hub_id: grant.hubId });
  if (account === undefined) throw new UsageError('no-such-account', `Account ${grant.hubId} does not exist.`);
  const row = {
    hub_id: grant.hubId,
    app_id: grant.appId,
    user_id: grant.userId ?? account.user_id,
    scopes: grant.scopes?.join(' ') ?? app.scopes,
  };
  return db.transaction().execute(async (tx) => {
    const issuing = { db: tx, now: clock.now(), newId };
    return {
      accessToken: await issueAccessToken(issuing, row, { text: grant.accessToken, seconds: grant.expiresInSeconds }),
      refreshToken: await issueRefreshToken(issuing, row, { clientId: app.client_id, text: grant.refreshToken }),
    };
  });
}
