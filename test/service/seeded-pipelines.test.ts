import { describe, expect, it } from 'vitest';
import type { Seed } from '../../src/service/index.ts';
import { aService, send } from './harness.ts';

type Account = NonNullable<Seed['accounts']>[number];

function seeding(account: Omit<Account, 'hubId'>) {
  return aService({ seed: { accounts: [{ hubId: 1001, ...account }] } });
}

const STAGE = { id: 'open', label: 'Open', metadata: { probability: '0.2' } };
const RENEWALS = { objectType: '0-3', id: 'renewals', label: 'Renewals', stages: [STAGE] };
const PARAMS = { object_type: 'deals', pipelineId: 'renewals' };

describe('a seeded pipeline', () => {
  it('equals a created pipeline', async () => {
    const { service } = await seeding({ pipelines: [{ ...RENEWALS, displayOrder: 4 }] });
    const { body } = await send(service, 'readPipeline', { params: PARAMS });
    expect(body).toMatchObject({
      id: 'renewals',
      label: 'Renewals',
      displayOrder: 4,
      stages: [{ id: 'open', label: 'Open', displayOrder: 0, metadata: { probability: '0.2', isClosed: 'false' } }],
    });
  });

  it('stays as it is if the account has it', async () => {
    const pipelines = [RENEWALS, { ...RENEWALS, label: 'Other', stages: [] }];
    const { service } = await seeding({ pipelines });
    expect((await send(service, 'readPipeline', { params: PARAMS })).body.label).toBe('Renewals');
  });

  it.each(['READ_ONLY', 'INTERNAL_ONLY'] as const)(
    'has a stage with %s that no call changes',
    async (writePermissions) => {
      const stages = [
        { ...STAGE, writePermissions },
        { id: 'won', label: 'Won', metadata: { probability: '1' } },
      ];
      const { service } = await seeding({ pipelines: [{ ...RENEWALS, stages }] });
      const open = { ...PARAMS, stageId: 'open' };
      expect((await send(service, 'readStage', { params: open })).body.writePermissions).toBe(writePermissions);
      const kept = { stageId: 'open', label: 'Open', displayOrder: 0, metadata: { probability: '0.2' } };
      const replace = (first: object[]) =>
        send(service, 'replacePipeline', {
          params: PARAMS,
          body: {
            label: 'Renewals',
            displayOrder: 0,
            stages: [...first, { stageId: 'won', label: 'Won', displayOrder: 1 }],
          },
        });
      const answers = [
        await send(service, 'updateStage', { params: open, body: { label: 'Begun' } }),
        await send(service, 'deleteStage', { params: open }),
        await send(service, 'deletePipeline', { params: PARAMS }),
        await replace([]),
        await replace([{ ...kept, label: 'Begun' }]),
        await replace([kept]),
      ];
      expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400, 200]);
    },
  );

  it.each([
    [{ pipelines: [{ ...RENEWALS, objectType: 'pets' }] }, ['pipelines', 0, 'objectType'], 'no object type pets'],
    [{ pipelines: [{ ...RENEWALS, id: 'p'.repeat(37) }] }, ['pipelines', 0], 'too long'],
    [{ pipelines: [{ ...RENEWALS, stages: [] }] }, ['pipelines', 0], 'at least one stage'],
    [{ pipelines: [RENEWALS, { ...RENEWALS, id: 'two' }] }, ['pipelines', 1], 'one of the same stages'],
    [
      { stageRecords: [{ objectType: 'deals', stage: 'none', count: 1 }] },
      ['stageRecords', 0, 'stage'],
      'no stage none',
    ],
    [
      { pipelineLimits: [{ objectType: 'pets', limit: 1 }] },
      ['pipelineLimits', 0, 'objectType'],
      'no object type pets',
    ],
  ])('of a seed is checked: %j', async (account, path, message) => {
    await expect(seeding(account)).rejects.toMatchObject({
      code: 'seed-invalid',
      issues: [{ path: ['accounts', 0, ...path], message: expect.stringContaining(message) }],
    });
  });
});

describe('a seeded limit of pipelines', () => {
  const body = (id: string) => ({
    pipelineId: id,
    label: id,
    displayOrder: 0,
    stages: [{ stageId: id, label: 'Open', displayOrder: 0, metadata: { probability: '0.2', ticketState: 'CLOSED' } }],
  });

  it('is the most that the account may have beyond its default pipeline', async () => {
    const { service } = await seeding({ pipelineLimits: [{ objectType: 'deal', limit: 1 }] });
    const params = { object_type: 'deals' };
    const create = async (id: string) => (await send(service, 'createPipeline', { params, body: body(id) })).status;
    expect([await create('one'), await create('two')]).toEqual([201, 400]);
    await send(service, 'deletePipeline', { params: { ...params, pipelineId: 'one' } });
    expect(await create('two')).toBe(201);
    const { hubspotDefinedObjectTypes: counts } = (await send(service, 'readPipelineLimits')).body;
    expect(counts.slice(0, 2)).toEqual([
      { objectTypeId: '0-3', limit: 1, usage: 1 },
      { objectTypeId: '0-5', limit: 100, usage: 0 },
    ]);
  });

  it('counts all custom object types together', async () => {
    const { service } = await seeding({
      objectTypes: [{ id: '2-7', name: 'boats' }],
      pipelineLimits: [{ objectType: 'boats', limit: 1 }],
    });
    const create = async (object_type: string, id: string) =>
      (await send(service, 'createPipeline', { params: { object_type }, body: body(id) })).status;
    expect([await create('2-7', 'one'), await create('2-3451', 'two')]).toEqual([201, 400]);
  });
});
