/** Number of custom object types that an account may have, and has (interface 11.4; assumption A96). */

import { TYPE_LIMIT_LAG_MS } from '../../contract/dated-schemas.ts';
import { invalid } from '../model/refusal.ts';
import { listCustomObjectTypes } from '../store/accounts.ts';
import { findRow, listRows, saveRow } from '../store/rows.ts';
import type { Db, ObjectTypeRow } from '../store/tables.ts';

const DEFAULT_LIMIT = 20;

/** Counts archived types, and for 30 seconds the types that were removed for good. */
export async function countTypes(db: Db, hubId: number, now: number) {
  const limit = await readLimit(db, hubId);
  const purged = await listRows(db, 'purged_types', { hub_id: hubId });
  const trailing = purged.filter(({ purged_at }) => purged_at > now - TYPE_LIMIT_LAG_MS);
  const usage = (await listCustomObjectTypes(db, hubId, 'all')).length + trailing.length;
  return { limit, usage, percentage: limit === 0 ? 100 : (100 * usage) / limit };
}

/** Throws a 400 if the account may have no further type. A purged type leaves room at once. */
export async function checkTypeRoom(db: Db, hubId: number): Promise<void> {
  const limit = await readLimit(db, hubId);
  if ((await listCustomObjectTypes(db, hubId, 'all')).length < limit) return;
  throw invalid(`The account has reached its limit of ${limit} custom object types.`);
}

export async function rememberPurge(db: Db, { hub_id, id }: ObjectTypeRow, now: number): Promise<void> {
  await saveRow(db, 'purged_types', { hub_id, id, purged_at: now });
}

async function readLimit(db: Db, hubId: number): Promise<number> {
  return (await findRow(db, 'object_type_limits', { hub_id: hubId }))?.most ?? DEFAULT_LIMIT;
}
