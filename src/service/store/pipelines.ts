/** Rows of pipelines, of their changes, and of the records in their stages. */

import type { StoredPipeline } from '../model/pipeline.ts';
import { nextNumber } from './open.ts';
import { deleteRows, findRow, insertNew, listRows, saveRow } from './rows.ts';
import type { Db, PipelineChangeRow } from './tables.ts';

export async function listPipelines(db: Db, hubId: number, objectType: string): Promise<readonly StoredPipeline[]> {
  const rows = await listRows(db, 'pipelines', { hub_id: hubId, object_type: objectType });
  return rows.map(({ definition }) => JSON.parse(definition));
}

/** Returns the object type and the id of every pipeline of the account. */
export async function listPipelineIds(
  db: Db,
  hubId: number,
): Promise<readonly { readonly objectType: string; readonly id: string }[]> {
  const rows = await listRows(db, 'pipelines', { hub_id: hubId });
  return rows.map(({ object_type, id }) => ({ objectType: object_type, id }));
}

export async function findPipeline(
  db: Db,
  hubId: number,
  objectType: string,
  id: string,
): Promise<StoredPipeline | undefined> {
  const row = await findRow(db, 'pipelines', { hub_id: hubId, object_type: objectType, id });
  return row && JSON.parse(row.definition);
}

/** Adds the pipeline or replaces the pipeline of this id. */
export function savePipeline(db: Db, hubId: number, objectType: string, pipeline: StoredPipeline): Promise<void> {
  const definition = JSON.stringify(pipeline);
  return saveRow(db, 'pipelines', { hub_id: hubId, object_type: objectType, id: pipeline.id, definition });
}

export async function deletePipelineRow(db: Db, hubId: number, objectType: string, id: string): Promise<void> {
  await deleteRows(db, 'pipelines', { hub_id: hubId, object_type: objectType, id });
}

/** Deletes the pipelines of an object type with their changes. */
export async function deletePipelines(db: Db, hubId: number, objectType: string): Promise<void> {
  await deleteRows(db, 'pipelines', { hub_id: hubId, object_type: objectType });
  await deleteRows(db, 'pipeline_changes', { hub_id: hubId, object_type: objectType });
}

export async function addChange(db: Db, change: Omit<PipelineChangeRow, 'number'>): Promise<void> {
  const number = await nextNumber(db, `pipeline-change-${change.hub_id}`, 1);
  await insertNew(db, 'pipeline_changes', { ...change, number });
}

/** Returns the changes of a stage, or of the pipeline itself if `stageId` is empty, from the newest to the oldest. */
export async function listChanges(
  db: Db,
  hubId: number,
  { objectType, pipelineId, stageId }: Readonly<Record<'objectType' | 'pipelineId' | 'stageId', string>>,
): Promise<readonly PipelineChangeRow[]> {
  const key = { hub_id: hubId, object_type: objectType, pipeline_id: pipelineId, stage_id: stageId };
  return (await listRows(db, 'pipeline_changes', key)).toReversed();
}

/** Returns the ids of the records in the stages, with the stage of each. */
export async function listStageRecords(
  db: Db,
  hubId: number,
  objectType: string,
  stageIds: readonly string[],
): Promise<readonly { readonly id: number; readonly stageId: string }[]> {
  const rows = await listRows(db, 'stage_records', { hub_id: hubId, object_type: objectType, stage_id: stageIds });
  return rows.map(({ id, stage_id }) => ({ id, stageId: stage_id }));
}

/** Puts new records into a stage. */
export async function addStageRecords(
  db: Db,
  hubId: number,
  { objectType, stageId, count }: { readonly objectType: string; readonly stageId: string; readonly count: number },
): Promise<void> {
  for (let added = 0; added < count; added += 1) {
    const id = await nextNumber(db, `stage-record-${hubId}`, FIRST_RECORD);
    await insertNew(db, 'stage_records', { hub_id: hubId, object_type: objectType, id, stage_id: stageId });
  }
}

const FIRST_RECORD = 9_000_001;
