import { afterEach, beforeEach, expect, test } from 'vitest';
import { planDigest } from '../../../src/index.ts';
import { converge } from '../../laws/world.ts';
import { aNamesWorld, BOARD, CARS, type NamesWorld } from './names-world.ts';

let world: NamesWorld;
beforeEach(async () => {
  world = await aNamesWorld();
});
afterEach(() => world.close());

const ENV = { TRUEUP_BASE_URL: 'http://127.0.0.1', TRUEUP_ACCESS_TOKEN: 'pat-na1-names-1001' };
const WHEELS = 'wheels: { label: Wheels, type: number, fieldType: number }';
const DOORS = 'doors: { label: Doors, type: number, fieldType: number }';
const object = (name: string, ...properties: string[]) =>
  `${name}: { groups: { body: { displayName: Body, properties: { ${properties.join(', ')} } } } }`;
const objects = (...all: string[]) => `objects: { ${all.join(', ')} }\n`;
const BY_ID = objects(object(CARS[1001], WHEELS));
const limits = (one: string) => `associationLimits: [{ from: contacts, to: companies, limits: [${one}] }]\n`;
const LIMIT = 'association-limit:contacts/companies/USER_DEFINED';
const at = (text: string) => world.reconciler(1001, text);

/** Returns the recorded addresses and the object's properties in the account. */
async function left() {
  const { records } = await at(BY_ID).ledger.read();
  const { properties } = await world.snapshot(1001);
  const own = properties[CARS[1001]]?.filter(({ name }) => ['wheels', 'doors'].includes(name)) ?? [];
  return { recorded: Object.keys(records), properties: own.map(({ name, label }) => `${name}: ${label}`).sort() };
}

test('a type id becomes a name together with a new property', async () => {
  await converge(at(BY_ID), []);
  const text = objects(object('cars', WHEELS, DOORS));
  const { result } = await converge(at(text), []);
  expect(result.outcomes.filter(({ status }) => status !== 'applied')).toEqual([]);
  expect(await left()).toEqual({
    recorded: ['property-group:cars/body', 'property:cars/doors', 'property:cars/wheels'],
    properties: ['doors: Doors', 'wheels: Wheels'],
  });
  expect((await at(text).plan()).changes.map(({ action }) => action)).not.toContain('forget');
  expect((await at(text).drift()).summary).toMatchObject({ drifted: 0 });
});

test('a type id becomes a name after an edit of the object in the account', async () => {
  await converge(at(BY_ID), []);
  await world.service.admin(1001).editProperty(CARS[1001], 'wheels', { label: 'Tyres' });
  const { result } = await converge(at(objects(object('cars', WHEELS))), []);
  expect(result.outcomes.filter(({ status }) => status !== 'applied')).toEqual([]);
  expect(await left()).toEqual({
    recorded: ['property-group:cars/body', 'property:cars/wheels'],
    properties: ['wheels: Wheels'],
  });
});

test('a name becomes a type id together with a new property', async () => {
  await converge(at(objects(object('cars', WHEELS))), []);
  await converge(at(objects(object(CARS[1001], WHEELS, DOORS))), []);
  const recorded = ['property-group:2-11/body', 'property:2-11/doors', 'property:2-11/wheels'];
  expect(await left()).toEqual({ recorded, properties: ['doors: Doors', 'wheels: Wheels'] });
});

test.each([
  ['typeId: 1', 'label: Board member', 'Board%20member'],
  ['label: Board member', 'typeId: 1', '1'],
])('a limit by %s becomes a limit by %s together with another number', async (from, to, key) => {
  await converge(at(limits(`{ category: USER_DEFINED, ${from}, maxToObjectIds: 3 }`)), []);
  const text = limits(`{ category: USER_DEFINED, ${to}, maxToObjectIds: 4 }`);
  const { plan, result } = await converge(at(text), []);
  expect(plan.calls).toHaveLength(1);
  expect(result.outcomes.filter(({ status }) => status !== 'applied')).toEqual([]);
  expect((await world.snapshot(1001)).limits).toMatchObject([{ typeId: BOARD[1001], maxToObjectIds: 4 }]);
  expect((await left()).recorded).toEqual([`${LIMIT}/${key}`]);
});

test('a saved plan of a rename is applied by its digest', async () => {
  await converge(at(BY_ID), []);
  const reconciler = at(objects(object('cars', WHEELS, DOORS)));
  const plan = await reconciler.plan();
  const { outcomes } = await reconciler.apply(JSON.parse(JSON.stringify(plan)), { reviewed: planDigest(plan) });
  expect(outcomes.filter(({ status }) => status !== 'applied')).toEqual([]);
  expect((await left()).properties).toEqual(['doors: Doors', 'wheels: Wheels']);
});

