/** Rows of webhook settings, one for each app that has them, and when they were made and changed. */

import type { Db, Tables } from './tables.ts';

export type SettingsRow = Tables['webhook_settings'];

/** Those of a store that an earlier version began have no times. */
export function findSettings(db: Db, appId: number) {
  return db
    .selectFrom('webhook_settings')
    .leftJoin('webhook_settings_times as times', 'times.app_id', 'webhook_settings.app_id')
    .select(['target_url', 'most_requests', 'created_at', 'updated_at'])
    .where('webhook_settings.app_id', '=', appId)
    .executeTakeFirst();
}

export async function saveSettings(db: Db, row: SettingsRow, now: number): Promise<void> {
  const { app_id, target_url, most_requests } = row;
  await db
    .insertInto('webhook_settings')
    .values(row)
    .onConflict((conflict) => conflict.column('app_id').doUpdateSet({ target_url, most_requests }))
    .execute();
  await db
    .insertInto('webhook_settings_times')
    .values({ app_id, created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.column('app_id').doUpdateSet({ updated_at: now }))
    .execute();
}

/** Whether there were any. */
export async function deleteSettings(db: Db, appId: number): Promise<boolean> {
  await db.deleteFrom('webhook_settings_times').where('app_id', '=', appId).execute();
  const deleted = await db
    .deleteFrom('webhook_settings')
    .where('app_id', '=', appId)
    .returning('app_id')
    .executeTakeFirst();
  return deleted !== undefined;
}
