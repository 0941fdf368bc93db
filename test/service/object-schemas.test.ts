/** Tests of object schemas in addition to the statements of interface 11.4: create, change and archive. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Service } from '../../src/service/index.ts';
import { aService, send } from './harness.ts';

let root = '';
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'trueup-schemas-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

const CARS = { object_type: 'p1001_cars' };
const MEMBERSHIPS = { object_type: '2-3451' };
const model = { name: 'model', label: 'Model', type: 'string', fieldType: 'text' };
const body = {
  name: 'cars',
  labels: { singular: 'Car', plural: 'cars' },
  primaryDisplayProperty: 'model',
  requiredProperties: ['model'],
  properties: [model],
  associatedObjects: ['contact'],
};

async function schemas(service: Service, archived: 'true' | 'false' = 'false') {
  return (await send(service, 'listDatedSchemas', { query: { archived } })).body.results;
}

describe('a schema', () => {
  it('survives a restart with every change, and the seed does not reset it', async () => {
    const dataDir = join(root, 'restart');
    const seed = { accounts: [{ hubId: 1001, objectTypes: [{ id: '2-7', name: 'boats' }] }] };
    const { service: first } = await aService({ dataDir, seed });
    expect((await send(first, 'createDatedSchema', { body })).status).toBe(201);
    await send(first, 'updateDatedSchema', { params: CARS, body: { labels: { plural: 'Cars' } } });
    await send(first, 'updateDatedSchema', { params: { object_type: '2-7' }, body: { description: 'Afloat' } });
    await send(first, 'archiveDatedSchema', { params: MEMBERSHIPS });
    const before = await schemas(first, 'true');
    expect(before).toMatchObject([
      { name: 'memberships', archived: true },
      { name: 'cars', archived: false, labels: { singular: 'Car', plural: 'Cars' }, associations: [{}, {}] },
      { name: 'boats', archived: false, description: 'Afloat', labels: { singular: 'boats', plural: 'boats' } },
    ]);
    await first.close();
    const { service: second } = await aService({ dataDir, seed });
    expect(await schemas(second, 'true')).toEqual(before);
    expect((await schemas(second)).map(({ name }: { name: string }) => name)).toEqual(['cars', 'boats']);
    expect((await send(second, 'readDatedSchema', { params: MEMBERSHIPS })).status).toBe(400);
  });

  it('belongs to one account, and the same name gets another id in another account', async () => {
    const { service } = await aService();
    await service.addAccount({ hubId: 7007 });
    const { accessToken: token } = await service.issueToken({ hubId: 7007, appId: 2001 });
    const here = await send(service, 'createDatedSchema', { body });
    const params = { object_type: here.body.objectTypeId };
    expect((await send(service, 'readDatedSchema', { params, token })).status).toBe(400);
    const there = await send(service, 'createDatedSchema', { body, token });
    expect([there.status, there.body.fullyQualifiedName]).toEqual([201, 'p7007_cars']);
    expect(there.body.objectTypeId).not.toBe(here.body.objectTypeId);
  });

  it('takes no id that a seed gave', async () => {
    const seed = { accounts: [{ hubId: 1001, objectTypes: [{ id: '2-50000001', name: 'boats' }] }] };
    const { service } = await aService({ seed });
    const created = await send(service, 'createDatedSchema', { body });
    expect([created.status, created.body.objectTypeId]).toEqual([201, '2-50000002']);
  });

  it('leaves nothing behind where its creation is refused', async () => {
    const { service } = await aService();
    const before = await service.snapshot(1001);
    const refused = await send(service, 'createDatedSchema', {
      body: { ...body, properties: [model, { ...model, name: 'Year' }] },
    });
    expect(refused.body).toMatchObject({
      category: 'VALIDATION_ERROR',
      errors: [{ code: 'INVALID_NAME', in: 'properties.1.name' }],
    });
    expect([await service.snapshot(1001), await schemas(service)]).toEqual([before, [expect.anything()]]);
  });

  it('keeps its time where an update changes nothing', async () => {
    const { service, clock } = await aService();
    const { updatedAt } = (await send(service, 'createDatedSchema', { body })).body;
    const update = async (change: object) => {
      clock.advance(1000);
      return (await send(service, 'updateDatedSchema', { params: CARS, body: change })).body.updatedAt;
    };
    expect(await update({ labels: { singular: 'Car' }, requiredProperties: ['model'] })).toBe(updatedAt);
    expect(await update({ labels: { singular: 'Vehicle' } })).not.toBe(updatedAt);
  });

  it('needs the write scope of custom objects', async () => {
    const { service } = await aService();
    const grant = { hubId: 1001, appId: 2001 };
    const reader = await service.issueToken({ ...grant, scopes: ['crm.schemas.custom.read'] });
    const writer = await service.issueToken({ ...grant, scopes: ['crm.schemas.custom.write'] });
    const made = [reader, writer].map(({ accessToken: token }) => send(service, 'createDatedSchema', { body, token }));
    expect((await Promise.all(made)).map(({ status }) => status)).toEqual([403, 201]);
  });
});
