import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Transport } from '../../../src/contract/http.ts';
import { compare, type Reconciler } from '../../../src/index.ts';
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
const account = (reconciler: Reconciler) => ({ source: 'account', reconciler }) as const;
const MEMBER = '{ label: Board member, maxToObjectIds: 3 }';
const BOTH = `${objects('cars')}${limits(MEMBER)}`;
const LIMIT = 'association-limit:contacts/companies/USER_DEFINED/Board%20member';

test('custom objects and labels are matched by their names, whatever ids the accounts have for them', async () => {
  await converge(world.reconciler(1001, BOTH), []);
  await converge(world.reconciler(1002, BOTH), []);
  const same = await compare(account(world.reconciler(1001, BOTH)), account(world.reconciler(1002, BOTH)));
  expect([same.resources, same.notCompared, same.complete]).toEqual([[], [], true]);
  await converge(world.reconciler(1002, `${objects('cars', 'Tyres')}${limits(MEMBER.replace('3', '5'))}`), []);
  const { resources } = await compare(account(world.reconciler(1001, BOTH)), account(world.reconciler(1002, BOTH)));
  expect(resources).toEqual([
    {
      ...{ address: 'property:cars/wheels', kind: 'property', status: 'different', defined: 'custom' },
      fields: [{ field: 'label', left: 'Wheels', right: 'Tyres' }],
    },
    {
      ...{ address: LIMIT, kind: 'association-limit', status: 'different' },
      fields: [{ field: 'maxToObjectIds', left: 3, right: 5 }],
    },
  ]);
});

test('an object and a label that one account does not have are only in the other', async () => {
  const text = `${objects('boats')}${limits('{ label: Owner, maxToObjectIds: 2 }', MEMBER)}`;
  await converge(world.reconciler(1001, objects('boats')), []);
  await converge(world.reconciler(1002, limits('{ label: Owner, maxToObjectIds: 2 }')), []);
  const { resources, summary } = await compare(
    account(world.reconciler(1001, text)),
    account(world.reconciler(1002, text)),
  );
  expect(resources.map(({ status, address }) => `${status} ${address}`)).toEqual([
    'only-left property-group:boats/body',
    'only-left property:boats/wheels',
    'only-right association-limit:contacts/companies/USER_DEFINED/Owner',
  ]);
  expect(summary.notCompared).toBe(0);
});

test('what is named by an id of one account is not compared', async () => {
  const own = objects(CARS[1001]);
  await converge(world.reconciler(1001, own), []);
  const { resources, notCompared } = await compare(
    account(world.reconciler(1001, own)),
    account(world.reconciler(1002, '')),
  );
  expect(resources).toEqual([]);
  expect(notCompared.find(({ because }) => because === 'own-id')?.addresses).toContain('property:2-11/wheels');
});

test('each read is made once for each account, and nothing is written', async () => {
  await converge(world.reconciler(1001, BOTH), []);
  await converge(world.reconciler(1002, BOTH), []);
  await world.called();
  await compare(account(world.reconciler(1001, BOTH)), account(world.reconciler(1002, BOTH)), { objects: ['cars'] });
  const called = await world.called();
  expect(called.every((call) => call.startsWith('GET '))).toBe(true);
  const types = called.filter((call) => call.includes('/properties/'));
  // Two lists, groups and properties, and two of sensitive properties, of one object type.
  for (const id of Object.values(CARS)) expect(types.filter((call) => call.includes(`/${id}`))).toHaveLength(4);
  expect(called.filter((call) => /archived=true/.test(call))).toEqual([]);
});

test('the token of an account goes to the host of that account, and to no other', async () => {
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
  await compare(account(at(1001, 'one.example')), account(at(1002, 'two.example')));
  expect([...sent].map(([host, tokens]) => [host, [...tokens]]).sort()).toEqual([
    ['one.example', ['Bearer pat-na1-names-1001']],
    ['two.example', ['Bearer pat-na1-names-1002']],
  ]);
});

test('the library says what it was given wrongly, before anything is read', async () => {
  const one = account(world.reconciler(1001, BOTH));
  await expect(compare(one, one, { patterns: ['contacts'] })).rejects.toMatchObject({ code: 'not-a-pattern' });
  expect(await world.called()).toEqual([]);
});
