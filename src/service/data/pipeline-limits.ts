/** Limits of the number of pipelines of an account. Default pipelines do not count (interface 11.9; assumption A84). */

import { isStandardObjectType } from '../../contract/object-types.ts';
import { invalid } from '../model/refusal.ts';
import { listPipelineIds } from '../store/pipelines.ts';
import { findRow } from '../store/rows.ts';
import type { Db } from '../store/tables.ts';
import { isDefaultPipeline } from './default-pipelines.ts';

/** Row of the limit that all custom object types share. */
export const CUSTOM_TYPES = 'custom';

export interface PipelineCount {
  readonly limit: number;
  readonly usage: number;
}

/** Returns limit and usage of an object type. All custom object types count together. */
export async function countPipelines(db: Db, hubId: number, objectType: string): Promise<PipelineCount> {
  const key = limitKey(objectType);
  const used = (await listPipelineIds(db, hubId)).filter(
    (pipeline) => limitKey(pipeline.objectType) === key && !isDefaultPipeline(pipeline.objectType, pipeline.id),
  );
  const row = await findRow(db, 'pipeline_limits', { hub_id: hubId, object_type: key });
  return { limit: row?.most ?? DEFAULT_LIMITS[key] ?? OTHER_LIMIT, usage: used.length };
}

/** Throws a 400 if the account may have no further pipeline of the object type. */
export async function checkRoom(db: Db, hubId: number, objectType: string): Promise<void> {
  const { limit, usage } = await countPipelines(db, hubId, objectType);
  if (usage >= limit) throw invalid(`The account has reached its limit of ${limit} pipelines for ${objectType}.`);
}

/** Returns the name under which the limit of an object type is kept. */
export function limitKey(objectType: string): string {
  return isStandardObjectType(objectType) ? objectType : CUSTOM_TYPES;
}

const DEFAULT_LIMITS: Readonly<Record<string, number>> = { deals: 100, tickets: 100, [CUSTOM_TYPES]: 100 };
const OTHER_LIMIT = 50;
