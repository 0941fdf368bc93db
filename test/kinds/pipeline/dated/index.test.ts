import { pipeline as on } from '../../../../src/kinds/pipeline/index.ts';
import { NO_NAMES } from '../../../../src/model/account-names.ts';
import { describeKind } from '../../conformance.ts';

describeKind({
  kind: on('dated', NO_NAMES),
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
