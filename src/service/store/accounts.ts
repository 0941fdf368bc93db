/** Rows of accounts, their custom object types, and the apps installed in them. */

import { sql } from 'kysely';
import { canonicalObjectType, isStandardObjectType, STANDARD_OBJECT_TYPES } from '../../contract/object-types.ts';
import type { Db, Tables } from './tables.ts';

export type AccountRow = Tables['accounts'];
export type ObjectTypeRow = Tables['object_types'];

export function findAccount(db: Db, hubId: number): Promise<AccountRow | undefined> {
  return db.selectFrom('accounts').selectAll().where('hub_id', '=', hubId).executeTakeFirst();
}

export function listAccounts(db: Db): Promise<readonly AccountRow[]> {
  return db.selectFrom('accounts').selectAll().orderBy('hub_id').execute();
}

/** Whether the account was added; false when it existed. */
export async function insertAccount(db: Db, row: AccountRow): Promise<boolean> {
  const added = await db
    .insertInto('accounts')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('hub_id')
    .executeTakeFirst();
  return added !== undefined;
}

/** Keeps the type of the account; one that has a type keeps it. */
export async function insertAccountType(db: Db, row: Tables['account_types']): Promise<void> {
  await db
    .insertInto('account_types')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** STANDARD where nobody said otherwise. */
export async function findAccountType(db: Db, hubId: number): Promise<string> {
  const row = await db.selectFrom('account_types').select('type').where('hub_id', '=', hubId).executeTakeFirst();
  return row?.type ?? 'STANDARD';
}

/** What an account can have turned on. */
type Feature = 'sensitive-data';

export async function insertFeature(db: Db, hubId: number, feature: Feature): Promise<void> {
  await db
    .insertInto('account_features')
    .values({ hub_id: hubId, feature })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function hasFeature(db: Db, hubId: number, feature: Feature): Promise<boolean> {
  const row = await db
    .selectFrom('account_features')
    .select('feature')
    .where('hub_id', '=', hubId)
    .where('feature', '=', feature)
    .executeTakeFirst();
  return row !== undefined;
}

/** First step of a transaction that writes: others that write to this account wait until it ends. */
export async function lockAccount(db: Db, hubId: number): Promise<void> {
  await db.updateTable('accounts').set({ revision: sql`revision + 1` }).where('hub_id', '=', hubId).execute();
}

/** Of the types of an account beside the standard ones. */
export type WhichTypes = 'active' | 'archived' | 'all';

/** Types of an account beside the standard ones; those that are archived only where asked for. */
export function listCustomObjectTypes(
  db: Db,
  hubId: number,
  which: WhichTypes = 'active',
): Promise<readonly ObjectTypeRow[]> {
  const all = db.selectFrom('object_types').selectAll().where('hub_id', '=', hubId).orderBy('id');
  if (which === 'all') return all.execute();
  const archived = db
    .selectFrom('object_schemas')
    .select('object_type')
    .where('hub_id', '=', hubId)
    .where('archived', '=', 1);
  return all.where('id', which === 'archived' ? 'in' : 'not in', archived).execute();
}

/** Whether the type was added; false when it existed. */
export async function insertObjectType(db: Db, row: ObjectTypeRow): Promise<boolean> {
  const added = await db
    .insertInto('object_types')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return added !== undefined;
}

/** Whether the name of a type names it without the account. */
type BareName = 'taken' | 'refused';

/** The one spelling under which an account's things are kept: plural name or `2-<n>`; undefined for a type it does not have (assumption A27). */
export async function resolveObjectType(
  db: Db,
  hubId: number,
  spelling: string,
  { bareName = 'taken', which = 'active' }: { readonly bareName?: BareName; readonly which?: WhichTypes } = {},
): Promise<string | undefined> {
  const canonical = canonicalObjectType(spelling);
  if (isStandardObjectType(canonical)) return canonical;
  const custom = await listCustomObjectTypes(db, hubId, which);
  return custom.find((type) => spellsObjectType({ hubId, ...type }, spelling, bareName))?.id;
}

/** The name of a type of an account as no other account has it. */
export function fullyQualifiedName(hubId: number, name: string): string {
  return `p${hubId}_${name}`;
}

/** A type of an account beside the standard ones: by its id, its fully qualified name or, where that is taken, its name, in any case. */
export function spellsObjectType(
  { hubId, id, name }: { readonly hubId: number; readonly id: string; readonly name: string },
  spelling: string,
  bareName: BareName = 'taken',
): boolean {
  const known = [id, fullyQualifiedName(hubId, name), ...(bareName === 'taken' ? [name] : [])];
  const spellings = known.map((text) => text.toLowerCase());
  return spellings.includes(spelling.toLowerCase());
}

/** Types that hold something, and those that the account has beside the standard ones. A property needs a group, so groups tell. */
export async function listObjectTypes(db: Db, hubId: number): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('property_groups')
    .select('object_type')
    .distinct()
    .where('hub_id', '=', hubId)
    .execute();
  const filled = new Set(rows.map((row) => row.object_type));
  return [
    ...STANDARD_OBJECT_TYPES.filter((type) => filled.has(type)),
    ...(await listCustomObjectTypes(db, hubId)).map((type) => type.id),
  ];
}

export async function insertInstall(db: Db, hubId: number, appId: number): Promise<void> {
  await db
    .insertInto('installs')
    .values({ hub_id: hubId, app_id: appId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function listInstalledApps(db: Db, hubId: number): Promise<readonly number[]> {
  const rows = await db.selectFrom('installs').select('app_id').where('hub_id', '=', hubId).orderBy('app_id').execute();
  return rows.map((row) => row.app_id);
}
