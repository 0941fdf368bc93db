/** The object types of an account, and its lock. */

import { sql } from 'kysely';
import { canonicalObjectType, isStandardObjectType, STANDARD_OBJECT_TYPES } from '../../contract/object-types.ts';
import { listRows } from './rows.ts';
import type { Db, ObjectTypeRow } from './tables.ts';

/** Makes other transactions that write to the account wait until this one ends. */
export async function lockAccount(db: Db, hubId: number): Promise<void> {
  await db.updateTable('accounts').set({ revision: sql`revision + 1` }).where('hub_id', '=', hubId).execute();
}

export type WhichTypes = 'active' | 'archived' | 'all';

/** Returns the types of an account except the standard types. */
export function listCustomObjectTypes(
  db: Db,
  hubId: number,
  which: WhichTypes = 'active',
): Promise<readonly ObjectTypeRow[]> {
  const archived = which === 'archived' ? 1 : 0;
  return listRows(db, 'object_types', { hub_id: hubId, ...(which === 'all' ? {} : { archived }) });
}

/** Treatment of a type name without the prefix of the account. */
type BareName = 'taken' | 'refused';

/**
 * Returns the spelling that stores an account's data: plural name or `2-<n>`. Returns undefined for an unknown type
 * (assumption A27).
 */
export async function resolveObjectType(
  db: Db,
  hubId: number,
  spelling: string,
  { bareName = 'taken', which = 'active' }: { readonly bareName?: BareName; readonly which?: WhichTypes } = {},
): Promise<string | undefined> {
  const canonical = canonicalObjectType(spelling);
  if (isStandardObjectType(canonical)) return canonical;
  const custom = await listCustomObjectTypes(db, hubId, which);
  return custom.find((type) => spellsObjectType(type, spelling, bareName))?.id;
}

/** The name of a type of an account as no other account has it. */
export function fullyQualifiedName(hubId: number, name: string): string {
  return `p${hubId}_${name}`;
}

/**
 * True if the spelling names a custom type of an account: its id, its fully qualified name or, if allowed, its name, in
 * any case.
 */
export function spellsObjectType(
  { hub_id, id, name }: Pick<ObjectTypeRow, 'hub_id' | 'id' | 'name'>,
  spelling: string,
  bareName: BareName = 'taken',
): boolean {
  const known = [id, fullyQualifiedName(hub_id, name), ...(bareName === 'taken' ? [name] : [])];
  return known.some((text) => text.toLowerCase() === spelling.toLowerCase());
}

/** Returns the standard types with groups, then the custom types. Each property needs a group. */
export async function listObjectTypes(db: Db, hubId: number): Promise<readonly string[]> {
  const filled = new Set((await listRows(db, 'property_groups', { hub_id: hubId })).map((row) => row.object_type));
  return [
    ...STANDARD_OBJECT_TYPES.filter((type) => filled.has(type)),
    ...(await listCustomObjectTypes(db, hubId)).map((type) => type.id),
  ];
}
