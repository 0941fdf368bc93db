/** Rows of timeline events and of the contacts that they identify by email address or user token. */

import type { Db, Tables } from './tables.ts';

export type ContactRow = Tables['contacts'];

/** An event as kept: `body` is what was sent, `via` which of the three endpoints it came through. */
export interface StoredTimelineEvent {
  readonly appId: number;
  readonly eventTemplateId: string;
  readonly id: string;
  readonly via: 'v3' | 'legacy' | 'dated';
  readonly objectType: string;
  readonly objectId: string;
  readonly timestamp: string;
  readonly createdAt: string;
  readonly body: Readonly<Record<string, unknown>>;
}

export async function listTimelineEvents(db: Db, hubId: number): Promise<readonly StoredTimelineEvent[]> {
  const rows = await db
    .selectFrom('timeline_events')
    .select('definition')
    .where('hub_id', '=', hubId)
    .orderBy('app_id')
    .orderBy('template_id')
    .orderBy('id')
    .execute();
  return rows.map((row) => JSON.parse(row.definition));
}

export async function findTimelineEvent(
  db: Db,
  hubId: number,
  key: Pick<StoredTimelineEvent, 'appId' | 'eventTemplateId' | 'id'>,
): Promise<StoredTimelineEvent | undefined> {
  const row = await db
    .selectFrom('timeline_events')
    .select('definition')
    .where('hub_id', '=', hubId)
    .where('app_id', '=', key.appId)
    .where('template_id', '=', key.eventTemplateId)
    .where('id', '=', key.id)
    .executeTakeFirst();
  return row === undefined ? undefined : JSON.parse(row.definition);
}

/** Adds the event, or moves and replaces the one of this id (interface 2.7). */
export async function saveTimelineEvent(db: Db, hubId: number, event: StoredTimelineEvent): Promise<void> {
  const definition = JSON.stringify(event);
  await db
    .insertInto('timeline_events')
    .values({
      hub_id: hubId,
      app_id: event.appId,
      template_id: event.eventTemplateId,
      id: event.id,
      object_id: event.objectId,
      definition,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['hub_id', 'app_id', 'template_id', 'id'])
        .doUpdateSet({ object_id: event.objectId, definition }),
    )
    .execute();
}

export function listContacts(db: Db, hubId: number): Promise<readonly ContactRow[]> {
  return db.selectFrom('contacts').selectAll().where('hub_id', '=', hubId).orderBy('object_id').execute();
}

export function findContact(db: Db, hubId: number, objectId: string): Promise<ContactRow | undefined> {
  return db
    .selectFrom('contacts')
    .selectAll()
    .where('hub_id', '=', hubId)
    .where('object_id', '=', objectId)
    .executeTakeFirst();
}

export function findContactByEmail(db: Db, hubId: number, email: string): Promise<ContactRow | undefined> {
  return db
    .selectFrom('contacts')
    .selectAll()
    .where('hub_id', '=', hubId)
    .where('email', '=', email)
    .executeTakeFirst();
}

/** Adds the contact; one that exists gets the address when one is given. */
export async function saveContact(db: Db, row: ContactRow): Promise<void> {
  await db
    .insertInto('contacts')
    .values(row)
    .onConflict((conflict) => {
      const known = conflict.columns(['hub_id', 'object_id']);
      return row.email === null ? known.doNothing() : known.doUpdateSet({ email: row.email });
    })
    .execute();
}

export async function findVisitor(db: Db, hubId: number, utk: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('visitors')
    .select('object_id')
    .where('hub_id', '=', hubId)
    .where('utk', '=', utk)
    .executeTakeFirst();
  return row?.object_id;
}

/** Ties a user token to a contact; the latest tie counts. */
export async function saveVisitor(db: Db, hubId: number, utk: string, objectId: string): Promise<void> {
  await db
    .insertInto('visitors')
    .values({ hub_id: hubId, utk, object_id: objectId })
    .onConflict((conflict) => conflict.columns(['hub_id', 'utk']).doUpdateSet({ object_id: objectId }))
    .execute();
}
