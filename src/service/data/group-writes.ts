/** Creating and changing property groups: the rules that every variant shares (interface 4.2, 11.2). */

import type { Identity } from '../model/identity.ts';
import { alreadyExists, notFound } from '../model/refusal.ts';
import { findRow, insertNew, listRows, saveRow } from '../store/rows.ts';
import type { Db, GroupRow } from '../store/tables.ts';
import { checkName, checkText } from './property-writes.ts';

export interface GroupWrite {
  readonly db: Db;
  readonly identity: Identity;
  readonly objectType: string;
  /** Name of the label member in the variant, for refusals. */
  readonly labelMember: 'displayName' | 'label';
}

export interface GroupChange {
  readonly label?: string | undefined;
  readonly displayOrder?: number | undefined;
}

/** Throws a 409 if an active group has the name. */
export async function createGroup(
  { db, identity, objectType, labelMember }: GroupWrite,
  { name, label, displayOrder }: GroupChange & { readonly name: string; readonly label: string },
): Promise<GroupRow> {
  checkName(name);
  checkText(labelMember, label);
  if ((await findGroup(db, identity.hubId, objectType, name)) !== undefined) {
    throw alreadyExists(`A property group named '${name}' already exists.`, { context: { name: [name] } });
  }
  const row: GroupRow = {
    hub_id: identity.hubId,
    object_type: objectType,
    name,
    display_name: label,
    display_order: await groupOrder(db, identity, objectType, displayOrder),
    service_defined: 0,
  };
  await insertNew(db, 'property_groups', row);
  return row;
}

/** Throws a 404 if no active group has the name. */
export async function updateGroup(
  { db, identity, objectType, labelMember }: GroupWrite,
  name: string,
  change: GroupChange,
): Promise<GroupRow> {
  const before = await existingGroup(db, identity, objectType, name);
  if (change.label !== undefined) checkText(labelMember, change.label);
  const after: GroupRow = {
    ...before,
    display_name: change.label ?? before.display_name,
    display_order: await changedOrder(db, before, change.displayOrder),
  };
  await saveRow(db, 'property_groups', after);
  return after;
}

export async function existingGroup(db: Db, identity: Identity, objectType: string, name: string): Promise<GroupRow> {
  const row = await findGroup(db, identity.hubId, objectType, name);
  if (row === undefined) throw notFound(`Couldn't find a Group with the given name '${name}'.`);
  return row;
}

/** An order that is left out or -1 becomes the last one plus one (assumption A15). */
async function groupOrder(db: Db, identity: Identity, objectType: string, given: number | undefined): Promise<number> {
  return given === undefined || given === -1 ? nextGroupOrder(db, identity.hubId, objectType) : given;
}

/** -1 asks for the last position: a group that has it already stays, so that a repeated call changes nothing. */
async function changedOrder(db: Db, before: GroupRow, given: number | undefined): Promise<number> {
  if (given === undefined) return before.display_order;
  if (given !== -1) return given;
  const next = await nextGroupOrder(db, before.hub_id, before.object_type);
  return before.display_order === next - 1 ? before.display_order : next;
}

export function findGroup(db: Db, hubId: number, objectType: string, name: string): Promise<GroupRow | undefined> {
  return findRow(db, 'property_groups', { hub_id: hubId, object_type: objectType, name });
}

/** Returns the groups of an object type in the order of display. */
export function listGroups(db: Db, hubId: number, objectType: string): Promise<readonly GroupRow[]> {
  return listRows(db, 'property_groups', { hub_id: hubId, object_type: objectType }, ['display_order', 'name']);
}

/** Returns the last order plus 1: the order of a group that is created without an order or with -1 (assumption A15). */
export async function nextGroupOrder(db: Db, hubId: number, objectType: string): Promise<number> {
  const last = (await listGroups(db, hubId, objectType)).at(-1);
  return Math.min((last?.display_order ?? -1) + 1, Number.MAX_SAFE_INTEGER);
}
