import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Transport } from '../../../src/contract/http.ts';
import type { Comparison, Reconciler, SnapshotOptions } from '../../../src/index.ts';
import { converge } from '../../laws/world.ts';
import { aNamesWorld, CARS, type NamesWorld } from '../observe/names-world.ts';

let world: NamesWorld;
beforeEach(async () => {
  world = await aNamesWorld();
});
afterEach(() => world.close());

const objects = (name: string, label = 'Wheels') =>
  `objects: { ${name}: { groups: { body: { displayName: Body, properties: { wheels: { label: ${label}, type: number, fieldType: number } } } } } }\n`;
const limits = (...all: string[]) =>
  `associationLimits: [{ from: contacts, to: companies, limits: [${all.join(', ')}] }]\n`;
const compare = async (left: Reconciler, right: Reconciler, options?: SnapshotOptions): Promise<Comparison> =>
  right.compare(await left.snapshot(options));
const MEMBER = '{ label: Board member, maxToObjectIds: 3 }';
const BOTH = `${objects('cars')}${limits(MEMBER)}`;
const LIMIT = 'association-limit:contacts/companies/USER_DEFINED/Board%20member';
/** Labels that only the account 1002 has. */
const LABELS_OF_1002 = [
  ['first', 'Owner'],
  ['second', 'Tenant'],
].map(([name, label]) => ({
  address: `association-label:contacts/companies/${name}`,
  kind: 'association-label',
  status: 'only-right',
  fields: ['label', 'inverseLabel'].map((field) => ({ field, before: label })),
}));

test('matches custom objects and labels by their names', async () => {
  await converge(world.reconciler(1001, BOTH), []);
  await converge(world.reconciler(1002, BOTH), []);
  const same = await compare(world.reconciler(1001, BOTH), world.reconciler(1002, BOTH));
  expect([same.resources, same.notCompared, same.complete]).toEqual([LABELS_OF_1002, [], true]);
  await converge(world.reconciler(1002, `${objects('cars', 'Tyres')}${limits(MEMBER.replace('3', '5'))}`), []);
  const { resources } = await compare(world.reconciler(1001, BOTH), world.reconciler(1002, BOTH));
  expect(resources).toEqual([
    {
      ...{ address: 'property:cars/wheels', kind: 'property', status: 'different' },
      fields: [{ field: 'label', before: 'Tyres', after: 'Wheels' }],
    },
    ...LABELS_OF_1002,
    {
      ...{ address: LIMIT, kind: 'association-limit', status: 'different' },
      fields: [{ field: 'maxToObjectIds', before: 5, after: 3 }],
    },
  ]);
});

test('reports an object and a label that only one account has', async () => {
  const text = `${objects('boats')}${limits('{ label: Owner, maxToObjectIds: 2 }', MEMBER)}`;
  await converge(world.reconciler(1001, objects('boats')), []);
  await converge(world.reconciler(1002, limits('{ label: Owner, maxToObjectIds: 2 }')), []);
  const { resources, summary } = await compare(world.reconciler(1001, text), world.reconciler(1002, text));
  expect(resources.map(({ status, address }) => `${status} ${address}`)).toEqual([
    'only-left object-schema:boats',
    'only-left property-group:boats/body',
    'only-left property:boats/wheels',
    ...LABELS_OF_1002.map(({ address }) => `only-right ${address}`),
    'only-right association-limit:contacts/companies/USER_DEFINED/Owner',
  ]);
  expect(summary.notCompared).toBe(0);
});

test('does not compare a resource that is named by an id of one account', async () => {
  const own = objects(CARS[1001]);
  await converge(world.reconciler(1001, own), []);
  const left = await world.reconciler(1001, own).snapshot();
  await world.called();
  const { resources, notCompared, complete } = await world.reconciler(1002, '').compare(left);
  expect([resources, complete]).toEqual([LABELS_OF_1002, true]);
  expect((await world.called()).filter((call) => call.includes(CARS[1001]))).toEqual([]);
  const ofOne = notCompared.filter(({ because }) => because === 'own-id').flatMap(({ addresses }) => addresses);
  expect(ofOne).toEqual(expect.arrayContaining(['property-group:2-11/body', 'property:2-11/wheels']));
});

test('makes each read once for each account, and writes nothing', async () => {
  await converge(world.reconciler(1001, BOTH), []);
  await converge(world.reconciler(1002, BOTH), []);
  await world.called();
  await compare(world.reconciler(1001, BOTH), world.reconciler(1002, BOTH), { objects: ['cars'] });
  const called = await world.called();
  expect(called.every((call) => call.startsWith('GET '))).toBe(true);
  const types = called.filter((call) => call.includes('/properties/'));
  // Two lists, groups and properties, and two of sensitive properties, of one object type.
  for (const id of Object.values(CARS)) expect(types.filter((call) => call.includes(`/${id}`))).toHaveLength(4);
  expect(called.filter((call) => /archived=true/.test(call))).toEqual([]);
});

test('sends the token of an account only to the host of that account', async () => {
  const sent = new Map<string, Set<string>>();
  const recorded = (transport: Transport): Transport => ({
    ...transport,
    send: (request) => {
      const { host } = new URL(request.url);
      const tokens = sent.get(host) ?? new Set();
      sent.set(
        host,
        tokens.add(String(Object.entries(request.headers).find(([name]) => /^authorization$/i.test(name))?.[1])),
      );
      return transport.send(request);
    },
  });
  const at = (hub: 1001 | 1002, host: string) =>
    world.reconciler(hub, BOTH, {
      env: {
        TRUEUP_BASE_URL: `https://${host}`,
        TRUEUP_ACCESS_TOKEN: `pat-na1-names-${hub}`,
        TRUEUP_SURFACE: 'dated',
      },
      allowedHosts: ['one.example', 'two.example'],
      transport: recorded(world.service.transport),
    });
  await compare(at(1001, 'one.example'), at(1002, 'two.example'));
  expect([...sent].map(([host, tokens]) => [host, [...tokens]]).sort()).toEqual([
    ['one.example', ['Bearer pat-na1-names-1001']],
    ['two.example', ['Bearer pat-na1-names-1002']],
  ]);
});

test('rejects a wrong pattern before it reads anything', async () => {
  const one = world.reconciler(1001, BOTH);
  await expect(compare(one, one, { patterns: ['contacts'] })).rejects.toMatchObject({ code: 'not-a-pattern' });
  expect(await world.called()).toEqual([]);
});
