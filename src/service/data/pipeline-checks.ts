/** Rules for ids, labels, stages and object types of pipelines (interface 11.9; assumptions A78, A79, A83). */

import { findObjectTypeId } from '../../contract/object-types.ts';
import {
  LONGEST_PIPELINE_ID,
  LONGEST_PIPELINE_LABEL,
  LONGEST_STAGE_ID,
  mostStages,
  pipelineAccess,
  stageMember,
} from '../../contract/pipelines.ts';
import type { StoredPipeline, StoredStage } from '../model/pipeline.ts';
import { invalid, invalidMember, Refusal } from '../model/refusal.ts';
import { listStageRecords } from '../store/pipelines.ts';
import type { Db } from '../store/tables.ts';
import { checkText } from './property-writes.ts';
import { isClosed } from './stage-metadata.ts';

/** The person or app that changes the pipelines of an object type. */
export interface PipelineEditor {
  readonly db: Db;
  readonly now: number;
  readonly hubId: number;
  readonly userId: number;
  readonly objectType: string;
}

/** Throws a 400 for an object type without pipelines. */
export function checkHasPipelines(objectType: string): void {
  if (pipelineAccess(objectType) !== 'none') return;
  throw invalid(`The object type ${findObjectTypeId(objectType)} has no pipelines.`);
}

/** Throws a 400 for an object type whose pipelines no call can change (assumption A83). */
export function checkEditable(objectType: string): void {
  if (pipelineAccess(objectType) === 'write') return;
  throw invalid(`The pipelines of the object type ${findObjectTypeId(objectType)} cannot be changed.`);
}

/** Compares ids and labels without case. */
export function isSame(left: string, right: string): boolean {
  return left.toLowerCase() === right.toLowerCase();
}

/** Throws a 500 for an id that is too long (assumption A78), and a 400 for an id that a path cannot contain. */
export function checkId(member: 'pipelineId' | 'stageId', id: string): void {
  const longest = member === 'pipelineId' ? LONGEST_PIPELINE_ID : LONGEST_STAGE_ID;
  if (id.length > longest) throw new Refusal(500, { message: 'internal error', category: 'INTERNAL_ERROR' });
  if (id.trim() === '' || id === '.' || id === '..') throw invalidMember(member, `'${id}' cannot be an id.`);
}

export function checkPipelineLabel(label: string, others: readonly StoredPipeline[]): void {
  checkText('label', label);
  if (label.length > LONGEST_PIPELINE_LABEL) {
    throw invalidMember('label', `label has more than ${LONGEST_PIPELINE_LABEL} characters.`);
  }
  if (others.some((pipeline) => isSame(pipeline.label, label))) {
    throw invalid(`An active pipeline with the label '${label}' already exists.`);
  }
}

/** Throws a 400, with a subCategory only in the write of a single stage. */
export function checkStageLabel(label: string, others: readonly StoredStage[], write: 'pipeline' | 'stage'): void {
  checkText('label', label);
  if (!others.some((stage) => isSame(stage.label.trim(), label.trim()))) return;
  const subCategory = write === 'stage' ? { subCategory: 'PipelineError.STAGE_LABEL_EXISTS' } : {};
  throw invalid(`A stage with the label '${label}' already exists.`, subCategory);
}

/** Throws a 400 if the pipeline has no stages or too many, or if a pipeline of tickets has no closed stage. */
export function checkStages(objectType: string, { id, stages }: Pick<StoredPipeline, 'id' | 'stages'>): void {
  if (stages.length === 0) throw new Refusal(400, { message: 'A pipeline must have at least one stage.' });
  const most = mostStages(objectType);
  if (stages.length > most) throw invalid(`A pipeline of ${objectType} can have at most ${most} stages.`);
  const needsClosed = stageMember(objectType) === 'ticketState';
  if (needsClosed && !stages.some(({ metadata }) => isClosed(metadata))) {
    throw invalid(`The pipeline ${id} must have at least one closed stage.`, {
      subCategory: 'PipelineError.MISSING_CLOSED_STAGE',
    });
  }
}

/** Throws a 400 that names the stages with records and those records. Both lists are texts in brackets. */
export async function checkUnused({ db, hubId, objectType }: PipelineEditor, stages: readonly StoredStage[]) {
  const records = await listStageRecords(
    db,
    hubId,
    objectType,
    stages.map(({ id }) => id),
  );
  if (records.length === 0) return;
  const stageIds = `[${[...new Set(records.map(({ stageId }) => stageId))].join(', ')}]`;
  const objectIds = `[${records.map(({ id }) => id).join(', ')}]`;
  throw invalid(`Stage IDs: ${stageIds} are being referenced by object IDs: ${objectIds}`, {
    subCategory: 'PipelineError.STAGE_ID_IN_USE',
    context: { stageIds: [stageIds], objectIds: [objectIds] },
  });
}

/** Throws a 400 if a closed ticket stage with records would open (assumption A83). */
export async function checkReopening(editor: PipelineEditor, before: StoredStage, after: StoredStage): Promise<void> {
  const isReopened = isClosed(before.metadata) && !isClosed(after.metadata);
  if (stageMember(editor.objectType) === 'ticketState' && isReopened) await checkUnused(editor, [before]);
}

/** Throws a 400 for a stage that calls may not change (assumption A83). */
export function checkWritable({ id, writePermissions }: StoredStage): void {
  if (writePermissions === 'CRM_PERMISSIONS_ENFORCEMENT') return;
  throw invalid(`The stage ${id} cannot be changed: its write permissions are ${writePermissions}.`);
}
