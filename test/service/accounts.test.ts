import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createService, type Seed, SeedError } from '../../src/service/index.ts';
import { aService, send } from './harness.ts';

/** Properties that the service gives to every custom object type. */
const MADE = ['hs_createdate', 'hs_lastmodifieddate', 'hs_object_id', 'hs_object_name'];

async function twoAccounts() {
  const { service } = await aService();
  await service.addAccount({ hubId: 7007 });
  const { accessToken } = await service.issueToken({ hubId: 7007, appId: 2001 });
  return { service, other: accessToken };
}

describe('two accounts', () => {
  it('never see each other', async () => {
    const { service, other } = await twoAccounts();
    const before = await service.snapshot(7007);
    const contacts = { object_type: 'contacts' };
    await send(service, 'createGroup', { params: contacts, body: { name: 'loyalty', displayName: 'Loyalty' } });
    const property = { name: 'tier', label: 'Tier', groupName: 'loyalty', type: 'string', fieldType: 'text' };
    await send(service, 'createProperty', { params: contacts, body: property });
    await send(service, 'updateAssociationLimits', {
      params: { fromObjectType: 'contacts', toObjectType: 'companies' },
      body: { inputs: [{ category: 'SERVICE_DEFINED', typeId: 279, maxToObjectIds: 5 }] },
    });
    const event = { eventTemplateId: 'template-1', id: 'e', tokens: {}, email: 'ada@example.com' };
    await send(service, 'sendTimelineEvent', { body: event });
    expect(await service.snapshot(7007)).toEqual(before);

    const seen = (await send(service, 'listProperties', { params: contacts, token: other })).body;
    expect(seen.map(({ name }: { name: string }) => name)).not.toContain('tier');
    const params = { ...contacts, property_name: 'tier' };
    expect((await send(service, 'patchProperty', { params, body: { label: 'X' }, token: other })).status).toBe(404);
    expect((await send(service, 'createProperty', { params: contacts, body: property, token: other })).status).toBe(
      400,
    );
    const custom = { object_type: '2-3451' };
    expect((await send(service, 'listProperties', { params: custom, token: other })).status).toBe(400);
    const definition = {
      params: { eventName: 'order_placed' },
      body: { label: 'Total', type: 'number' },
      token: other,
    };
    expect((await send(service, 'createEventProperty', definition)).status).toBe(404);

    const mine = await service.snapshot(1001);
    await send(service, 'sendTimelineEvent', { body: { ...event, email: 'bob@example.com' }, token: other });
    expect(await service.snapshot(1001)).toEqual(mine);
    expect((await service.snapshot(7007)).contacts).toEqual([{ objectId: '101', email: 'bob@example.com' }]);
  });

  it('share the subscriptions of an app that both installed', async () => {
    const { service } = await twoAccounts();
    await service.addAccount({ hubId: 8008 });
    const body = { eventType: 'contact.creation', active: true };
    await send(service, 'createSubscription', { params: { appId: '2001' }, body });
    const of = async (hubId: number) => (await service.snapshot(hubId)).subscriptions.map(({ id }) => id);
    expect([await of(1001), await of(7007), await of(8008)]).toEqual([['1'], ['1'], []]);
  });

  it('added twice stay as they are', async () => {
    const { service, other } = await twoAccounts();
    const params = { object_type: 'contacts', property_name: 'phone' };
    await send(service, 'patchProperty', { params, body: { label: 'Telephone' }, token: other });
    const before = await service.snapshot(7007);
    await service.addAccount({ hubId: 7007, domain: 'other.example' });
    expect(await service.snapshot(7007)).toEqual(before);
  });
});

