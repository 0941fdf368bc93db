/** Records that move: between two names of one object they do, between two objects they stay. */

import { afterEach, beforeEach, expect, test } from 'vitest';
import { converge } from '../../laws/world.ts';
import { aNamesWorld, CARS, type NamesWorld } from './names-world.ts';

let world: NamesWorld;
beforeEach(async () => {
  world = await aNamesWorld();
});
afterEach(() => world.close());

const at = (text: string) => world.reconciler(1001, text);
const objects = (...names: readonly string[]) =>
  `objects: { ${names.map((name) => `${name}: { groups: { body: { displayName: Body } } }`).join(', ')} }\n`;
const move = (from: string, to: string) =>
  `moved: { from: "property-group:${from}/body", to: "property-group:${to}/body" }\n`;
const records = async () => (await at(objects('cars')).ledger.read()).records;
const refused = ({
  applyable,
  findings,
}: {
  applyable: boolean;
  findings: readonly { code: string; message: string }[];
}) => [
  applyable,
  findings.flatMap(({ code, message }) => (code === 'moved-impossible' ? [message.replace(/^.*?: /, '')] : [])),
];

test.each([
  ['2-12', 'in this account they are of the object types 2-11 and 2-12.'],
  ['2-99', 'in this account they are of the object types 2-11 and 2-99.'],
  ['p77_cars', 'The account has no object named "p77_cars".'],
])('the record of a name does not move to %s, another object', async (to, why) => {
  await converge(at(objects('cars')), []);
  const plan = await at(objects(to) + move('cars', to)).plan();
  expect(refused(plan)).toEqual([
    false,
    [`property-group:cars/body cannot move to property-group:${to}/body: ${why}`.replace(/^.*?: /, '')],
  ]);
  expect(plan.renamed).toBeUndefined();
});

test('both records stay if both addresses are recorded', async () => {
  await converge(at(objects('cars', 'boats')), []);
  const before = Object.keys(await records());
  expect(before).toHaveLength(2);
  const plan = await at(objects('2-12') + move('cars', '2-12')).plan();
  expect(refused(plan)[0]).toBe(false);
  expect(plan.changes.filter(({ address, action }) => action === 'forget' && address.includes('cars'))).toEqual([]);
});

test('a move from a name to its id stays created by trueup', async () => {
  await converge(at(objects('cars')), []);
  expect((await at(objects(CARS[1001]) + move('cars', CARS[1001])).plan()).unproven).toBeUndefined();
  await converge(at(objects(CARS[1001]) + move('cars', CARS[1001])), []);
  const left = await records();
  expect(Object.values(left).map(({ address, found }) => [address, found])).toEqual([
    [`property-group:${CARS[1001]}/body`, undefined],
  ]);
});

test('a record stays while the read of its name fails', async () => {
  await converge(at(objects('cars')), []);
  world.service.faults.add({ do: 'status', endpoint: 'listDatedSchemas', status: 403 });
  const plan = await at(objects('2-12') + move('cars', '2-12')).plan();
  expect(refused(plan)).toMatchObject([false, [expect.stringContaining('the read for it failed')]]);
});

const EVENT = 'event-definition-property';
const events = (name: string, ...properties: readonly string[]) =>
  `eventDefinitions: { ${name}: { properties: { ${properties.map((one) => `${one}: { label: Total, type: number }`).join(', ')} } } }\n`;

test('a move that only the files declare is removed by its address', async () => {
  await converge(at(events('order_placed', 'total', 'tax')), []);
  const now = 'pe1001_order_placed';
  const moves = ['total', 'tax']
    .map((one) => `{ from: "${EVENT}:order_placed/${one}", to: "${EVENT}:${now}/${one}" }`)
    .join(', ');
  const text = `${events(now, 'total', 'tax')}moved: [${moves}]\n`;
  const plan = await at(text).plan();
  expect(plan.unproven).toEqual([`${EVENT}:${now}/tax`, `${EVENT}:${now}/total`]);
  // A targeted plan reports only the unverified moves of its targets.
  expect((await at(text).plan({ targets: [`${EVENT}:${now}/tax`] })).unproven).toEqual([`${EVENT}:${now}/tax`]);
  await at(text).apply(plan);
  expect(Object.values(await records()).map(({ address, found }) => [address, found])).toEqual([
    [`${EVENT}:${now}/tax`, 'recorded'],
    [`${EVENT}:${now}/total`, 'recorded'],
  ]);
  const allow = [{ risk: 'event-property-removal', address: `${EVENT}:${now}/tax` }] as const;
  const { changes } = await at(events(now, 'total')).plan({ allow });
  expect(changes.flatMap(({ action, address }) => (action === 'remove' ? [address] : []))).toEqual([
    `${EVENT}:${now}/tax`,
  ]);
});

const objectsText = (name: string) =>
  `objects: { ${name}: { groups: { body: { displayName: Body, properties: { wheels: { label: Wheels, type: number, fieldType: number } } } } } }\n`;
const movesText = (from: string, to: string) =>
  `moved: [{ from: "property:${from}/wheels", to: "property:${to}/wheels" }, { from: "property-group:${from}/body", to: "property-group:${to}/body" }]\n`;

test('a type id becomes a name, as without the entry', async () => {
  await converge(at(objectsText(CARS[1001])), []);
  const before = await world.snapshot(1001);
  const text = objectsText('cars') + movesText(CARS[1001], 'cars');
  const plan = await at(text).plan();
  expect([plan.calls, plan.applyable]).toEqual([[], true]);
  expect(plan.renamed).toEqual((await at(objectsText('cars')).plan()).renamed);
  await at(text).apply(plan);
  expect(await world.snapshot(1001)).toEqual(before);
  expect(Object.keys(await records())).toEqual(['property-group:cars/body', 'property:cars/wheels']);
  const next = await at(text).plan();
  expect(next.changes.filter(({ action }) => action !== 'keep')).toEqual([]);
  expect(next.findings.map(({ code, severity }) => [code, severity])).toEqual([
    ['moved-spent', 'info'],
    ['moved-spent', 'info'],
  ]);
});

test('refuses a move to another object of the account', async () => {
  await converge(at(objectsText(CARS[1001])), []);
  const plan = await at(objectsText('boats') + movesText(CARS[1001], 'boats')).plan();
  expect(plan.applyable).toBe(false);
  expect(plan.findings.filter(({ code }) => code === 'moved-impossible').map(({ message }) => message)).toEqual(
    ['property-group:%/body', 'property:%/wheels'].map((one) => {
      const [from, to] = ['2-11', 'boats'].map((name) => one.replace('%', name));
      return `${from} cannot move to ${to}: in this account they are of the object types 2-11 and 2-12.`;
    }),
  );
});
