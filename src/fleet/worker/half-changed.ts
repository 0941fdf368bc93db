/** Describes how much of its plan an unfinished account has received, so that no reader takes the account as unchanged. */

import type { Plan } from '../../model/plan.ts';
import { appOfResource } from '../../reconciler/app-ledgers.ts';
import type { Database } from '../database/database.ts';
import type { BegunRow } from '../store/begin-statement.ts';
import { callsIn } from '../store/calls.ts';
import { readSample } from '../store/cluster-statements.ts';

/**
 * Returns `1 of 2 changes was made or begun.`, counted over all runs of the rollout. Returns undefined if there is no such change.
 * Resources of an app do not count.
 */
export async function halfChanged(
  { rollout, hub_id, shape }: Pick<BegunRow, 'hub_id' | 'rollout' | 'shape'>,
  database: Database,
): Promise<string | undefined> {
  const calls = await callsIn(database, rollout, hub_id);
  const [whole] = calls.length === 0 ? [] : await database.query(readSample(rollout, shape));
  if (whole === undefined) return undefined;
  const plan: Plan = JSON.parse(whole.sample);
  const done = new Set(calls.flatMap(({ covers }) => covers));
  const planned = [...new Set(plan.calls.flatMap(({ covers }) => covers))].filter((one) => !appOfResource(one));
  const made = planned.filter((one) => done.has(one)).length;
  if (made === 0) return undefined;
  const changes = planned.length === 1 ? '1 change' : `${planned.length} changes`;
  return `${made} of ${changes} ${made === 1 ? 'was' : 'were'} made or begun.`;
}