describe('a seed', () => {
  it('adds accounts, object types, definitions, groups, properties and apps', async () => {
    const { service } = await aService({
      seed: {
        accounts: [
          {
            hubId: 42,
            domain: 'forty-two.example',
            objectTypes: [{ id: '2-7', name: 'pets' }],
            eventDefinitions: [{ name: 'visit' }],
            groups: [{ objectType: 'pets', name: 'care', displayName: 'Care' }],
            properties: [
              {
                objectType: '2-7',
                name: 'legs',
                label: 'Legs',
                groupName: 'care',
                type: 'number',
                fieldType: 'number',
              },
            ],
          },
        ],
        apps: [
          { appId: 5, clientId: 'five', clientSecret: 's', eventTemplates: [{ id: 'walk', objectType: 'contacts' }] },
        ],
      },
    });
    const { accessToken: token } = await service.issueToken({ hubId: 42, appId: 5 });
    const list = (await send(service, 'listProperties', { params: { object_type: 'pets' }, token })).body;
    expect(list.map(({ name }: { name: string }) => name)).toEqual([...MADE, 'legs']);
    const event = { eventTemplateId: 'walk', tokens: {}, objectId: '1' };
    expect((await send(service, 'sendTimelineEvent', { body: event, token })).status).toBe(201);
    const { groups, eventProperties } = await service.snapshot(42);
    expect([groups['2-7'], eventProperties]).toEqual([
      [
        { name: 'pets_information', displayName: 'pets information', displayOrder: 0, serviceDefined: true },
        { name: 'care', displayName: 'Care', displayOrder: 1, serviceDefined: false },
      ],
      { visit: [] },
    ]);
  });

  it('is refused if it is invalid', async () => {
    const nameless = aService({ seed: { accounts: [{ hubId: 0, eventDefinitions: [{ name: '' }] }] } });
    await expect(nameless).rejects.toThrow(
      /^The seed is invalid: accounts\.0\.hubId: .*; accounts\.0\.eventDefinitions\.0\.name: /,
    );
  });

  it('is refused with every contradiction, and none of it is stored', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'trueup-seed-'));
    const property = { name: 'legs', label: 'Legs', groupName: 'care', type: 'string', fieldType: 'text' };
    const app = { clientId: 'five', clientSecret: 's' };
    const seed: Seed = {
      accounts: [
        {
          hubId: 41,
          objectTypes: [
            { id: '2-7', name: 'Orders' },
            { id: '0-48', name: 'ringing' },
          ],
          groups: [{ objectType: 'contacts', name: 'care', displayName: 'Care' }],
        },
        {
          hubId: 42,
          groups: [{ objectType: 'pets', name: 'care', displayName: 'Care' }],
          properties: [
            { objectType: 'contacts', ...property },
            { objectType: '2-9', ...property },
            { objectType: '0-1', ...property, groupName: 'contactinformation' },
          ],
        },
        { hubId: 1001, properties: [{ objectType: 'MEMBERSHIPS', ...property }] },
      ],
      apps: [
        { appId: 5, ...app },
        { appId: 6, ...app },
        { appId: 7, ...app, clientId: 'trueup-dev', eventTemplates: [{ id: 'e', objectType: 'pets' }] },
      ],
    };
    const error = await createService({ dataDir, seed }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(SeedError);
    expect(error instanceof SeedError ? error.issues : []).toEqual([
      { path: ['accounts', 0, 'objectTypes', 0, 'name'], message: 'Orders is orders, which every account already has' },
      { path: ['accounts', 0, 'objectTypes', 1, 'id'], message: '0-48 is calls, which every account already has' },
      { path: ['accounts', 1, 'groups', 0, 'objectType'], message: 'account 42 has no object type pets' },
      { path: ['accounts', 1, 'properties', 0, 'groupName'], message: 'account 42 has no group care for contacts' },
      { path: ['accounts', 1, 'properties', 1, 'objectType'], message: 'account 42 has no object type 2-9' },
      {
        path: ['accounts', 2, 'properties', 0, 'groupName'],
        message: 'account 1001 has no group care for MEMBERSHIPS',
      },
      { path: ['apps', 1, 'clientId'], message: 'app 5 already has this client id' },
      { path: ['apps', 2, 'clientId'], message: 'app 2001 already has this client id' },
      { path: ['apps', 2, 'eventTemplates', 0, 'objectType'], message: 'object type pets does not exist' },
    ]);
    const service = await createService({ dataDir });
    await expect(service.snapshot(41)).rejects.toMatchObject({ code: 'no-such-account' });
    await service.close();
  });

  it('cannot register a redirect URI that the service would refuse', async () => {
    const redirectUris = ['https://shop.test/', 'http://localhost:9/done', 'http://127.0.0.1', 'http://shop.test/'];
    const seed = { apps: [{ appId: 5, clientId: 'shop', clientSecret: 'shop-secret', redirectUris }] };
    const error = await createService({ seed }).catch((thrown: unknown) => thrown);
    const message = 'expected https, or http with the host localhost';
    expect(error instanceof SeedError ? error.issues : []).toEqual([
      { path: ['apps', 0, 'redirectUris', 2], message },
      { path: ['apps', 0, 'redirectUris', 3], message },
    ]);
  });

  it('can refer to an earlier entry or an earlier run', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'trueup-seed-'));
    const pets = { objectType: 'p42_pets', name: 'legs', label: 'Legs', type: 'number', fieldType: 'number' };
    const first: Seed = {
      accounts: [
        { hubId: 42, objectTypes: [{ id: '2-7', name: 'pets' }] },
        {
          hubId: 42,
          groups: [{ objectType: 'pets', name: 'care', displayName: 'Care' }],
          properties: [{ ...pets, groupName: 'pets_information' }],
        },
      ],
    };
    await (await createService({ dataDir, seed: first })).close();
    const later: Seed = { accounts: [{ hubId: 42, properties: [{ ...pets, name: 'teeth', groupName: 'care' }] }] };
    const service = await createService({ dataDir, seed: later });
    const { properties } = await service.snapshot(42);
    expect(properties['2-7']?.map(({ name, groupName }) => [name, groupName])).toEqual([
      ...MADE.map((name) => [name, 'pets_information']),
      ['legs', 'pets_information'],
      ['teeth', 'care'],
    ]);
    await service.close();
  });
});

