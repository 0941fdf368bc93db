import { afterEach, beforeEach, expect, test } from 'vitest';
import { aNamesWorld, CARS, HUBS, type NamesWorld } from '../../../engine/observe/names-world.ts';
import { converge } from '../../../laws/world.ts';

let world: NamesWorld;
beforeEach(async () => {
  world = await aNamesWorld();
});
afterEach(() => world.close());

const CARS_PROJECT = `associationLabels:
  - { from: contacts, to: cars, labels: [{ name: driver, label: Driver, inverseLabel: Driven by }] }
  - { from: cars, to: cars, labels: [{ name: twin, label: Twin }] }
associationLimits:
  - { from: cars, to: contacts, limits: [{ label: Driven by, maxToObjectIds: 2 }] }
`;

test.each(HUBS)('labels of a custom object are applied to account %s, whatever ids it has', async (hub) => {
  const { result } = await converge(world.reconciler(hub, CARS_PROJECT), []);
  expect(result.outcomes.map(({ address, status }) => [address, status])).toEqual([
    ['association-label:cars/cars/twin', 'applied'],
    ['association-label:contacts/cars/driver', 'applied'],
    ['association-limit:cars/contacts/USER_DEFINED/Driven%20by', 'applied'],
  ]);
  const { associationLabels, limits } = await world.snapshot(hub);
  const shown = associationLabels.flatMap(({ from, to, name, label, typeId }) =>
    [from, to].includes(CARS[hub]) && label !== null ? [{ from, to, name, label, typeId }] : [],
  );
  // The calls of two labels do not wait for each other.
  shown.sort((a, b) => b.name.localeCompare(a.name));
  expect(shown).toMatchObject([
    { from: CARS[hub], to: CARS[hub], name: 'twin', label: 'Twin' },
    { from: 'contacts', to: CARS[hub], name: 'driver', label: 'Driver' },
    { from: CARS[hub], to: 'contacts', name: 'driver', label: 'Driven by' },
  ]);
  expect(limits).toMatchObject([{ from: CARS[hub], to: 'contacts', typeId: shown[2]?.typeId, maxToObjectIds: 2 }]);
  for (const ms of [0, 300_000]) {
    world.clock.advance(ms);
    const { summary, findings } = await world.reconciler(hub, CARS_PROJECT).plan();
    expect(summary).toMatchObject({ keep: 3, calls: { write: 0 } });
    expect(findings).toEqual([]);
  }
});

test('two accounts whose labels differ only in their type ids compare as equal', async () => {
  for (const hub of HUBS) await converge(world.reconciler(hub, CARS_PROJECT), []);
  world.clock.advance(300_000);
  const left = await world.reconciler(1001, CARS_PROJECT).snapshot();
  const { resources, notCompared } = await world.reconciler(1002, CARS_PROJECT).compare(left);
  expect(resources.map(({ address, status }) => [address, status])).toEqual([
    ['association-label:contacts/companies/first', 'only-right'],
    ['association-label:contacts/companies/second', 'only-right'],
  ]);
  expect(notCompared).toEqual([]);
});

test('two accounts are compared by names, and the texts are the difference', async () => {
  await world.relabel(1002, [5, 'Member of the board']);
  const left = await world.reconciler(1001, '').snapshot({ objects: ['contacts'] });
  const { resources } = await world.reconciler(1002, '').compare(left);
  expect(resources).toContainEqual(
    expect.objectContaining({
      address: 'association-label:contacts/companies/board',
      status: 'different',
      fields: [
        { field: 'label', before: 'Member of the board', after: 'Board member' },
        { field: 'inverseLabel', before: 'Member of the board', after: 'Board member' },
      ],
    }),
  );
});

const account = (overrides: string) => `accounts:
  default:
    hubId: 1001
    baseUrl: http://127.0.0.1
    surface: dated
    auth: { accessToken: "\${env.TRUEUP_ACCESS_TOKEN}" }
    overrides:
      associationLabels: [{ from: contacts, to: companies, labels: [${overrides}] }]
associationLabels:
  - { from: contacts, to: companies, labels: [{ name: tenant, label: Tenant }, { name: guest, label: Guest }] }
`;

test('an override gives an account another text, another label, or one label less', async () => {
  const text = account(
    '{ name: tenant, label: Lodger }, { name: guest, omit: true }, { name: cook, label: Cook, inverseLabel: Fed by }',
  );
  await converge(world.reconciler(1001, text), []);
  const { associationLabels } = await world.snapshot(1001);
  expect(associationLabels.map(({ from, name, label }) => `${from} ${name}: ${label}`).sort()).toEqual([
    'companies board: Board member',
    'companies cook: Fed by',
    'companies tenant: Lodger',
    'contacts board: Board member',
    'contacts cook: Cook',
    'contacts tenant: Lodger',
  ]);
  expect((await world.reconciler(1001, text).plan()).summary).toMatchObject({ keep: 2, calls: { write: 0 } });
});

test('labels of a named pair are pulled by a token that may not read the limits of labels', async () => {
  world.service.faults.add({ do: 'status', status: 403, endpoint: 'readLabelLimits', times: 'always' });
  const { taken, findings } = await world
    .reconciler(1001, '')
    .pull({ patterns: ['association-label:contacts/companies/*'] });
  expect(taken.map(({ address }) => address)).toEqual(['association-label:contacts/companies/board']);
  expect(findings.map(({ code }) => code)).toEqual(['read-failed', 'read-failed']);
});
