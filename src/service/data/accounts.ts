/** Adding accounts, apps and tokens to the store. */

import type { AccountType } from '../../contract/account-info.ts';
import type { Clock, NewId } from '../../contract/clock.ts';
import { canonicalObjectType, STANDARD_OBJECT_TYPES } from '../../contract/object-types.ts';
import { KNOWN_SCOPES } from '../../contract/scopes.ts';
import { UsageError } from '../../errors.ts';
import { newProperty } from '../model/property.ts';
import { ANY_LOCALHOST } from '../oauth/checks.ts';
import { issueAccessToken, issueRefreshToken } from '../oauth/grants.ts';
import { resolveObjectType } from '../store/accounts.ts';
import { insertProperties } from '../store/properties.ts';
import { findRow, insertNew, listRows, saveRow, updateRows } from '../store/rows.ts';
import type { Db } from '../store/tables.ts';
import { hashOf } from '../store/tokens.ts';
import { addDefaults } from './add-defaults.ts';
import { addAssociationType } from './association-types.ts';
import { nextGroupOrder } from './group-writes.ts';
import { ownerOf } from './people.ts';
import { plantEventDefinition } from './planted-events.ts';
import { plantPrivateAppToken } from './private-apps.ts';
import { parsedSeed, type Seed, type SeedAccount, type SeedApp, SeedError } from './seed.ts';
import { seedIssues } from './seed-check.ts';

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
  /** What the app may ask for; every known scope when left out. */
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

/** Adds an account with its default groups and properties; one that exists is left as it is. */
export async function addAccount({ db, clock }: Registry, { hubId, domain, accountType }: NewAccount): Promise<void> {
  const now = clock.now();
  await db.transaction().execute(async (tx) => {
    const added = await insertNew(tx, 'accounts', {
      hub_id: hubId,
      domain: domain ?? `account-${hubId}.example`,
      user_id: ownerOf(hubId),
      type: accountType ?? 'STANDARD',
      sensitive_data: 0,
      revision: 0,
    });
    if (!added) return;
    await addDefaults(
      tx,
      hubId,
      STANDARD_OBJECT_TYPES.map((objectType) => ({ objectType })),
      now,
    );
  });
}

/** Adds an app, or gives the app of this id what is given. */
export async function addApp({ db }: Registry, app: NewApp): Promise<void> {
  await saveRow(db, 'apps', {
    app_id: app.appId,
    client_id: app.clientId,
    secret_hash: hashOf(app.clientSecret),
    redirect_uris: JSON.stringify(app.redirectUris ?? [ANY_LOCALHOST]),
    scopes: (app.scopes ?? KNOWN_SCOPES).join(' '),
  });
  if (app.developerKey === undefined) return;
  await insertNew(db, 'developer_keys', { app_id: app.appId, hash: hashOf(app.developerKey) });
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

/** Adds what the seed names and the store lacks. Throws SeedError that names every problem of an invalid seed, and adds nothing then. */
export async function plant(registry: Registry, seed: Seed): Promise<void> {
  const parsed = parsedSeed(seed);
  const issues = await seedIssues(registry.db, parsed);
  if (issues.length > 0) throw new SeedError(issues);
  for (const account of parsed.accounts) {
    await addAccount(registry, account);
    await registry.db.transaction().execute((tx) => plantAccount(tx, account, registry.clock.now()));
  }
  for (const app of parsed.apps) await plantApp(registry, app);
}

async function plantAccount(db: Db, account: SeedAccount, now: number): Promise<void> {
  const { hubId } = account;
  if (account.sensitiveData) await updateRows(db, 'accounts', { hub_id: hubId }, { sensitive_data: 1 });
  for (const token of account.privateAppTokens) await plantPrivateAppToken(db, hubId, token);
  for (const { id, name } of account.objectTypes) {
    const added = await insertNew(db, 'object_types', { hub_id: hubId, id, name, archived: 0, details: null });
    if (added) await addDefaults(db, hubId, [{ objectType: id, customName: name }], now);
  }
  for (const definition of account.eventDefinitions) await plantEventDefinition(db, hubId, definition, now);
  for (const group of account.groups) {
    const objectType = await seededType(db, hubId, group.objectType);
    const display_order = group.displayOrder ?? (await nextGroupOrder(db, hubId, objectType));
    const { name, displayName: display_name } = group;
    const row = { hub_id: hubId, object_type: objectType, name, display_name, display_order, service_defined: 0 };
    await insertNew(db, 'property_groups', row);
  }
  for (const { from, to, ...given } of account.associationLabels) {
    const pair = { from: await seededType(db, hubId, from), to: await seededType(db, hubId, to) };
    const key = { hub_id: hubId, from_type: pair.from, to_type: pair.to, name: given.name };
    if ((await listRows(db, 'association_types', key)).every(({ label }) => label === null)) {
      await addAssociationType(db, hubId, { ...pair, ...given, now });
    }
  }
  for (const { objectType: spelling, ...given } of account.properties) {
    const objectType = await seededType(db, hubId, spelling);
    await insertProperties(db, hubId, [{ objectType, property: newProperty(given, now, ownerOf(hubId)) }]);
  }
}

async function plantApp(registry: Registry, { eventTemplates = [], ...app }: SeedApp): Promise<void> {
  await addApp(registry, app);
  for (const { id, objectType } of eventTemplates) {
    await insertNew(registry.db, 'event_templates', {
      app_id: app.appId,
      id,
      object_type: canonicalObjectType(objectType),
    });
  }
}

/** The type that the check of the seed found too. */
async function seededType(db: Db, hubId: number, spelling: string): Promise<string> {
  return (await resolveObjectType(db, hubId, spelling)) ?? spelling;
}