describe('a person in the account', () => {
  it('changes, hides and removes what apps made', async () => {
    const { service, clock } = await aService();
    const person = service.admin(1001);
    await person.addGroup('contacts', { name: 'hand', displayName: 'By hand' });
    const options = [{ label: 'A', value: 'a' }];
    const given = {
      name: 'grade',
      label: 'Grade',
      groupName: 'hand',
      type: 'enumeration',
      fieldType: 'select',
      options,
    };
    await person.addProperty('0-1', given);
    await person.addOption('contacts', 'grade', { label: 'B', value: 'b' });
    await person.editOption('contacts', 'grade', 'a', { label: 'Alpha', hidden: true });
    clock.advance(10);
    await person.editProperty('contacts', 'grade', { label: 'Mark', type: 'string' });
    const grade = async () =>
      (await service.snapshot(1001)).properties['contacts']?.find(({ name }) => name === 'grade');
    expect(await grade()).toMatchObject({
      label: 'Mark',
      type: 'string',
      updatedAt: clock.now(),
      updatedUserId: 50_001_001,
      options: [
        { label: 'Alpha', value: 'a', displayOrder: 0, hidden: true },
        { label: 'B', value: 'b', displayOrder: 1, hidden: false },
      ],
    });
    await person.deleteOption('contacts', 'grade', 'a');
    expect((await grade())?.options.map(({ value }) => value)).toEqual(['b']);
    await expect(person.deleteGroup('contacts', 'hand')).rejects.toMatchObject({ code: 'group-in-use' });
    await person.archiveProperty('contacts', 'grade');
    expect((await service.snapshot(1001)).archivedProperties['contacts']?.map(({ name }) => name)).toEqual(['grade']);
    await person.deleteGroup('contacts', 'hand');
    await expect(person.deleteProperty('contacts', 'grade')).rejects.toMatchObject({ code: 'not-there' });
  });

  it('removes subscriptions, event properties and limits', async () => {
    const { service } = await aService();
    const empty = await service.snapshot(1001);
    const person = service.admin(1001);
    const subscription = { eventType: 'contact.creation', active: true };
    await send(service, 'createSubscription', { params: { appId: '2001' }, body: subscription });
    await send(service, 'createEventProperty', {
      params: { eventName: 'order_placed' },
      body: { label: 'Total', name: 'total', type: 'number' },
    });
    const limit = { from: 'contacts', to: 'companies', category: 'HUBSPOT_DEFINED', typeId: 279 };
    await person.setLimit(limit, 9);
    await person.editSubscription('1', { active: false });
    expect((await service.snapshot(1001)).subscriptions[0]?.active).toBe(false);
    expect((await service.snapshot(1001)).limits[0]?.maxToObjectIds).toBe(9);
    await person.deleteSubscription('1');
    await person.deleteEventProperty('order_placed', 'total');
    await person.deleteLimit(limit);
    expect(await service.snapshot(1001)).toEqual(empty);
    for (const act of [
      person.deleteSubscription('1'),
      person.deleteEventProperty('order_placed', 'total'),
      person.deleteLimit(limit),
      person.editProperty('pets', 'x', {}),
    ]) {
      await expect(act).rejects.toMatchObject({ code: 'not-there' });
    }
  });
});
