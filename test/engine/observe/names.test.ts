import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Transport } from '../../../src/contract/http.ts';
import { UnsafePlanError } from '../../../src/index.ts';
import { converge } from '../../laws/world.ts';
import { aNamesWorld, BOARD, CARS, HUBS, type NamesWorld } from './names-world.ts';

let world: NamesWorld;
beforeEach(async () => {
  world = await aNamesWorld();
});
afterEach(() => world.close());

const objects = (name: string, property = 'wheels') =>
  `objects: { ${name}: { groups: { body: { displayName: Body, properties: { ${property}: { label: Wheels, type: number, fieldType: number } } } } } }\n`;
const limits = (...all: string[]) =>
  `associationLimits: [{ from: contacts, to: companies, limits: [${all.join(', ')}] }]\n`;
const MEMBER = '{ label: Board member, maxToObjectIds: 3 }';
const LIMIT = 'association-limit:contacts/companies/USER_DEFINED/Board%20member';
const BOTH = `${objects('cars')}${limits(MEMBER)}`;
const actions = async (hub: 1001 | 1002, text: string) =>
  (await world.reconciler(hub, text).plan()).changes.map(({ address, action }) => `${action} ${address}`);

test.each(HUBS)('one text is applied to account %s with its own ids, and stays in sync', async (hub) => {
  const { plan, result } = await converge(world.reconciler(hub, BOTH), []);
  expect(plan.changes.map(({ address, action }) => `${action} ${address}`)).toEqual([
    'create property-group:cars/body',
    'create property:cars/wheels',
    `create ${LIMIT}`,
  ]);
  expect(result.summary).toMatchObject({ applied: 3, failed: 0 });
  const { properties, limits: set } = await world.snapshot(hub);
  expect(properties[CARS[hub]]?.map(({ name }) => name)).toContain('wheels');
  expect(set).toEqual([
    { from: 'contacts', to: 'companies', category: 'USER_DEFINED', typeId: BOARD[hub], maxToObjectIds: 3 },
  ]);
  expect(Object.keys((await world.reconciler(hub, BOTH).ledger.read()).records)).toEqual([
    LIMIT,
    'property-group:cars/body',
    'property:cars/wheels',
  ]);
  expect((await world.reconciler(hub, BOTH).plan()).summary).toMatchObject({ keep: 3, create: 0, blocked: 0 });
  expect((await world.reconciler(hub, BOTH).drift()).summary).toMatchObject({ inSync: 3, drifted: 0 });
});

test('names need one read of objects, and one read of labels per pair', async () => {
  await converge(world.reconciler(1001, BOTH), []);
  await world.called();
  await world.reconciler(1001, BOTH).plan();
  const called = await world.called();
  expect(called.filter((call) => /schemas|labels/.test(call))).toEqual([
    expect.stringMatching(/^GET \/crm-object-schemas\/2026-09\/schemas\?/),
    'GET /crm/associations/2026-03/0-1/0-2/labels',
  ]);
  expect(called.filter((call) => call.includes('cars'))).toEqual([]);
});

test('a project without names skips both reads', async () => {
  await world.reconciler(1001, `${objects(CARS[1001])}${limits('{ typeId: 279, maxToObjectIds: 3 }')}`).plan();
  expect((await world.called()).filter((call) => /schemas|labels/.test(call))).toEqual([]);
});

test('an edit of a named object or label in the account is drift', async () => {
  await converge(world.reconciler(1002, BOTH), []);
  await world.service.admin(1002).editProperty(CARS[1002], 'wheels', { label: 'Tyres' });
  const limit = { from: 'contacts', to: 'companies', category: 'USER_DEFINED', typeId: BOARD[1002] };
  await world.service.admin(1002).setLimit(limit, 7);
  const { resources } = await world.reconciler(1002, BOTH).drift();
  expect(resources.filter(({ status }) => status === 'drifted').map(({ address }) => address)).toEqual([
    LIMIT,
    'property:cars/wheels',
  ]);
  const { result } = await converge(world.reconciler(1002, BOTH), []);
  expect(result.summary).toMatchObject({ applied: 2, failed: 0 });
});

