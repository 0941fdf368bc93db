/** Rows of webhook subscriptions; an omitted member is the empty string. A copy is a second one of the same four columns, alike or with another name. */

import type { Db, SubscriptionRow } from './tables.ts';

export type { SubscriptionRow } from './tables.ts';

const TABLES = ['subscriptions', 'subscription_copies'] as const;

/** Subscriptions of these apps, by id. */
export async function listSubscriptions(db: Db, appIds: readonly number[]): Promise<readonly SubscriptionRow[]> {
  if (appIds.length === 0) return [];
  const rows: SubscriptionRow[] = [];
  for (const table of TABLES) {
    rows.push(...(await db.selectFrom(table).selectAll().where('app_id', 'in', appIds).execute()));
  }
  return rows.toSorted((one, other) => one.id - other.id);
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

/** Beside the one that the app has. */
export async function insertCopy(db: Db, row: SubscriptionRow): Promise<void> {
  await db.insertInto('subscription_copies').values(row).execute();
}

export async function setSubscriptionActive(db: Db, id: number, active: boolean, at: number): Promise<boolean> {
  for (const table of TABLES) {
    const changed = await db
      .updateTable(table)
      .set({ active: active ? 1 : 0, updated_at: at })
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst();
    if (changed !== undefined) return true;
  }
  return false;
}

export async function deleteSubscription(db: Db, id: number): Promise<boolean> {
  for (const table of TABLES) {
    const deleted = await db.deleteFrom(table).where('id', '=', id).returning('id').executeTakeFirst();
    if (deleted !== undefined) return true;
  }
  return false;
}
