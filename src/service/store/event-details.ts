/** Rows of what an event definition has beside its name and label. */

import { nextNumber } from './open.ts';
import type { Db } from './tables.ts';

export interface EventDetails {
  readonly description: string;
  readonly primaryObject: string;
  readonly createdAt: number;
  readonly createdUserId: number;
  readonly updatedAt: number;
}

export interface NumberedDetails extends EventDetails {
  /** Of the definition in the whole service. */
  readonly number: number;
}

/** Those that an earlier version added have none. */
export async function findEventDetails(db: Db, hubId: number, eventName: string): Promise<NumberedDetails | undefined> {
  const row = await db
    .selectFrom('event_details')
    .select(['number', 'details'])
    .where('hub_id', '=', hubId)
    .where('event_name', '=', eventName)
    .executeTakeFirst();
  return row === undefined ? undefined : { ...JSON.parse(row.details), number: row.number };
}

/** The first details that are kept give the definition its number. */
export async function saveEventDetails(db: Db, hubId: number, eventName: string, details: EventDetails): Promise<void> {
  const text = JSON.stringify(details);
  const number =
    (await findEventDetails(db, hubId, eventName))?.number ?? (await nextNumber(db, 'event-definition', 1));
  await db
    .insertInto('event_details')
    .values({ hub_id: hubId, event_name: eventName, number, details: text })
    .onConflict((conflict) => conflict.columns(['hub_id', 'event_name']).doUpdateSet({ details: text }))
    .execute();
}

export async function setEventLabel(db: Db, hubId: number, name: string, label: string): Promise<void> {
  await db
    .updateTable('event_definitions')
    .set({ label })
    .where('hub_id', '=', hubId)
    .where('name', '=', name)
    .execute();
}

/** With its properties and everything else that is known of it. */
export async function deleteEventDefinition(db: Db, hubId: number, name: string): Promise<void> {
  for (const table of ['event_properties', 'event_members', 'event_details'] as const) {
    await db.deleteFrom(table).where('hub_id', '=', hubId).where('event_name', '=', name).execute();
  }
  await db.deleteFrom('event_definitions').where('hub_id', '=', hubId).where('name', '=', name).execute();
}
