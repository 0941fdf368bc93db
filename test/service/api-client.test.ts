/**
 * The vendor's own client, which knows no dated path, against the older paths of the service: each call that it has for these resources,
 * once. The tables below have every method of its classes, by their types; those of NOT_HELD have no counterpart on the dated surface.
 */

import { Client } from '@hubspot/api-client';
import schema from '@hubspot/api-client/lib/codegen/crm/associations/v4/schema/index.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService } from '../../src/service/index.ts';

type Started = Awaited<ReturnType<typeof startService>>;
type MethodsOf<A> = Exclude<keyof A & string, `${string}WithHttpInfo`>;
/** In the order in which they are made: what is called, and what comes back. */
type Steps<A, Without extends MethodsOf<A> = never> = {
  readonly [M in Exclude<MethodsOf<A>, Without>]: readonly [call: (api: A) => Promise<unknown>, result: unknown];
};

let service: Started;
let client: Client;

beforeAll(async () => {
  service = await startService({ rateLimit: false });
  const { accessToken, developerKey: developerApiKey } = service.development;
  // Its own rate limit would take longer than everything else.
  client = new Client({ basePath: service.url, accessToken, developerApiKey, limiterOptions: { minTime: 0 } });
});
afterAll(() => service.close());

async function run<A, W extends MethodsOf<A>>(api: A, steps: Steps<A, W>): Promise<void> {
  for (const [method, step] of Object.entries<Steps<A>[MethodsOf<A>]>(steps)) {
    const [call, result] = step;
    expect([method, await call(api)]).toEqual([method, result]);
  }
}

const has = (members: object) => expect.objectContaining(members);
const list = (...results: readonly object[]) =>
  has({ results: expect.arrayContaining(results.map((one) => has(one))) });
const DATE = expect.any(Date);

describe('properties', () => {
  type Properties = Client['crm']['properties'];
  const TIER = { name: 'tier', label: 'Tier', groupName: 'contactinformation' };
  const GOLD = { label: 'Gold', value: 'gold', displayOrder: 0, hidden: false };

  it('one by one', async () => {
    const { coreApi } = client.crm.properties;
    type Create = Parameters<typeof coreApi.create>[1];
    const create = { ...TIER, type: 'enumeration', fieldType: 'select', options: [GOLD] } as Create;
    const tier = has({
      ...create,
      options: [has(GOLD)],
      archived: false,
      hubspotDefined: false,
      createdAt: DATE,
      updatedAt: DATE,
    });
    const steps: Steps<Properties['coreApi']> = {
      create: [(api) => api.create('contacts', create), tier],
      getAll: [(api) => api.getAll('contacts', false), list({ name: 'tier' }, { name: 'email', hubspotDefined: true })],
      getByName: [(api) => api.getByName('0-1', 'tier'), tier],
      update: [(api) => api.update('contacts', 'tier', { label: 'Rank' }), has({ label: 'Rank', type: 'enumeration' })],
      archive: [(api) => api.archive('contacts', 'tier'), undefined],
    };
    await run(coreApi, steps);
    expect(await coreApi.getByName('contacts', 'tier', true)).toMatchObject({ archived: true, archivedAt: DATE });
    await expect(coreApi.getByName('contacts', 'tier')).rejects.toMatchObject({ code: 404 });
  });

  it('in batches', async () => {
    const { batchApi } = client.crm.properties;
    type Input = Parameters<typeof batchApi.create>[1]['inputs'][number];
    const input = (name: string) => ({ ...TIER, name, type: 'string', fieldType: 'text' }) as Input;
    const names = { inputs: [{ name: 'first' }, { name: 'second' }] };
    const times = { status: 'COMPLETE', startedAt: DATE, completedAt: DATE };
    const steps: Steps<Properties['batchApi']> = {
      create: [
        (api) => api.create('contacts', { inputs: [input('first'), input('second')] }),
        has({ ...times, results: [has({ name: 'first' }), has({ name: 'second', createdAt: DATE })] }),
      ],
      read: [
        (api) => api.read('contacts', { ...names, archived: false }),
        has({ ...times, results: [has({ name: 'first' }), has({ name: 'second', type: 'string' })] }),
      ],
      archive: [(api) => api.archive('contacts', names), undefined],
    };
    await run(batchApi, steps);
    const mixed = await batchApi.create('contacts', { inputs: [input('third'), input('email')] });
    expect(mixed).toMatchObject({
      results: [{ name: 'third' }],
      numErrors: 1,
      errors: [{ category: 'OBJECT_ALREADY_EXISTS', context: { name: ['email'] } }],
    });
  });

  it('in groups', async () => {
    const steps: Steps<Properties['groupsApi']> = {
      create: [
        (api) => api.create('contacts', { name: 'loyalty', label: 'Loyalty', displayOrder: 7 }),
        { name: 'loyalty', label: 'Loyalty', displayOrder: 7, archived: false },
      ],
      getAll: [(api) => api.getAll('contacts'), list({ name: 'contactinformation' }, { name: 'loyalty' })],
      getByName: [(api) => api.getByName('contact', 'loyalty'), has({ label: 'Loyalty', displayOrder: 7 })],
      update: [
        (api) => api.update('contacts', 'loyalty', { label: 'Points' }),
        has({ label: 'Points', displayOrder: 7 }),
      ],
      archive: [(api) => api.archive('contacts', 'loyalty'), undefined],
    };
    await run(client.crm.properties.groupsApi, steps);
  });
});

