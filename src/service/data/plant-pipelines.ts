/** Adds the pipelines of a seed to an account, their limits, and records in their stages. */

import { Refusal } from '../model/refusal.ts';
import { addStageRecords, findPipeline, listPipelines, listStageRecords, savePipeline } from '../store/pipelines.ts';
import { saveRow } from '../store/rows.ts';
import type { PipelineEditor } from './pipeline-checks.ts';
import { limitKey } from './pipeline-limits.ts';
import { createPipeline } from './pipeline-writes.ts';
import type { SeedAccount, SeedIssue } from './seed.ts';

export interface PipelinePlanting extends Omit<PipelineEditor, 'objectType'> {
  /** Returns the one spelling of an object type. Reports a type that the account does not have, and returns undefined. */
  readonly typeAt: (path: SeedIssue['path'], spelling: string) => Promise<string | undefined>;
  /** Reports a problem. The path starts at the account. */
  readonly report: (path: SeedIssue['path'], message: string) => void;
}

/** Keeps a pipeline that exists, and the records that are in a stage already. */
export async function plantPipelines(planting: PipelinePlanting, account: SeedAccount): Promise<void> {
  const { typeAt } = planting;
  for (const [index, { objectType, limit }] of account.pipelineLimits.entries()) {
    const type = await typeAt(['pipelineLimits', index, 'objectType'], objectType);
    if (type === undefined) continue;
    const row = { hub_id: planting.hubId, object_type: limitKey(type), most: limit };
    await saveRow(planting.db, 'pipeline_limits', row);
  }
  for (const [index, pipeline] of account.pipelines.entries()) {
    const path = ['pipelines', index];
    const objectType = await typeAt([...path, 'objectType'], pipeline.objectType);
    if (objectType !== undefined) await plantPipeline({ ...planting, objectType }, pipeline, path);
  }
  for (const [index, { objectType, stage, count }] of account.stageRecords.entries()) {
    const path = ['stageRecords', index];
    const type = await typeAt([...path, 'objectType'], objectType);
    if (type !== undefined) await plantRecords({ ...planting, objectType: type }, { stage, count }, path);
  }
}

type Planting = PipelinePlanting & Pick<PipelineEditor, 'objectType'>;

async function plantPipeline(
  planting: Planting,
  { id, label, displayOrder = 0, stages }: SeedAccount['pipelines'][number],
  path: SeedIssue['path'],
): Promise<void> {
  const { db, hubId, objectType, report } = planting;
  if ((await findPipeline(db, hubId, objectType, id)) !== undefined) return;
  const given = stages.map(({ id: stageId, label: stageLabel, displayOrder: order, metadata }, index) => ({
    stageId,
    label: stageLabel,
    displayOrder: order ?? index,
    ...(metadata && { metadata }),
  }));
  try {
    const made = await createPipeline(planting, { pipelineId: id, label, displayOrder, stages: given });
    const permissions = new Map(stages.map((stage) => [stage.id, stage.writePermissions]));
    const seeded = made.stages.map((stage) => ({
      ...stage,
      writePermissions: permissions.get(stage.id) ?? stage.writePermissions,
    }));
    await savePipeline(db, hubId, objectType, { ...made, stages: seeded });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    report(path, error.status === 500 ? 'the id of the pipeline or of a stage is too long' : error.message);
  }
}

async function plantRecords(
  { db, hubId, objectType, report }: Planting,
  { stage, count }: { readonly stage: string; readonly count: number },
  path: SeedIssue['path'],
): Promise<void> {
  const stages = (await listPipelines(db, hubId, objectType)).flatMap((pipeline) => pipeline.stages);
  if (!stages.some(({ id }) => id === stage)) {
    report([...path, 'stage'], `account ${hubId} has no stage ${stage} of ${objectType}`);
    return;
  }
  const held = await listStageRecords(db, hubId, objectType, [stage]);
  await addStageRecords(db, hubId, { objectType, stageId: stage, count: count - held.length });
}
