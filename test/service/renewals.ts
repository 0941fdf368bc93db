/** A service whose account has a pipeline of deals with three stages, and the parameters of the pipeline. */

import { expect } from 'vitest';
import { aService, send } from './harness.ts';

export const DEALS = { object_type: 'deals' };
export const RENEWALS = { ...DEALS, pipelineId: 'renewals' };

/** Returns a stage for a body. Its label is its id. */
export function aStage(stageId: string, displayOrder: number, probability = '0.5') {
  return { stageId, label: stageId, displayOrder, metadata: { probability } };
}

export const BODY = {
  pipelineId: 'renewals',
  label: 'Renewals',
  displayOrder: 1,
  stages: [aStage('a', 0), aStage('b', 10), aStage('c', 20)],
};

export async function withRenewals() {
  const given = await aService();
  const created = await send(given.service, 'createPipeline', { params: DEALS, body: BODY });
  expect(created.status).toBe(201);
  return given;
}