describe('webhooks', () => {
  const APP = 2001;
  const TIMES = { createdAt: DATE, updatedAt: DATE };

  it('settings', async () => {
    const { settingsApi } = client.webhooks;
    const settings = { targetUrl: 'https://hooks.example.com', throttling: { maxConcurrentRequests: 10 } };
    const steps: Steps<typeof settingsApi> = {
      configure: [(api) => api.configure(APP, settings), { ...settings, ...TIMES }],
      getAll: [(api) => api.getAll(APP), { ...settings, ...TIMES }],
      clear: [(api) => api.clear(APP), undefined],
    };
    await run(settingsApi, steps);
    await expect(settingsApi.getAll(APP)).rejects.toMatchObject({ code: 404 });
  });

  it('subscriptions, of which a new one is not active unless it says so', async () => {
    const { subscriptionsApi } = client.webhooks;
    type Create = Parameters<typeof subscriptionsApi.create>[1];
    const create = { eventType: 'contact.propertyChange', propertyName: 'email' } as Create;
    const one = { id: '1', ...create, active: false, ...TIMES };
    const steps: Steps<typeof subscriptionsApi> = {
      create: [(api) => api.create(APP, create), one],
      getAll: [(api) => api.getAll(APP), { results: [one] }],
      getById: [(api) => api.getById(1, APP), one],
      update: [(api) => api.update(1, APP, { active: true }), { ...one, active: true }],
      updateBatch: [
        (api) => api.updateBatch(APP, { inputs: [{ id: 1, active: false }] }),
        has({ status: 'COMPLETE', results: [one], startedAt: DATE, completedAt: DATE }),
      ],
      archive: [(api) => api.archive(1, APP), undefined],
    };
    await run(subscriptionsApi, steps);
  });
});

describe('associations', () => {
  const PAIR = ['contacts', 'companies'] as const;

  it('labels', async () => {
    const { definitionsApi } = client.crm.associations.v4.schema;
    const label = { category: 'USER_DEFINED', typeId: 1, label: 'Board member' };
    const steps: Steps<typeof definitionsApi> = {
      create: [
        (api) => api.create(...PAIR, { name: 'board', label: 'Board member', inverseLabel: 'Board of' }),
        { results: [has(label), has({ typeId: 2, label: 'Board of' })] },
      ],
      getAll: [
        (api) => api.getAll(...PAIR),
        { results: [has({ category: 'HUBSPOT_DEFINED', typeId: 279 }), has(label)] },
      ],
      update: [(api) => api.update(...PAIR, { associationTypeId: 1, label: 'On the board' }), undefined],
      remove: [(api) => api.remove(...PAIR, 1), undefined],
    };
    await run(definitionsApi, steps);
    expect((await definitionsApi.getAll(...PAIR)).results).toHaveLength(1);
  });

  it('limits', async () => {
    const { accessToken } = service.development;
    const api = new schema.DefinitionConfigurationsApi(
      schema.createConfiguration({
        baseServer: new schema.ServerConfiguration(service.url, {}),
        authMethods: { oauth2: { accessToken } },
      }),
    );
    type Create = Parameters<typeof api.batchCreate>[2]['inputs'][number];
    type Update = Parameters<typeof api.batchUpdate>[2]['inputs'][number];
    const key = { category: 'HUBSPOT_DEFINED', typeId: 279 };
    const limit = (most: number) => ({ ...key, userEnforcedMaxToObjectIds: most });
    const times = { status: 'COMPLETE', startedAt: DATE, completedAt: DATE };
    const steps: Steps<typeof api> = {
      batchCreate: [
        (limits) => limits.batchCreate(...PAIR, { inputs: [{ ...key, maxToObjectIds: 5 } as Create] }),
        has({ ...times, results: [has(limit(5))] }),
      ],
      batchUpdate: [
        (limits) => limits.batchUpdate(...PAIR, { inputs: [{ ...key, maxToObjectIds: 6 } as Update] }),
        has({ ...times, results: [has(limit(6))] }),
      ],
      getAllBetweenTwoObjectTypes: [
        (limits) => limits.getAllBetweenTwoObjectTypes(...PAIR),
        { results: [has(limit(6))] },
      ],
      getAll: [(limits) => limits.getAll(), { results: [has(limit(6))] }],
      batchRemove: [(limits) => limits.batchRemove(...PAIR, { inputs: [key] }), undefined],
    };
    await run(api, steps);
    expect((await api.getAll()).results).toEqual([]);
  });
});

