/** Names, lags, updates and the number of object types: cases that the statements of interface 11.4 do not show. */

import { describe, expect, it } from 'vitest';
import { SCHEMA_READ_LAG_MS, TYPE_LIMIT_LAG_MS } from '../../src/contract/dated-schemas.ts';
import type { Service } from '../../src/service/index.ts';
import { aService, type Sent, send } from './harness.ts';

const CARS = { object_type: 'p1001_cars' };
const LEAST = { name: 'cars', labels: { singular: 'Car', plural: 'Cars' }, primaryDisplayProperty: 'hs_object_id' };
const STALE = { do: 'stale-update', endpoint: 'updateDatedSchema', times: 'always' } as const;
const model = { name: 'model', label: 'Model', type: 'string', fieldType: 'text' } as const;

async function create(service: Service, body: object = {}) {
  return send(service, 'createDatedSchema', { body: { ...LEAST, ...body } });
}

async function update(service: Service, body: object, params: Sent['params'] = CARS) {
  return send(service, 'updateDatedSchema', { params, body });
}

async function archive(service: Service, object_type: string, archived: 'true' | 'false' = 'false') {
  return (await send(service, 'archiveDatedSchema', { params: { object_type }, query: { archived } })).status;
}

/** The list without memberships, the type that the account has from the start. */
async function listed(service: Service) {
  const { body } = await send(service, 'listDatedSchemas', { query: { archived: 'true' } });
  return body.results.filter(({ name }: { name: string }) => name !== 'memberships');
}

async function description(service: Service): Promise<string | undefined> {
  return (await send(service, 'readDatedSchema', { params: CARS })).body.description;
}

describe('the name of a new object type', () => {
  it.each(['cars', 'CARS', 'Cars'])('%s purges an archived type of the same letters', async (name) => {
    const { service } = await aService();
    const { objectTypeId } = (await create(service, { properties: [model] })).body;
    await archive(service, 'p1001_cars');
    expect((await create(service, { name })).status).toBe(201);
    const left = await listed(service);
    expect(left).toMatchObject([{ name, archived: false }]);
    expect(left[0].objectTypeId).not.toBe(objectTypeId);
    expect(left[0].properties.map((property: { name: string }) => property.name)).not.toContain('model');
  });

  it('keeps an archived type that the name only spells in full', async () => {
    const { service } = await aService();
    await create(service);
    await archive(service, 'p1001_cars');
    expect((await create(service, { name: 'p1001_cars' })).status).toBe(201);
    expect(await listed(service)).toMatchObject([
      { name: 'cars', archived: true },
      { name: 'p1001_cars', archived: false },
    ]);
  });

  it.each(['cars', 'CARS', 'p1001_Cars', 'contact', 'Deals'])('%s is refused while a type has it', async (name) => {
    const { service } = await aService();
    await create(service);
    const refused = await create(service, { name });
    expect([refused.status, refused.body.category]).toEqual([409, 'OBJECT_ALREADY_EXISTS']);
  });

  it('merges into the active type with a fault, and shows its id and its time', async () => {
    const { service, clock } = await aService();
    const before = (await create(service, { description: 'Sold here' })).body;
    clock.advance(5000);
    service.faults.add({ do: 'duplicate', endpoint: 'createDatedSchema', times: 'always' });
    const labels = { singular: 'Auto', plural: 'Autos' };
    const merged = await create(service, { name: 'CARS', labels, properties: [model], requiredProperties: ['model'] });
    const { objectTypeId, createdAt } = before;
    expect(merged).toMatchObject({ status: 201, body: { objectTypeId, createdAt, name: 'cars', labels } });
    expect(await listed(service)).toMatchObject([{ description: 'Sold here', requiredProperties: ['model'] }]);
    expect((await create(service, { name: 'p1001_cars' })).status).toBe(409);
    expect((await create(service, { properties: [{ ...model, label: 'Other' }] })).status).toBe(201);
    expect((await service.snapshot(1001)).properties[objectTypeId]?.find(({ name }) => name === 'model')?.label).toBe(
      'Model',
    );
  });
});

