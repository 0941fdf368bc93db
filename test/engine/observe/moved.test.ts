/** Records that move where the account itself does not tell that two names mean one thing, and where it tells that they do not. */

import { afterEach, beforeEach, expect, test } from 'vitest';
import { converge } from '../../laws/world.ts';
import { aNamesWorld, CARS, type NamesWorld } from './names-world.ts';

let world: NamesWorld;
beforeEach(async () => {
  world = await aNamesWorld();
});
afterEach(() => world.close());

const at = (text: string) => world.reconciler(1001, text);
const objects = (name: string) =>
  `objects: { ${name}: { groups: { body: { displayName: Body, properties: { wheels: { label: Wheels, type: number, fieldType: number } } } } } }\n`;
const moved = (from: string, to: string) =>
  `moved: [{ from: "property:${from}/wheels", to: "property:${to}/wheels" }, { from: "property-group:${from}/body", to: "property-group:${to}/body" }]\n`;
const recorded = async () => Object.keys((await at(objects('cars')).ledger.read()).records);

test('a type id becomes a name, as without the entry', async () => {
  await converge(at(objects(CARS[1001])), []);
  const before = await world.snapshot(1001);
  const text = objects('cars') + moved(CARS[1001], 'cars');
  const plan = await at(text).plan();
  expect([plan.calls, plan.applyable]).toEqual([[], true]);
  expect(plan.renamed).toEqual((await at(objects('cars')).plan()).renamed);
  await at(text).apply(plan);
  expect(await world.snapshot(1001)).toEqual(before);
  expect(await recorded()).toEqual(['property-group:cars/body', 'property:cars/wheels']);
  const next = await at(text).plan();
  expect(next.changes.filter(({ action }) => action !== 'keep')).toEqual([]);
  expect(next.findings.map(({ code, severity }) => [code, severity])).toEqual([
    ['moved-spent', 'info'],
    ['moved-spent', 'info'],
  ]);
});

test('refuses a move to what the account knows as another object', async () => {
  await converge(at(objects(CARS[1001])), []);
  const plan = await at(objects('boats') + moved(CARS[1001], 'boats')).plan();
  expect(plan.applyable).toBe(false);
  expect(plan.findings.filter(({ code }) => code === 'moved-impossible').map(({ message }) => message)).toEqual(
    ['property-group:%/body', 'property:%/wheels'].map((one) => {
      const [from, to] = ['2-11', 'boats'].map((name) => one.replace('%', name));
      return `${from} cannot move to ${to}: in this account they are of the object types 2-11 and 2-12.`;
    }),
  );
});