/** Calls of operations that the dated surface of this service does not have either. */
const NOT_HELD = {
  schemas: ['create', 'update', 'archive', 'createAssociation', 'archiveAssociation'],
  refreshTokens: ['get'],
} as const;

it('object schemas', async () => {
  const { coreApi } = client.crm.schemas;
  const memberships = { name: 'memberships', objectTypeId: '2-3451', fullyQualifiedName: 'p1001_memberships' };
  const shown = has({ ...memberships, id: '3451', requiredProperties: [], archived: false, associations: [] });
  const steps: Steps<typeof coreApi, (typeof NOT_HELD.schemas)[number]> = {
    getAll: [(api) => api.getAll(false), { results: [shown] }],
    getById: [(api) => api.getById('p1001_memberships'), shown],
  };
  await run(coreApi, steps);
  const contacts = await coreApi.getById('contacts');
  expect(contacts).toMatchObject({ objectTypeId: '0-1', labels: { singular: 'contacts' } });
  expect(contacts.properties.find(({ name }) => name === 'email')).toMatchObject({
    type: 'string',
    hubspotDefined: true,
  });
  await expect(coreApi.archive('2-3451')).rejects.toMatchObject({ code: 405 });
});

it('OAuth', async () => {
  const { accessTokensApi, refreshTokensApi, tokensApi } = client.oauth;
  const { clientId, clientSecret, refreshToken } = service.development;
  const grant = has({ accessToken: expect.any(String), refreshToken, tokenType: 'bearer', expiresIn: 1800 });
  const refresh = ['refresh_token', undefined, undefined, clientId, clientSecret, refreshToken] as const;
  const tokens: Steps<typeof tokensApi> = { create: [(api) => api.create(...refresh), grant] };
  await run(tokensApi, tokens);
  const { accessToken } = await tokensApi.create(...refresh);
  const info = has({ token: accessToken, hubId: 1001, appId: 2001, scopes: expect.any(Array) });
  const access: Steps<typeof accessTokensApi> = { get: [(api) => api.get(accessToken), info] };
  await run(accessTokensApi, access);
  const archive: Steps<typeof refreshTokensApi, (typeof NOT_HELD.refreshTokens)[number]> = {
    archive: [(api) => api.archive(refreshToken), undefined],
  };
  await run(refreshTokensApi, archive);
  await expect(refreshTokensApi.get(refreshToken)).rejects.toMatchObject({ code: 405 });
});

it('after the sunset it has no call left', async () => {
  const gone = await startService({ sunset: true, rateLimit: false });
  const { accessToken, developerKey: developerApiKey } = gone.development;
  const late = new Client({ basePath: gone.url, accessToken, developerApiKey, limiterOptions: { minTime: 0 } });
  const calls = [
    late.crm.properties.coreApi.getAll('contacts'),
    late.crm.properties.groupsApi.getAll('contacts'),
    late.crm.schemas.coreApi.getAll(),
    late.webhooks.subscriptionsApi.getAll(2001),
    late.crm.associations.v4.schema.definitionsApi.getAll('contacts', 'companies'),
    late.oauth.accessTokensApi.get(accessToken),
  ];
  const outcomes = await Promise.allSettled(calls);
  expect(outcomes.map(({ status }) => status)).toEqual(calls.map(() => 'rejected'));
  expect((await gone.calls()).map(({ status, committed }) => [status, committed])).toEqual(
    calls.map(() => [404, false]),
  );
  await gone.close();
});
