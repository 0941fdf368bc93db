/** Changes of pipelines by a person in the account's own user interface. The audit names the owner of the account. */

import type { PipelineUpdate, PipelineWrite, StageCreate, StageUpdate } from '../../contract/pipelines.ts';
import { UsageError } from '../../errors.ts';
import { Refusal } from '../model/refusal.ts';
import { addStageRecords, findPipeline, listPipelines } from '../store/pipelines.ts';
import { deleteRows } from '../store/rows.ts';
import type { Db } from '../store/tables.ts';
import type { PipelineEditor } from './pipeline-checks.ts';
import * as pipelines from './pipeline-writes.ts';
import * as stages from './stage-writes.ts';

/** Every act throws UsageError if the pipeline or stage does not exist, or if the service refuses the same change by a call. */
export interface PipelineAdmin {
  addPipeline(objectType: string, pipeline: PipelineWrite): Promise<void>;
  editPipeline(objectType: string, id: string, change: PipelineUpdate): Promise<void>;
  deletePipeline(objectType: string, id: string): Promise<void>;
  addStage(objectType: string, pipelineId: string, stage: StageCreate): Promise<void>;
  editStage(objectType: string, pipelineId: string, id: string, change: StageUpdate): Promise<void>;
  deleteStage(objectType: string, pipelineId: string, id: string): Promise<void>;
  /** Puts new records into the stage. A stage with records cannot be deleted. */
  addRecords(objectType: string, stageId: string, count: number): Promise<void>;
  /** Takes all records out of the stage. */
  removeRecords(objectType: string, stageId: string): Promise<void>;
}

/** Runs an act in a transaction that holds the account. */
type InAccount = (act: (db: Db) => Promise<void>) => Promise<void>;

export interface Person extends Pick<PipelineEditor, 'hubId' | 'userId'> {
  readonly now: () => number;
  readonly inAccount: InAccount;
  readonly typeOf: (db: Db, spelling: string) => Promise<string>;
}

export function createPipelineAdmin({ hubId, userId, now, inAccount, typeOf }: Person): PipelineAdmin {
  const as = (spelling: string, act: (editor: PipelineEditor) => Promise<unknown>) =>
    inAccount(async (db) => {
      const editor = { db, hubId, userId, now: now(), objectType: await typeOf(db, spelling) };
      await allowed(() => act(editor));
    });
  const onPipeline = (spelling: string, id: string, act: (editor: PipelineEditor) => Promise<unknown>) =>
    as(spelling, async (editor) => {
      await requirePipeline(editor, id);
      await act(editor);
    });
  const onStage = (
    spelling: string,
    { pipelineId, id }: StageName,
    act: (editor: PipelineEditor) => Promise<unknown>,
  ) =>
    as(spelling, async (editor) => {
      await requireStage(editor, { pipelineId, id });
      await act(editor);
    });
  return {
    addPipeline: (objectType, pipeline) => as(objectType, (editor) => pipelines.createPipeline(editor, pipeline)),
    editPipeline: (objectType, id, change) =>
      onPipeline(objectType, id, (editor) => pipelines.updatePipeline(editor, id, change)),
    deletePipeline: (objectType, id) => onPipeline(objectType, id, (editor) => pipelines.deletePipeline(editor, id)),
    addStage: (objectType, pipelineId, stage) =>
      onPipeline(objectType, pipelineId, (editor) => stages.createStage(editor, pipelineId, stage)),
    editStage: (objectType, pipelineId, id, change) =>
      onStage(objectType, { pipelineId, id }, (editor) => stages.updateStage(editor, pipelineId, id, change)),
    deleteStage: (objectType, pipelineId, id) =>
      onStage(objectType, { pipelineId, id }, (editor) => stages.deleteStage(editor, pipelineId, id)),
    addRecords: (objectType, stageId, count) =>
      onStage(objectType, { id: stageId }, ({ db, objectType: type }) =>
        addStageRecords(db, hubId, { objectType: type, stageId, count }),
      ),
    removeRecords: (objectType, stageId) =>
      onStage(objectType, { id: stageId }, ({ db, objectType: type }) =>
        deleteRows(db, 'stage_records', { hub_id: hubId, object_type: type, stage_id: stageId }),
      ),
  };
}

interface StageName {
  /** Any pipeline of the object type if undefined. */
  readonly pipelineId?: string | undefined;
  readonly id: string;
}

async function requirePipeline({ db, hubId, objectType }: PipelineEditor, id: string): Promise<void> {
  if ((await findPipeline(db, hubId, objectType, id)) === undefined) {
    throw missing(`pipeline ${id} of ${objectType}`, hubId);
  }
}

async function requireStage({ db, hubId, objectType }: PipelineEditor, { pipelineId, id }: StageName): Promise<void> {
  const held = (await listPipelines(db, hubId, objectType)).filter(
    (pipeline) => pipelineId === undefined || pipeline.id === pipelineId,
  );
  if (!held.some((pipeline) => pipeline.stages.some((stage) => stage.id === id))) {
    throw missing(`stage ${id} of ${objectType}`, hubId);
  }
}

/** Throws UsageError if the service refuses the act. */
export async function allowed(act: () => Promise<unknown>): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new UsageError('change-refused', error.message);
  }
}

export function missing(what: string, hubId: number): UsageError {
  return new UsageError('not-there', `Account ${hubId} has no ${what}.`);
}