describe('required and searchable properties', () => {
  it('are sets: the order and the repeats of a request change nothing', async () => {
    const { service } = await aService();
    const names = ['hs_object_name', 'hs_object_id', 'hs_object_name'];
    const created = (await create(service, { requiredProperties: names, searchableProperties: names })).body;
    const set = ['hs_object_id', 'hs_object_name'];
    expect(created).toMatchObject({ requiredProperties: set, searchableProperties: set });
    const { body } = await update(service, { requiredProperties: set.toReversed(), searchableProperties: names });
    expect(body).toMatchObject({ requiredProperties: set, searchableProperties: set, updatedAt: created.updatedAt });
  });
});

describe('the list of schemas', () => {
  it('shows a create, an update and an archive at once, and later with a fault', async () => {
    const { service, clock } = await aService();
    service.faults.add({ do: 'read-lag', endpoint: 'listDatedSchemas', ms: 5000, times: 'always' });
    const seen: unknown[] = [];
    for (const write of [
      () => create(service),
      () => update(service, { description: 'A' }),
      () => archive(service, 'p1001_cars'),
    ]) {
      await write();
      seen.push(await listed(service));
      clock.advance(5000);
      seen.push(await listed(service));
    }
    const { name } = LEAST;
    const made = [expect.not.objectContaining({ description: 'A' })];
    const described = [expect.objectContaining({ name, description: 'A', archived: false })];
    const gone = [expect.objectContaining({ name, description: 'A', archived: true })];
    expect(seen).toEqual([[], made, made, described, described, gone]);
    service.faults.clear();
    await create(service);
    expect(await listed(service)).toMatchObject([{ name, archived: false }]);
  });
});

describe('the read of one schema', () => {
  it('shows the values of 70 seconds ago after every write', async () => {
    const { service, clock } = await aService();
    await create(service, { description: 'A' });
    const seen: (string | undefined)[] = [];
    await update(service, { description: 'B' });
    clock.advance(40_000);
    await update(service, { description: 'C' });
    seen.push(await description(service));
    clock.advance(SCHEMA_READ_LAG_MS - 40_001);
    seen.push(await description(service));
    clock.advance(1);
    seen.push(await description(service));
    clock.advance(39_999);
    seen.push(await description(service));
    clock.advance(1);
    seen.push(await description(service));
    expect(seen).toEqual(['A', 'A', 'B', 'B', 'C']);
    expect(await listed(service)).toMatchObject([{ description: 'C' }]);
  });

  it('shows a new type of a purged name as it was created', async () => {
    const { service } = await aService();
    await create(service, { description: 'Old' });
    await update(service, { description: 'Older' });
    await archive(service, 'p1001_cars');
    await create(service, { description: 'New' });
    expect(await description(service)).toBe('New');
  });
});

