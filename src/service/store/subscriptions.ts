/** Rows of webhook subscriptions; an omitted member is the empty string, so that four columns identify one. */

import type { Db, Tables } from './tables.ts';

export type SubscriptionRow = Tables['subscriptions'];

/** Subscriptions of these apps, by id. */
export async function listSubscriptions(db: Db, appIds: readonly number[]): Promise<readonly SubscriptionRow[]> {
  if (appIds.length === 0) return [];
  return db.selectFrom('subscriptions').selectAll().where('app_id', 'in', appIds).orderBy('id').execute();
}

export async function countSubscriptions(db: Db, appId: number): Promise<number> {
  const row = await db
    .selectFrom('subscriptions')
    .select((expression) => expression.fn.countAll<number>().as('count'))
    .where('app_id', '=', appId)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Whether it was added; false when the app has one of the same event type, property and object type. */
export async function insertSubscription(db: Db, row: SubscriptionRow): Promise<boolean> {
  const added = await db
    .insertInto('subscriptions')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return added !== undefined;
}

export async function setSubscriptionActive(db: Db, id: number, active: boolean, at: number): Promise<boolean> {
  const changed = await db
    .updateTable('subscriptions')
    .set({ active: active ? 1 : 0, updated_at: at })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return changed !== undefined;
}

export async function deleteSubscription(db: Db, id: number): Promise<boolean> {
  const deleted = await db.deleteFrom('subscriptions').where('id', '=', id).returning('id').executeTakeFirst();
  return deleted !== undefined;
}
