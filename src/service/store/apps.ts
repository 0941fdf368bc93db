/** Rows of apps and of their event templates. */

import type { Db, Tables } from './tables.ts';

export type AppRow = Tables['apps'];
export type EventTemplateRow = Tables['event_templates'];

export function findApp(db: Db, appId: number): Promise<AppRow | undefined> {
  return db.selectFrom('apps').selectAll().where('app_id', '=', appId).executeTakeFirst();
}

export function findAppByClient(db: Db, clientId: string): Promise<AppRow | undefined> {
  return db.selectFrom('apps').selectAll().where('client_id', '=', clientId).executeTakeFirst();
}

/** Adds the app, or gives an app of this id the new secret, addresses and scopes. */
export async function upsertApp(db: Db, row: AppRow): Promise<void> {
  const { app_id: _, ...rest } = row;
  await db
    .insertInto('apps')
    .values(row)
    .onConflict((conflict) => conflict.column('app_id').doUpdateSet(rest))
    .execute();
}

export function findEventTemplate(db: Db, appId: number, id: string): Promise<EventTemplateRow | undefined> {
  return db
    .selectFrom('event_templates')
    .selectAll()
    .where('app_id', '=', appId)
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function insertEventTemplate(db: Db, row: EventTemplateRow): Promise<void> {
  await db
    .insertInto('event_templates')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