describe('an update that leaves members out', () => {
  it('keeps the current values without the fault', async () => {
    const { service } = await aService();
    await create(service);
    await update(service, { description: 'A' });
    expect((await update(service, { labels: { plural: 'Autos' } })).body.description).toBe('A');
  });

  it('falls back to the values before the last write with the fault', async () => {
    const { service } = await aService({ faults: [STALE] });
    await create(service, { description: 'A', requiredProperties: ['hs_object_id'] });
    await update(service, { description: 'B', requiredProperties: [] });
    await update(service, { description: 'C', requiredProperties: [] });
    const { body } = await update(service, { labels: { plural: 'Autos' }, requiredProperties: [] });
    expect(body).toMatchObject({ description: 'B', labels: { plural: 'Autos' }, requiredProperties: [] });
    expect(await listed(service)).toMatchObject([{ description: 'B', labels: { singular: 'Car', plural: 'Autos' } }]);
  });

  it('never sets allowsSensitiveProperties back to false with the fault', async () => {
    const { service } = await aService({ faults: [STALE] });
    await create(service, { allowsSensitiveProperties: false });
    await update(service, { allowsSensitiveProperties: true });
    expect((await update(service, { description: 'A' })).body.allowsSensitiveProperties).toBe(true);
  });

  it('keeps the current values if the last write is older than the lag', async () => {
    const { service, clock } = await aService({ faults: [STALE] });
    await create(service, { description: 'A' });
    await update(service, { description: 'B' });
    clock.advance(SCHEMA_READ_LAG_MS);
    expect((await update(service, { labels: { plural: 'Autos' } })).body.description).toBe('B');
  });

  it('ignores a member with a fault, and shows its old value', async () => {
    const { service } = await aService();
    await create(service, { description: 'A' });
    service.faults.add({ do: 'ignore', endpoint: 'updateDatedSchema', member: 'description' });
    expect((await update(service, { description: 'B', labels: { plural: 'Autos' } })).body).toMatchObject({
      description: 'A',
      labels: { plural: 'Autos' },
    });
  });

  it('changes all members with the fault if it sends all of them', async () => {
    const { service } = await aService({ faults: [STALE] });
    await create(service);
    await update(service, { description: 'A' });
    const whole = {
      labels: { singular: 'Auto', plural: 'Autos' },
      description: 'B',
      primaryDisplayProperty: 'hs_object_name',
      secondaryDisplayProperties: ['hs_createdate', 'hs_object_id'],
      requiredProperties: ['hs_object_name'],
      searchableProperties: ['hs_object_name'],
      allowsSensitiveProperties: true,
    };
    await update(service, whole);
    expect(await listed(service)).toMatchObject([whole]);
  });
});

describe('the number of object types', () => {
  const limit = async (service: Service) => (await send(service, 'readObjectTypeLimit')).body;

  it('refuses a further type, and a purge leaves room at once while the count trails', async () => {
    const { service, clock } = await aService({ seed: { accounts: [{ hubId: 1001, objectTypeLimit: 2 }] } });
    expect((await create(service)).status).toBe(201);
    expect(await limit(service)).toEqual({ limit: 2, usage: 2, percentage: 100 });
    expect((await create(service, { name: 'boats' })).body.message).toBe(
      'The account has reached its limit of 2 custom object types.',
    );
    await archive(service, 'p1001_cars');
    expect((await create(service, { name: 'boats' })).status).toBe(400);
    expect((await create(service)).status).toBe(201);
    expect(await limit(service)).toMatchObject({ usage: 3 });
    clock.advance(TYPE_LIMIT_LAG_MS - 1);
    expect(await limit(service)).toMatchObject({ usage: 3 });
    clock.advance(1);
    expect(await limit(service)).toMatchObject({ usage: 2 });
  });

  it('is of its account, and full if the account may have none', async () => {
    const { service } = await aService({ seed: { accounts: [{ hubId: 7007, objectTypeLimit: 0 }] } });
    const { accessToken: token } = await service.issueToken({ hubId: 7007, appId: 2001 });
    expect((await send(service, 'readObjectTypeLimit', { token })).body).toEqual({
      limit: 0,
      usage: 0,
      percentage: 100,
    });
    expect(await limit(service)).toEqual({ limit: 20, usage: 1, percentage: 5 });
  });

  it.each([
    ['crm.objects.deals.read', 200],
    ['crm.schemas.custom.read', 403],
  ])('needs a scope for records: %s is a %i', async (scope, status) => {
    const { service } = await aService();
    const { accessToken: token } = await service.issueToken({ hubId: 1001, appId: 2001, scopes: [scope] });
    expect((await send(service, 'readObjectTypeLimit', { token })).status).toBe(status);
  });
});

describe('a purge', () => {
  it('refuses an active type, and leaves the type as it is', async () => {
    const { service } = await aService();
    const before = await listed(service);
    await create(service);
    const made = await listed(service);
    expect(await archive(service, 'p1001_cars', 'true')).toBe(400);
    expect(await listed(service)).toEqual(made);
    expect([await archive(service, 'p1001_cars'), await archive(service, 'p1001_cars', 'true')]).toEqual([204, 204]);
    expect(await listed(service)).toEqual(before);
  });
});
