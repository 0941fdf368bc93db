/** Pipelines with their people, records, custom objects and accounts, and after a restart. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Service } from '../../src/service/index.ts';
import { aService, send } from './harness.ts';
import { aStage, BODY, DEALS, RENEWALS, withRenewals } from './renewals.ts';

let root = '';
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'trueup-pipelines-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

const OWNER = 50_001_001;

describe('the audit', () => {
  const actions = async (
    service: Service,
    endpoint: 'readPipelineAudit' | 'readStageAudit',
    params: Record<string, string>,
  ) =>
    (await send(service, endpoint, { params })).body.results.map(
      ({ action, identifier, fromUserId }: Record<string, unknown>) => [action, identifier, fromUserId],
    );

  it('says who changed a pipeline and a stage, the newest first: a colleague too', async () => {
    const { service, clock } = await withRenewals();
    const { accessToken: token } = await service.issueToken({ hubId: 1001, appId: 2001, userId: 42 });
    clock.advance(1000);
    const params = { ...RENEWALS, stageId: 'a' };
    await send(service, 'updateStage', { params, body: { label: 'First' }, token });
    await send(service, 'updatePipeline', { params: RENEWALS, body: { displayOrder: 3 }, token });
    clock.advance(1000);
    const colleague = service.admin(1001);
    await colleague.editStage('0-3', 'renewals', 'a', { label: 'Begun', metadata: { probability: '0.1' } });
    await colleague.editPipeline('deals', 'renewals', { label: 'Contracts' });
    expect(await actions(service, 'readStageAudit', params)).toEqual([
      ['UPDATE', 'a', OWNER],
      ['UPDATE', 'a', 42],
      ['CREATE', 'a', OWNER],
    ]);
    expect(await actions(service, 'readPipelineAudit', RENEWALS)).toEqual([
      ['UPDATE', 'renewals', OWNER],
      ['UPDATE', 'renewals', 42],
      ['CREATE', 'renewals', OWNER],
    ]);
    const { body } = await send(service, 'readPipelineAudit', { params: RENEWALS });
    expect(body.results.map(({ timestamp }: { timestamp: string }) => Date.parse(timestamp) - clock.now())).toEqual([
      0, -1000, -2000,
    ]);
  });

  it('has no row for the deletion of a missing stage', async () => {
    const { service } = await withRenewals();
    await send(service, 'deleteStage', { params: { ...RENEWALS, stageId: 'closedwon' } });
    const won = { ...DEALS, pipelineId: 'default', stageId: 'closedwon' };
    expect(await actions(service, 'readStageAudit', won)).toEqual([]);
  });
});

describe('a person in the account', () => {
  it('adds, edits and deletes pipelines and stages, and puts records into a stage', async () => {
    const { service } = await aService();
    const person = service.admin(1001);
    const empty = await service.snapshot(1001);
    await person.addPipeline('deal', BODY);
    await person.addStage('deals', 'renewals', aStage('d', 30));
    await person.addRecords('deals', 'd', 2);
    await expect(person.deleteStage('deals', 'renewals', 'd')).rejects.toMatchObject({
      code: 'change-refused',
      message: 'Stage IDs: [d] are being referenced by object IDs: [9000001, 9000002]',
    });
    const refused = await send(service, 'deletePipeline', { params: RENEWALS });
    expect([refused.status, refused.body.context]).toEqual([
      400,
      { stageIds: ['[d]'], objectIds: ['[9000001, 9000002]'] },
    ]);
    await person.removeRecords('deals', 'd');
    await person.deleteStage('deals', 'renewals', 'd');
    expect((await service.snapshot(1001)).pipelines['deals']?.map(({ id, stages }) => [id, stages.length])).toEqual([
      ['default', 7],
      ['renewals', 3],
    ]);
    await person.deletePipeline('deals', 'renewals');
    expect(await service.snapshot(1001)).toEqual(empty);
  });

  it('gets an error for a missing pipeline or stage', async () => {
    const { service } = await withRenewals();
    const person = service.admin(1001);
    for (const act of [
      person.editPipeline('deals', 'none', {}),
      person.deletePipeline('tickets', 'renewals'),
      person.addStage('deals', 'none', aStage('d', 1)),
      person.editStage('deals', 'default', 'a', {}),
      person.deleteStage('deals', 'renewals', 'none'),
      person.addRecords('deals', 'none', 1),
      person.addPipeline('pets', BODY),
    ]) {
      await expect(act).rejects.toMatchObject({ code: 'not-there' });
    }
  });
});

describe('a ticket stage with records', () => {
  it('is closed and cannot be opened (assumption A83)', async () => {
    const { service } = await aService();
    const reopen = () =>
      send(service, 'updateStage', {
        params: { object_type: 'tickets', pipelineId: '0', stageId: '3' },
        body: { metadata: { ticketState: 'OPEN' } },
      });
    const person = service.admin(1001);
    await person.editStage('tickets', '0', '3', { metadata: { ticketState: 'CLOSED' } });
    await person.addRecords('tickets', '3', 1);
    expect((await reopen()).body.subCategory).toBe('PipelineError.STAGE_ID_IN_USE');
    await person.removeRecords('tickets', '3');
    expect((await reopen()).status).toBe(200);
  });
});

describe('the pipelines of a custom object', () => {
  const CARE = {
    params: { object_type: 'p1001_memberships' },
    body: { pipelineId: 'care', label: 'Care', displayOrder: 0, stages: [{ label: 'Open', displayOrder: 0 }] },
  };

  it('are found by its id and its qualified name, and not by its short name', async () => {
    const { service } = await aService();
    expect((await send(service, 'createPipeline', CARE)).status).toBe(201);
    const read = (object_type: string) => send(service, 'listPipelines', { params: { object_type } });
    expect((await read('2-3451')).body.results).toHaveLength(1);
    expect((await read('memberships')).status).toBe(400);
  });

  it('go with the object when it is archived, which its records prevent', async () => {
    const { service } = await aService();
    const created = await send(service, 'createPipeline', CARE);
    const person = service.admin(1001);
    await person.addRecords('2-3451', created.body.stages[0].id, 1);
    const archive = () => send(service, 'archiveDatedSchema', { params: { object_type: '2-3451' } });
    expect((await archive()).body.subCategory).toBe('EXISTING_OBJECT_RECORDS');
    await person.removeRecords('2-3451', created.body.stages[0].id);
    expect((await archive()).status).toBe(204);
    expect(Object.keys((await service.snapshot(1001)).pipelines)).toEqual(['deals', 'tickets']);
  });
});

describe('an account', () => {
  it('has its own pipelines', async () => {
    const { service } = await withRenewals();
    await service.addAccount({ hubId: 7007 });
    const { accessToken: token } = await service.issueToken({ hubId: 7007, appId: 2001 });
    expect((await send(service, 'readPipeline', { params: RENEWALS, token })).status).toBe(404);
    expect((await send(service, 'createPipeline', { params: DEALS, body: BODY, token })).status).toBe(201);
    await service.admin(7007).addRecords('deals', 'a', 1);
    expect((await send(service, 'deletePipeline', { params: RENEWALS })).status).toBe(204);
    expect((await send(service, 'deletePipeline', { params: RENEWALS, token })).status).toBe(400);
  });

  it('has the seven deal stages and the four ticket stages in their order', async () => {
    const { service } = await aService();
    const stages = async (object_type: string) =>
      (await send(service, 'listPipelines', { params: { object_type } })).body.results.map(
        ({ id, stages: list }: { id: string; stages: { id: string; metadata: object }[] }) => [
          id,
          list.map((one) => [one.id, ...Object.values(one.metadata)].join(' ')),
        ],
      );
    expect(await stages('deals')).toEqual([
      [
        'default',
        [
          'appointmentscheduled 0.2 false',
          'qualifiedtobuy 0.4 false',
          'presentationscheduled 0.6 false',
          'decisionmakerboughtin 0.8 false',
          'contractsent 0.9 false',
          'closedwon 1.0 true',
          'closedlost 0.0 true',
        ],
      ],
    ]);
    expect(await stages('tickets')).toEqual([['0', ['1 OPEN', '2 OPEN', '3 OPEN', '4 CLOSED']]]);
  });

  it('has its pipelines, changes and records after a restart', async () => {
    const dataDir = join(root, 'restart');
    const seed = {
      accounts: [
        {
          hubId: 1001,
          pipelines: [
            {
              objectType: 'deals',
              id: 'seeded',
              label: 'Seeded',
              stages: [{ id: 's', label: 'S', metadata: { probability: '1' } }],
            },
          ],
          stageRecords: [{ objectType: 'deals', stage: 's', count: 2 }],
        },
      ],
    };
    const { service: first } = await aService({ dataDir, seed });
    await send(first, 'createPipeline', { params: DEALS, body: BODY });
    const before = await first.snapshot(1001);
    await first.close();
    const { service: second } = await aService({ dataDir, seed });
    expect(await second.snapshot(1001)).toEqual(before);
    const audit = await send(second, 'readPipelineAudit', { params: RENEWALS });
    expect(audit.body.results).toHaveLength(1);
    const refused = await send(second, 'deletePipeline', { params: { ...DEALS, pipelineId: 'seeded' } });
    expect(refused.body.context.objectIds).toEqual(['[9000001, 9000002]']);
  });
});
