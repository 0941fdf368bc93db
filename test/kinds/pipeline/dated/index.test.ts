import { expect, test } from 'vitest';
import { pipeline as on } from '../../../../src/kinds/pipeline/index.ts';
import { NO_NAMES } from '../../../../src/model/account-names.ts';
import { isUnsupported } from '../../../../src/model/kind.ts';
import { describeKind } from '../../conformance.ts';

const pipeline = on('dated', NO_NAMES);

describeKind({
  kind: pipeline,
  surface: 'dated',
  captured: {
    objectType: 'deals',
    id: 'renewals',
    label: 'Renewals',
    displayOrder: 2,
    stages: [
      { id: 'open', label: 'Open', probability: 0.2 },
      { id: 'won', label: 'Won', probability: 1 },
      { id: 'lost', label: 'Lost', probability: 0 },
    ],
  },
  address: 'pipeline:deals/renewals',
  before: { stages: [{ value: 'won', label: 'Won', probability: 1, displayOrder: 4 }] },
  echoes: false,
  reply: (call) => {
    const { pipelineId: id, stages, ...sent } = Object(call.body);
    return {
      id,
      ...sent,
      stages: stages.map(({ stageId, ...stage }: { readonly stageId: string }) => ({ id: stageId, ...stage })),
    };
  },
});

test('a new pipeline counts towards the limit of its type or of custom objects', () => {
  const { reader } = pipeline;
  if (isUnsupported(reader)) throw new Error('pipelines are read');
  const reply = {
    hubspotDefinedObjectTypes: [
      { objectTypeId: '0-3', limit: 2, usage: 1 },
      { objectTypeId: '0-5', limit: 4, usage: 3 },
    ],
    customObjectTypes: { overallLimit: 6, overallUsage: 5 },
  };
  expect(reader.room?.limits(reply, ['pipeline:deals/a', 'pipeline:boats/b', 'pipeline:2-7/c'])).toEqual([
    { created: ['pipeline:deals/a'], scope: 'of deals', limit: 2, usage: 1 },
    { created: [], scope: 'of tickets', limit: 4, usage: 3 },
    { created: ['pipeline:boats/b', 'pipeline:2-7/c'], scope: 'of custom objects together', limit: 6, usage: 5 },
  ]);
  expect(reader.room?.limits({ ...reply, customObjectTypes: null }, ['pipeline:boats/b'])).toHaveLength(2);
});
