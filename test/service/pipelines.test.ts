/** Stages in exact order, refused writes and missing pipelines, which the statements of interface 11.9 do not show. */

import { describe, expect, it } from 'vitest';
import type { Service } from '../../src/service/index.ts';
import { aService, send } from './harness.ts';
import { aStage, BODY, DEALS, RENEWALS, withRenewals } from './renewals.ts';

async function orders(service: Service): Promise<Readonly<Record<string, number>>> {
  const { body } = await send(service, 'listStages', { params: RENEWALS });
  return Object.fromEntries(
    body.results.map(({ id, displayOrder }: { id: string; displayOrder: number }) => [id, displayOrder]),
  );
}

function move(service: Service, stageId: string, displayOrder: number) {
  return send(service, 'updateStage', { params: { ...RENEWALS, stageId }, body: { displayOrder } });
}

describe('the stages of a pipeline', () => {
  it('keep their numbers when one moves to a free number', async () => {
    const { service } = await withRenewals();
    await move(service, 'a', 15);
    expect(await orders(service)).toEqual({ a: 15, b: 10, c: 20 });
  });

  it.each([
    ['c', 0, { a: 0, b: 2, c: 1 }],
    ['a', 20, { a: 2, b: 0, c: 1 }],
    ['a', 10, { a: 1, b: 0, c: 2 }],
    ['b', 10, { a: 0, b: 10, c: 20 }],
  ] as const)('are numbered from 0 when %s moves to the taken number %i', async (id, displayOrder, expected) => {
    const { service } = await withRenewals();
    expect((await move(service, id, displayOrder)).body.displayOrder).toBe(displayOrder);
    expect(await orders(service)).toEqual(expected);
  });

  it('can be brought into any order through numbers above the highest', async () => {
    const { service } = await withRenewals();
    for (const [index, id] of ['c', 'a', 'b'].entries()) await move(service, id, 21 + index);
    expect(await orders(service)).toEqual({ a: 22, b: 23, c: 21 });
  });

  it('leave a gap after a deletion', async () => {
    const { service } = await withRenewals();
    expect((await send(service, 'deleteStage', { params: { ...RENEWALS, stageId: 'b' } })).status).toBe(204);
    expect(await orders(service)).toEqual({ a: 0, c: 20 });
  });

  it('all have the time of the last write to the pipeline', async () => {
    const { service, clock } = await withRenewals();
    const times = async () =>
      (await send(service, 'listStages', { params: RENEWALS })).body.results.map(
        ({ updatedAt }: { updatedAt: string }) => Date.parse(updatedAt) - clock.now(),
      );
    clock.advance(1000);
    expect(await times()).toEqual([-1000, -1000, -1000]);
    await move(service, 'a', 5);
    expect(await times()).toEqual([0, 0, 0]);
    clock.advance(1000);
    await send(service, 'updatePipeline', { params: RENEWALS, body: { displayOrder: 4 } });
    expect(await times()).toEqual([0, 0, 0]);
  });

  it('are removed if a replacement omits them, and a new stage gets an id', async () => {
    const { service } = await withRenewals();
    const replaced = await send(service, 'replacePipeline', {
      params: RENEWALS,
      body: {
        label: 'Renewals',
        displayOrder: 1,
        stages: [{ ...aStage('c', 3), stageId: undefined }, aStage('b', 4, '1')],
      },
    });
    expect(replaced.body.stages.map(({ id, metadata }: Record<string, unknown>) => [id, metadata])).toEqual([
      ['1000000001', { probability: '0.5', isClosed: 'false' }],
      ['b', { probability: '1', isClosed: 'false' }],
    ]);
    const { body } = await send(service, 'listStages', { params: RENEWALS });
    expect(body.results.map(({ id, metadata }: Record<string, unknown>) => [id, metadata])).toEqual([
      ['1000000001', { probability: '0.5', isClosed: 'false' }],
      ['b', { probability: '1.0', isClosed: 'true' }],
    ]);
  });

  it('lose metadata that their object type does not have', async () => {
    const { service } = await withRenewals();
    const params = { ...RENEWALS, stageId: 'a' };
    await send(service, 'updateStage', { params, body: { metadata: { state: 'CLOSED', isClosed: 'true' } } });
    const { body } = await send(service, 'readStage', { params });
    expect(body.metadata).toEqual({ probability: '0.5', isClosed: 'false' });
  });

  it.each([
    ['0', '0.0'],
    ['0.50', '0.5'],
    ['1', '1.0'],
    ['1.000', '1.0'],
    ['0.1', '0.1'],
    ['1e-7', '1e-7'],
  ])('show the probability %s as %s', async (probability, shown) => {
    const { service } = await withRenewals();
    await send(service, 'createStage', { params: RENEWALS, body: aStage('d', 30, probability) });
    const { body } = await send(service, 'readStage', { params: { ...RENEWALS, stageId: 'd' } });
    expect(body.metadata.probability).toBe(shown);
  });
});

describe('a refused write of a pipeline', () => {
  it.each([
    ['createPipeline', DEALS, { ...BODY, pipelineId: 'p'.repeat(37) }, 500],
    ['createPipeline', DEALS, { ...BODY, pipelineId: 'p', stages: [aStage('a', 0)] }, 409],
    ['createPipeline', DEALS, { ...BODY, pipelineId: 'p', label: 'Q', stages: [aStage('z', 0), aStage('y', -1)] }, 400],
    ['createStage', RENEWALS, aStage('s'.repeat(101), 30), 500],
    ['updateStage', { ...RENEWALS, stageId: 'a' }, { label: 'B', displayOrder: 10 }, 400],
    ['replacePipeline', RENEWALS, { ...BODY, stages: [aStage('a', 0), aStage('A', 1)] }, 400],
    ['replacePipeline', RENEWALS, { ...BODY, pipelineId: 'other' }, 400],
  ] as const)('changes nothing: %s of %j', async (endpoint, params, body, status) => {
    const { service } = await withRenewals();
    const before = await service.snapshot(1001);
    expect((await send(service, endpoint, { params, body })).status).toBe(status);
    expect(await service.snapshot(1001)).toEqual(before);
  });
});

describe('a missing pipeline', () => {
  it('is a page to a reader of pages, and nothing to a program', async () => {
    const { service } = await aService();
    const read = (method: 'GET' | 'PATCH', accept: string) =>
      service.transport.send({
        method,
        url: 'https://service.test/crm/pipelines/2026-09/deals/none',
        headers: { accept, authorization: 'Bearer trueup-dev-token', 'content-type': 'application/json' },
        ...(method === 'PATCH' && { body: '{}' }),
      });
    const page = await read('GET', '*/*');
    expect([page.status, page.headers['content-type'], page.body.slice(0, 15)]).toEqual([
      404,
      'text/html; charset=utf-8',
      '<!doctype html>',
    ]);
    const answers = [await read('GET', 'application/json'), await read('PATCH', '*/*')];
    expect(answers.map(({ status, body }) => [status, body])).toEqual([
      [404, ''],
      [404, ''],
    ]);
    expect(answers[0]?.headers['x-hubspot-correlation-id']).toMatch(/^id-\d+$/);
  });
});
