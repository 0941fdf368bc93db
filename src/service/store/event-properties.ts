/** Rows of custom event definitions and their properties. */

import type { EventMembers } from '../model/event-members.ts';
import type { StoredOption } from '../model/property.ts';
import { nextNumber } from './open.ts';
import { findRow, insertNew, listRows, saveRow } from './rows.ts';
import type { Db, EventDefinitionRow } from './tables.ts';

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
  /** Further members that replies show. */
  readonly members?: EventMembers;
}

/** By its name, or by its fully qualified name `pe<hubId>_<name>`. */
export function findEventDefinition(db: Db, hubId: number, name: string): Promise<EventDefinitionRow | undefined> {
  const prefix = `pe${hubId}_`;
  const names = name.startsWith(prefix) ? [name, name.slice(prefix.length)] : [name];
  return findRow(db, 'event_definitions', { hub_id: hubId, name: names });
}

/** Adds the definition, with the next number of the service. */
export async function addEventDefinition(
  db: Db,
  given: Omit<EventDefinitionRow, 'number'>,
): Promise<EventDefinitionRow> {
  const row = { ...given, number: await nextNumber(db, 'event-definition', 1) };
  await insertNew(db, 'event_definitions', row);
  return row;
}

export async function listEventProperties(
  db: Db,
  hubId: number,
  eventName: string,
): Promise<readonly StoredEventProperty[]> {
  const rows = await listRows(db, 'event_properties', { hub_id: hubId, event_name: eventName });
  return rows.map((row) => JSON.parse(row.definition));
}

/** Returns false if the definition has a property of this name. */
export function insertEventProperty(
  db: Db,
  hubId: number,
  eventName: string,
  property: StoredEventProperty,
): Promise<boolean> {
  return insertNew(db, 'event_properties', buildRow(hubId, eventName, property));
}

export function saveEventProperty(
  db: Db,
  hubId: number,
  eventName: string,
  property: StoredEventProperty,
): Promise<void> {
  return saveRow(db, 'event_properties', buildRow(hubId, eventName, property));
}

function buildRow(hubId: number, eventName: string, property: StoredEventProperty) {
  return { hub_id: hubId, event_name: eventName, name: property.name, definition: JSON.stringify(property) };
}