test('an object that the account lacks blocks only its own resources', async () => {
  const { changes, findings, complete } = await world.reconciler(1001, `${objects('carz')}${limits(MEMBER)}`).plan();
  expect(changes.map(({ address, action, because }) => [address, action, because])).toEqual([
    ['property-group:carz/body', 'blocked', 'holder-missing'],
    ['property:carz/wheels', 'blocked', 'holder-missing'],
    [LIMIT, 'create', 'missing'],
  ]);
  expect(changes[0]?.reason).toBe('The account has no object named "carz".');
  expect(complete).toBe(true);
  expect(findings).toMatchObject([
    {
      code: 'holder-missing',
      message: 'The account has no object named "carz".',
      address: 'property-group:carz/body',
    },
  ]);
  expect(findings[0]?.hint).toMatch(/^Did you mean "cars"\? The account has the custom objects .*"boats"/);
});

test('a missing label blocks its limit and gets hints with similar labels', async () => {
  const { changes, findings } = await world
    .reconciler(1002, limits('{ label: Bord member, maxToObjectIds: 3 }', '{ label: Owner, maxToObjectIds: 1 }'))
    .plan();
  expect(changes.map(({ address, action, because }) => [address, action, because])).toEqual([
    ['association-limit:contacts/companies/USER_DEFINED/Bord%20member', 'blocked', 'holder-missing'],
    ['association-limit:contacts/companies/USER_DEFINED/Owner', 'create', 'missing'],
  ]);
  expect(findings).toMatchObject([
    {
      code: 'holder-missing',
      message: 'The account has no label "Bord member" of the category USER_DEFINED from contacts to companies.',
      hint: 'Did you mean "Board member"? The account has the labels "Owner", "Tenant", "Board member".',
    },
  ]);
});

test.each([
  ['listDatedSchemas', 'property:cars/wheels', LIMIT],
  ['listAssociationLabels', LIMIT, 'property:cars/wheels'],
] as const)('a refusal of %s blocks only its dependents, and the rest is planned', async (endpoint, stuck, free) => {
  await converge(world.reconciler(1001, BOTH), []);
  world.service.faults.add({ do: 'status', status: 403, endpoint, times: 'always' });
  const changed = BOTH.replace('label: Wheels', 'label: Tyres').replace('maxToObjectIds: 3', 'maxToObjectIds: 4');
  const plan = await world.reconciler(1001, changed).plan();
  expect(plan.complete).toBe(false);
  // A record of the object proves that its name is correct.
  expect(plan.findings.map(({ code }) => code)).toEqual(['read-failed']);
  const of = (address: string) => plan.changes.find((change) => change.address === address);
  expect(of(stuck)).toMatchObject({ action: 'blocked', because: 'holder-missing' });
  expect(of(stuck)?.reason).toMatch(/^The meaning of .* is unknown, because the read for it failed\.$/);
  expect(of(free)).toMatchObject({ action: 'update' });
  const drifted = (await world.reconciler(1001, BOTH).drift()).resources;
  expect(drifted.find(({ address }) => address === stuck)).toMatchObject({ status: 'unverifiable' });
});

test('an object with two names in the files is managed by its id', async () => {
  const two = `${objects(CARS[1001]).trimEnd().slice(0, -2)}, ${objects('cars', 'doors').slice('objects: { '.length)}`;
  const { changes, findings } = await world.reconciler(1001, two).plan();
  expect(changes.map(({ address, action }) => `${action} ${address}`)).toEqual([
    `create property-group:${CARS[1001]}/body`,
    'blocked property-group:cars/body',
    `create property:${CARS[1001]}/wheels`,
    'blocked property:cars/doors',
  ]);
  expect(findings).toMatchObject([
    {
      code: 'name-ambiguous',
      message: 'The object "cars" is 2-11 in this account, which is also named by its type id.',
    },
  ]);
});