test('a project that named an object in both ways goes on with the name alone', async () => {
  const both = at(objects(object(CARS[1001], WHEELS), object('cars', DOORS)));
  await both.apply(await both.plan(), { skipBlocked: true });
  await converge(at(objects(object('cars', WHEELS, DOORS))), []);
  expect(await left()).toEqual({
    recorded: ['property-group:cars/body', 'property:cars/doors', 'property:cars/wheels'],
    properties: ['doors: Doors', 'wheels: Wheels'],
  });
});

test('a run before a rename is reverted under the new name, with the usual consent', async () => {
  await converge(at(BY_ID), []);
  const named = at(objects(object('cars', WHEELS)));
  await converge(named, []);
  const held = await named.revert();
  expect(held.changes.map(({ address, action, because }) => [address, action, because])).toEqual([
    ['property-group:cars/body', 'blocked', 'consent-required'],
    ['property:cars/wheels', 'blocked', 'consent-required'],
  ]);
  const allow = [
    { risk: 'property-removal', address: 'property:cars/wheels' },
    { risk: 'group-removal', address: 'property-group:cars/body' },
  ] as const;
  const plan = await named.revert({ allow });
  const { summary } = await named.apply(JSON.parse(JSON.stringify(plan)), { reviewed: planDigest(plan) });
  expect(summary).toMatchObject({ applied: 2, failed: 0 });
  expect(await left()).toEqual({ recorded: [], properties: [] });
});

test('a revert removes a property that was dropped with the old name', async () => {
  await converge(at(BY_ID), []);
  const named = at('objects: { cars: { groups: { body: { displayName: Body } } } }\n');
  await converge(named, []);
  const address = 'property:cars/wheels';
  const { changes } = await named.revert({ allow: [{ risk: 'property-removal', address }] });
  expect(changes.find((one) => one.address === address)).toMatchObject({ action: 'remove' });
});

test('an open call by type id is settled although the files use the label', async () => {
  world.service.faults.add({ do: 'drop-after', endpoint: 'updateDatedLimits', times: 'always' });
  world.service.faults.add({ do: 'drop-before', endpoint: 'readAssociationLimits', nth: 3, times: 'always' });
  await converge(at(limits('{ category: USER_DEFINED, typeId: 1, maxToObjectIds: 3 }')), []);
  world.service.faults.clear();
  const text = limits('{ label: Board member, maxToObjectIds: 4 }');
  const { result } = await converge(at(text), []);
  expect([result.settled, result.findings.map(({ message }) => message)]).toEqual([
    1,
    [expect.stringMatching(/took effect: the ledger records it\.$/)],
  ]);
  await converge(at(text), []);
  expect((await left()).recorded).toEqual([`${LIMIT}/Board%20member`]);
  expect((await world.snapshot(1001)).limits).toMatchObject([{ typeId: BOARD[1001], maxToObjectIds: 4 }]);
});

test('a limit by its label is not purged if its type id is declared', async () => {
  await converge(at(limits('{ label: Board member, maxToObjectIds: 3 }')), []);
  const documented = world.reconciler(1001, limits('{ category: USER_DEFINED, typeId: 1, maxToObjectIds: 3 }'), {
    env: { ...ENV, TRUEUP_SURFACE: 'documented' },
  });
  const old = `${LIMIT}/Board%20member` as const;
  const plan = await documented.plan({ allow: [{ risk: 'limit-purge', address: old }] });
  expect(plan.calls.map(({ endpoint }) => endpoint)).toEqual(['updateAssociationLimits']);
  expect(plan.changes.find(({ address }) => address === old)).toMatchObject({
    action: 'forget',
    reason: `It is declared as ${LIMIT}/1.`,
  });
});

test('a limit by its label can be purged if another type is declared', async () => {
  await converge(at(limits('{ label: Board member, maxToObjectIds: 3 }')), []);
  const documented = world.reconciler(1001, limits('{ category: HUBSPOT_DEFINED, typeId: 1, maxToObjectIds: 3 }'), {
    env: { ...ENV, TRUEUP_SURFACE: 'documented' },
  });
  const { findings } = await documented.plan();
  expect(findings.filter(({ code }) => code === 'not-declared')).toMatchObject([
    { fix: [{ action: 'restore-file' }, { action: 'forget' }, { action: 'allow', risk: 'limit-purge' }] },
  ]);
});
