/** Rows of webhook settings, one for each app that has them. */

import type { Db, Tables } from './tables.ts';

export type SettingsRow = Tables['webhook_settings'];

export function findSettings(db: Db, appId: number): Promise<SettingsRow | undefined> {
  return db.selectFrom('webhook_settings').selectAll().where('app_id', '=', appId).executeTakeFirst();
}

export async function saveSettings(db: Db, row: SettingsRow): Promise<void> {
  const { target_url, most_requests } = row;
  await db
    .insertInto('webhook_settings')
    .values(row)
    .onConflict((conflict) => conflict.column('app_id').doUpdateSet({ target_url, most_requests }))
    .execute();
}

/** Whether there were any. */
export async function deleteSettings(db: Db, appId: number): Promise<boolean> {
  const deleted = await db
    .deleteFrom('webhook_settings')
    .where('app_id', '=', appId)
    .returning('app_id')
    .executeTakeFirst();
  return deleted !== undefined;
}