test('a limit that is declared by label and by type id is set once', async () => {
  const { changes, findings } = await world
    .reconciler(1001, limits(MEMBER, `{ category: USER_DEFINED, typeId: ${BOARD[1001]}, maxToObjectIds: 2 }`))
    .plan();
  expect(changes.map(({ address, action }) => `${action} ${address}`)).toEqual([
    `create association-limit:contacts/companies/USER_DEFINED/${BOARD[1001]}`,
    `blocked ${LIMIT}`,
  ]);
  expect(findings.map(({ code }) => code)).toEqual(['name-ambiguous']);
});

test('a limit of a named object is set, listed and purged by name', async () => {
  const pair =
    'associationLimits: [{ from: cars, to: contacts, limits: [{ category: INTEGRATOR_DEFINED, typeId: 9, maxToObjectIds: 2 }] }]\n';
  await converge(world.reconciler(1001, pair), []);
  expect((await world.snapshot(1001)).limits).toMatchObject([{ from: CARS[1001], to: 'contacts', typeId: 9 }]);
  const { resources } = await world.reconciler(1001, pair).list({ kind: 'association-limit', objects: ['cars'] });
  expect(resources.map(({ address }) => address)).toEqual(['association-limit:cars/contacts/INTEGRATOR_DEFINED/9']);
  const next = world.reconciler(1001, limits(MEMBER));
  expect((await next.plan()).summary).toMatchObject({ create: 1, remove: 0 });
  const address = 'association-limit:cars/contacts/INTEGRATOR_DEFINED/9';
  const { summary } = await next.apply(await next.plan({ allow: [{ risk: 'limit-purge', address }] }));
  expect(summary).toMatchObject({ applied: 2, failed: 0 });
  expect((await world.snapshot(1001)).limits.map(({ typeId }) => typeId)).toEqual([BOARD[1001]]);
});

test('a lost reply is read back by the names of the next run', async () => {
  world.service.faults.add({ do: 'drop-after', endpoint: 'updateDatedLimits', times: 'always' });
  world.service.faults.add({ do: 'drop-before', endpoint: 'readAssociationLimits', nth: 3, times: 'always' });
  const { result } = await converge(world.reconciler(1002, limits(MEMBER)), []);
  expect(result.outcomes).toMatchObject([{ address: LIMIT, status: 'uncertain' }]);
  world.service.faults.clear();
  const next = await converge(world.reconciler(1002, limits(MEMBER)), []);
  expect(next.result.settled).toBe(1);
  expect(await actions(1002, limits(MEMBER))).toEqual([`keep ${LIMIT}`]);
});

test('apply sends nothing if the lookup of the names fails', async () => {
  const reconciler = world.reconciler(1001, BOTH);
  const plan = await reconciler.plan();
  world.service.faults.add({ do: 'status', status: 403, endpoint: 'listDatedSchemas', times: 'always' });
  await expect(reconciler.apply(plan)).rejects.toThrow(UnsafePlanError);
  expect((await world.snapshot(1001)).limits).toEqual([]);
});

test('adopt and revert accept a resource declared by name', async () => {
  await converge(world.reconciler(1001, BOTH), []);
  const reconciler = world.reconciler(1001, BOTH);
  await reconciler.ledger.forget([LIMIT, 'property:cars/wheels']);
  const adopted = await reconciler.ledger.adopt([LIMIT, 'property:cars/wheels']);
  expect(adopted.map(({ record, status }) => [record.address, record.basis, status])).toEqual([
    [LIMIT, 'observed', 'recorded'],
    ['property:cars/wheels', 'observed', 'recorded'],
  ]);
  await converge(world.reconciler(1001, BOTH.replace('maxToObjectIds: 3', 'maxToObjectIds: 4')), []);
  const revert = await reconciler.revert();
  expect(revert.calls).toMatchObject([{ endpoint: 'updateDatedLimits', covers: [LIMIT] }]);
  expect((await reconciler.apply(revert)).summary).toMatchObject({ applied: 1 });
  expect((await world.snapshot(1001)).limits).toMatchObject([{ maxToObjectIds: 3 }]);
});

