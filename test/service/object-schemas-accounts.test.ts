/** Object types that a person or a seed gives to an account, and the page of the account. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { SeedError, type Service } from '../../src/service/index.ts';
import { aService, send } from './harness.ts';

const LEAST = { name: 'cars', labels: { singular: 'Car', plural: 'Cars' }, primaryDisplayProperty: 'hs_object_id' };
const model = { name: 'model', label: 'Model', type: 'string', fieldType: 'text' } as const;

async function create(service: Service, body: object = {}) {
  return send(service, 'createDatedSchema', { body: { ...LEAST, ...body } });
}

/** The list without memberships, the type that the account has from the start. */
async function listed(service: Service) {
  const { body } = await send(service, 'listDatedSchemas', { query: { archived: 'true' } });
  return body.results.filter(({ name }: { name: string }) => name !== 'memberships');
}

describe('a person in the account', () => {
  it('adds, edits and archives a type as its owner', async () => {
    const { service, clock } = await aService();
    const person = service.admin(1001);
    await person.addSchema({ ...LEAST, properties: [model] });
    clock.advance(1000);
    await person.editSchema('cars', { description: 'By hand', secondaryDisplayProperties: ['model'] });
    const [row] = await listed(service);
    expect(row).toMatchObject({
      description: 'By hand',
      secondaryDisplayProperties: ['model'],
      createdByUserId: 50_001_001,
      updatedByUserId: 50_001_001,
    });
    expect(Date.parse(row.updatedAt) - Date.parse(row.createdAt)).toBe(1000);
    const read = await send(service, 'readDatedSchema', { params: { object_type: 'p1001_cars' } });
    expect(read.body).not.toHaveProperty('description');
    await person.archiveSchema('cars');
    expect((await service.snapshot(1001)).objectTypes).toMatchObject([
      { name: 'memberships', archived: false },
      { name: 'cars', archived: true, description: 'By hand' },
    ]);
  });

  it('is refused like a call', async () => {
    const { service } = await aService();
    const person = service.admin(1001);
    await person.addSchema(LEAST);
    const records = { pipelineId: 'p', label: 'P', displayOrder: 0 };
    const stages = [{ stageId: 's', label: 'S', displayOrder: 0, metadata: { state: 'OPEN' } }];
    await person.addPipeline('cars', { ...records, stages });
    await person.addRecords('cars', 's', 2);
    const refused = { code: 'change-refused' };
    await expect(person.addSchema({ ...LEAST, name: 'CARS' })).rejects.toMatchObject(refused);
    await expect(person.editSchema('cars', { requiredProperties: ['nonsense'] })).rejects.toMatchObject(refused);
    await expect(person.archiveSchema('cars')).rejects.toMatchObject({ ...refused, message: /has 2 records/ });
    await expect(person.archiveSchema('contacts')).rejects.toMatchObject(refused);
    await expect(person.editSchema('boats', {})).rejects.toMatchObject({ code: 'not-there' });
  });
});

describe('an object type of a seed', () => {
  const boats = {
    id: '2-7',
    name: 'boats',
    labels: { singular: 'Boat', plural: 'Boats' },
    description: 'Afloat',
    primaryDisplayProperty: 'model',
    secondaryDisplayProperties: ['hs_object_id'],
    requiredProperties: ['model'],
    searchableProperties: ['model'],
  };
  const property = { ...model, objectType: 'boats', groupName: 'boats_information' };

  it('has its labels and display members, and those of every type by default', async () => {
    const objectTypes = [boats, { id: '2-8', name: 'planes' }, { id: '2-9', name: 'trains', archived: true }];
    const { service } = await aService({ seed: { accounts: [{ hubId: 1001, objectTypes, properties: [property] }] } });
    const { id: _, ...members } = boats;
    const [first, second, third] = (await listed(service)).toSorted((left: { id: string }, right: { id: string }) =>
      left.id < right.id ? -1 : 1,
    );
    expect(first).toMatchObject({ ...members, objectTypeId: '2-7', archived: false, allowsSensitiveProperties: true });
    expect(second).toMatchObject({
      labels: { singular: 'planes', plural: 'planes' },
      primaryDisplayProperty: 'hs_object_name',
      secondaryDisplayProperties: [],
      requiredProperties: [],
      searchableProperties: ['hs_object_id'],
    });
    expect(third).toMatchObject({ name: 'trains', archived: true });
    expect((await create(service, { name: 'Trains' })).status).toBe(201);
    expect((await listed(service)).map(({ name }: { name: string }) => name)).not.toContain('trains');
  });

  it('is refused if it names a property that it lacks', async () => {
    const seed = { accounts: [{ hubId: 1001, objectTypes: [boats] }] };
    await expect(aService({ seed })).rejects.toEqual(
      new SeedError(
        [['primaryDisplayProperty'], ['requiredProperties', 0], ['searchableProperties', 0]].map((path) => ({
          path: ['accounts', 0, 'objectTypes', 0, ...path],
          message: `${path.join('.')} names the property 'model', which the object type lacks`,
        })),
      ),
    );
  });

  it('starts again after a property that it names was archived', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'trueup-seeded-schemas-'));
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
    const seed = { accounts: [{ hubId: 1001, objectTypes: [boats], properties: [property] }] };
    const { service: first } = await aService({ dataDir, seed });
    await first.admin(1001).archiveProperty('boats', 'model');
    await first.close();
    const { service: second } = await aService({ dataDir, seed });
    expect(await listed(second)).toMatchObject([{ name: 'boats', primaryDisplayProperty: 'model' }]);
  });
});

describe('the page of the account', () => {
  it('shows the object types with their labels and properties', async () => {
    const { service } = await aService();
    await create(service, { secondaryDisplayProperties: ['hs_object_name', 'hs_createdate'] });
    const { body } = await service.transport.send({ method: 'GET', url: 'https://x.test/', headers: {} });
    expect(body).toContain('<h2>object types</h2>');
    expect(body).toContain('<td>Car, Cars</td>');
    expect(body).toContain('<td>hs_object_name, hs_createdate</td>');
  });
});
