/** Object schemas, as the vendor's client calls them. */

import { expect, it } from 'vitest';
import { DATE, type Given, has, list, run, type Steps } from './steps.ts';

export function schemas(given: () => Given): void {
  it('object schemas', async () => {
    const { coreApi } = given().client.crm.schemas;
    type Create = Parameters<typeof coreApi.create>[0];
    const model = { name: 'model', label: 'Model', type: 'string', fieldType: 'text' } as Create['properties'][number];
    const car = {
      name: 'cars',
      labels: { singular: 'Car', plural: 'Cars' },
      requiredProperties: ['model'],
      primaryDisplayProperty: 'model',
      description: 'What we sell',
    };
    const create: Create = { ...car, properties: [model], associatedObjects: ['CONTACT'] };
    const cars = has({
      ...car,
      objectTypeId: '2-50000001',
      fullyQualifiedName: 'p1001_cars',
      archived: false,
      createdAt: DATE,
      updatedAt: DATE,
    });
    const link = { fromObjectTypeId: '2-50000001', toObjectTypeId: '0-2', name: 'car_of' };
    const linked = has({ ...link, id: expect.any(String), createdAt: DATE, updatedAt: DATE });
    let id = '';
    const steps: Steps<typeof coreApi> = {
      create: [(api) => api.create(create), cars],
      getAll: [(api) => api.getAll(false), list({ name: 'memberships', objectTypeId: '2-3451' }, { name: 'cars' })],
      getById: [(api) => api.getById('p1001_cars'), cars],
      update: [
        (api) => api.update('p1001_cars', { labels: { plural: 'Vehicles' }, clearDescription: true }),
        has({ labels: { singular: 'Car', plural: 'Vehicles' }, portalId: 1001, requiredProperties: ['model'] }),
      ],
      createAssociation: [
        async (api) => {
          const made = await api.createAssociation('2-50000001', link);
          id = made.id;
          return made;
        },
        linked,
      ],
      archiveAssociation: [(api) => api.archiveAssociation('2-50000001', id), undefined],
      archive: [(api) => api.archive('2-50000001'), undefined],
    };
    await run(coreApi, steps);
    expect((await coreApi.getAll()).results.map(({ name }) => name)).toEqual(['memberships']);
    expect((await coreApi.getAll(true)).results).toMatchObject([{ archived: false }, { name: 'cars', archived: true }]);
    await expect(coreApi.archive('2-50000001')).rejects.toMatchObject({ code: 404 });
    await coreApi.archive('2-50000001', true);
    expect((await coreApi.getAll(true)).results).toHaveLength(1);
    await expect(coreApi.create({ ...create, name: 'contact' })).rejects.toMatchObject({ code: 409 });
    await expect(coreApi.update('0-1', {})).rejects.toMatchObject({ code: 400 });
  });

  it('the schema of a standard type', async () => {
    const contacts = await given().client.crm.schemas.coreApi.getById('contacts');
    expect(contacts).toMatchObject({ objectTypeId: '0-1', labels: { singular: 'contacts' } });
    expect(contacts.properties.find(({ name }) => name === 'email')).toMatchObject({
      type: 'string',
      hubspotDefined: true,
    });
  });
}