const SWAPPED = [
  [1, 'Board member'],
  [BOARD[1002], 'Owner'],
] as const;

test.each([
  ['sets no limit', []],
  ['changes no limit', [4]],
])('an apply %s on a label that means another type since the plan', async (_, before) => {
  for (const most of before)
    await converge(world.reconciler(1002, limits(`{ label: Board member, maxToObjectIds: ${most} }`)), []);
  const { limits: untouched } = await world.snapshot(1002);
  const { plan, apply, ledger } = world.reconciler(1002, limits(MEMBER));
  const made = await plan();
  await world.relabel(1002, ...SWAPPED);
  const { outcomes } = await apply(made);
  expect(outcomes).toMatchObject([
    {
      status: 'conflict',
      message: 'Not sent: its name now refers to another object or label in the account than in the plan.',
    },
  ]);
  expect((await world.snapshot(1002)).limits).toEqual(untouched);
  expect((await ledger.read()).intentions).toEqual([]);
});

test('a call that is open is not settled by what its label means by now', async () => {
  const late: Transport = {
    ...world.service.transport,
    send: async (request, options) =>
      request.url.endsWith('/batch/update')
        ? { status: 504, headers: {}, body: '' }
        : world.service.transport.send(request, options),
  };
  await converge(world.reconciler(1002, limits(MEMBER), { transport: late }), []);
  await world.relabel(1002, ...SWAPPED);
  const { plan, apply, ledger } = world.reconciler(1002, limits(MEMBER));
  const { findings } = await apply(await plan(), { skipBlocked: true });
  expect(findings).toMatchObject([
    { message: expect.stringContaining('its name now refers to another object or label in the account.') },
  ]);
  expect((await ledger.read()).intentions).toHaveLength(1);
});

test('a name that several objects have is looked up for none of them', async () => {
  const doubled: Transport = {
    ...world.service.transport,
    async send(request, options) {
      const reply = await world.service.transport.send(request, options);
      if (!request.url.includes('/schemas')) return reply;
      const { results } = JSON.parse(reply.body);
      const [cars] = results;
      const twin = { ...cars, objectTypeId: '2-99', fullyQualifiedName: 'p1001_cars2' };
      return { ...reply, body: JSON.stringify({ results: [...results, twin] }) };
    },
  };
  const open = (name: string) => world.reconciler(1001, objects(name), { transport: doubled });
  const plan = await open('cars').plan();
  expect([plan.calls, plan.changes.map(({ action }) => action)]).toEqual([[], ['blocked', 'blocked']]);
  expect(plan.findings).toContainEqual(
    expect.objectContaining({
      code: 'name-ambiguous',
      message: 'The account has several objects named "cars": 2-11, 2-99.',
      hint: 'Declare the type id or the fully qualified name of the object that is meant.',
    }),
  );
  expect((await open('p1001_cars').plan()).calls).toHaveLength(2);
});

const SCHEMA = 'schema: { labels: { singular: Truck, plural: Trucks } }';
const trucks = (name = 'trucks') => objects(name).replace(`${name}: { `, `${name}: { ${SCHEMA}, `);

test.each(HUBS)('an object of the project has its fully qualified name in account %s', async (hub) => {
  await world.called();
  const plan = await world.reconciler(hub, trucks()).plan();
  expect(plan.findings).toEqual([]);
  expect(plan.complete).toBe(true);
  expect(plan.calls.map(({ endpoint, params }) => [endpoint, params['object_type']])).toEqual([
    ['createDatedSchema', undefined],
    ['createDatedGroup', `p${hub}_trucks`],
    ['createDatedProperty', `p${hub}_trucks`],
  ]);
  // Reads nothing of an unknown object.
  expect((await world.called()).filter((call) => call.includes('trucks'))).toEqual([]);
});

test('an object with a schema that the account has is named by its id', async () => {
  const { calls } = await world.reconciler(1001, trucks('cars')).plan();
  expect(new Set(calls.flatMap(({ params }) => params['object_type'] ?? []))).toEqual(new Set([CARS[1001]]));
});
