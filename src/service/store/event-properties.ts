/** Rows of custom event definitions and their properties. */

import type { EventMembers } from '../model/event-members.ts';
import type { StoredOption } from '../model/property.ts';
import type { Db, Tables } from './tables.ts';

export type EventDefinitionRow = Tables['event_definitions'];

export interface StoredEventProperty {
  readonly name: string;
  readonly label: string;
  readonly type: string;
  readonly fieldType: string;
  readonly description: string;
  readonly options: readonly StoredOption[];
  readonly createdAt: number;
  readonly createdUserId: number;
  /** Undefined until something changes it. */
  readonly updatedAt?: number;
  readonly updatedUserId?: number;
  /** What a seed says of it beside; those of an older version have none. */
  readonly members?: EventMembers;
}

export function listEventDefinitions(db: Db, hubId: number): Promise<readonly EventDefinitionRow[]> {
  return db.selectFrom('event_definitions').selectAll().where('hub_id', '=', hubId).orderBy('name').execute();
}

/** By its name, or by its fully qualified name `pe<hubId>_<name>`. */
export function findEventDefinition(db: Db, hubId: number, name: string): Promise<EventDefinitionRow | undefined> {
  const prefix = `pe${hubId}_`;
  const names = name.startsWith(prefix) ? [name, name.slice(prefix.length)] : [name];
  return db
    .selectFrom('event_definitions')
    .selectAll()
    .where('hub_id', '=', hubId)
    .where('name', 'in', names)
    .executeTakeFirst();
}

export async function insertEventDefinition(db: Db, row: EventDefinitionRow): Promise<void> {
  await db
    .insertInto('event_definitions')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** What each new property of a definition shows beside what its request says; the first that is kept stays. */
export async function keepEventMembers(db: Db, hubId: number, eventName: string, members: EventMembers): Promise<void> {
  await db
    .insertInto('event_members')
    .values({ hub_id: hubId, event_name: eventName, members: JSON.stringify(members) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function eventMembersOf(db: Db, hubId: number, eventName: string): Promise<EventMembers | undefined> {
  const row = await db
    .selectFrom('event_members')
    .select('members')
    .where('hub_id', '=', hubId)
    .where('event_name', '=', eventName)
    .executeTakeFirst();
  return row === undefined ? undefined : JSON.parse(row.members);
}

export async function listEventProperties(
  db: Db,
  hubId: number,
  eventName: string,
): Promise<readonly StoredEventProperty[]> {
  const rows = await db
    .selectFrom('event_properties')
    .select('definition')
    .where('hub_id', '=', hubId)
    .where('event_name', '=', eventName)
    .orderBy('name')
    .execute();
  return rows.map((row) => JSON.parse(row.definition));
}

/** Whether it was added; false when the definition has a property of this name. */
export async function insertEventProperty(
  db: Db,
  hubId: number,
  eventName: string,
  property: StoredEventProperty,
): Promise<boolean> {
  const added = await db
    .insertInto('event_properties')
    .values({ hub_id: hubId, event_name: eventName, name: property.name, definition: JSON.stringify(property) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('name')
    .executeTakeFirst();
  return added !== undefined;
}

export async function saveEventProperty(
  db: Db,
  hubId: number,
  eventName: string,
  property: StoredEventProperty,
): Promise<void> {
  await db
    .updateTable('event_properties')
    .set({ definition: JSON.stringify(property) })
    .where('hub_id', '=', hubId)
    .where('event_name', '=', eventName)
    .where('name', '=', property.name)
    .execute();
}

export async function deleteEventProperty(db: Db, hubId: number, eventName: string, name: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('event_properties')
    .where('hub_id', '=', hubId)
    .where('event_name', '=', eventName)
    .where('name', '=', name)
    .returning('name')
    .executeTakeFirst();
  return deleted !== undefined;
}
