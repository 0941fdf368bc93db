/** Rows of developer keys, by their hashes: a key is of an account that owns apps, so several apps may have the same. */

import type { Db } from './tables.ts';

/** Adds the key; one that is there stays. */
export async function insertDeveloperKey(db: Db, appId: number, hash: string): Promise<void> {
  await db
    .insertInto('developer_keys')
    .values({ hash, app_id: appId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function ownsKey(db: Db, appId: number, hash: string): Promise<boolean> {
  const row = await db
    .selectFrom('developer_keys')
    .select('app_id')
    .where('hash', '=', hash)
    .where('app_id', '=', appId)
    .executeTakeFirst();
  return row !== undefined;
}
