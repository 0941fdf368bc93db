import { afterEach, expect, test } from 'vitest';
import { ConfigError } from '../../src/errors.ts';
import { aNamesWorld, BOARD, CARS, type NamesWorld } from '../engine/observe/names-world.ts';
import { aDatedWorld, type DatedWorld } from '../kinds/dated-world.ts';
import { converge } from '../laws/world.ts';

let world: NamesWorld | DatedWorld | undefined;
afterEach(async () => world?.close());

test('a misspelt object or label deletes nothing', async () => {
  const names = await aNamesWorld();
  world = names;
  const text = (object: string, label: string) =>
    `objects: { ${object}: { groups: { body: { displayName: Body, properties: { wheels: { label: Wheels, type: number, fieldType: number } } } } } }
associationLimits: [{ from: contacts, to: companies, limits: [{ label: ${label}, maxToObjectIds: 3 }] }]\n`;
  await converge(names.reconciler(1001, text('cars', 'Board member')), []);
  const reconciler = names.reconciler(1001, text('car', 'Bord member'));
  const plan = await reconciler.plan();
  expect(plan.calls).toEqual([]);
  expect(plan.changes.map(({ action, because }) => [action, because])).toEqual(
    Array(3).fill(['blocked', 'holder-missing']),
  );
  expect(plan.findings.find(({ code }) => code === 'not-declared')?.message).toBe(
    '3 resources that trueup.yaml declared are no longer declared, so they stay in the account: association-limit:contacts/companies/USER_DEFINED/Board%20member, property-group:cars/body, property:cars/wheels.',
  );
  await reconciler.apply(plan, { skipBlocked: true });
  const { properties, limits } = await names.snapshot(1001);
  expect(properties[CARS[1001]]?.map(({ name }) => name)).toContain('wheels');
  expect(limits).toMatchObject([{ typeId: BOARD[1001], maxToObjectIds: 3 }]);
});

test('the name of another object deletes and creates nothing', async () => {
  const names = await aNamesWorld();
  world = names;
  const text = (object: string, group: string) =>
    `objects: { ${object}: { groups: { body: { ${group}properties: { wheels: { label: Wheels, type: number, fieldType: number } } } } } }\n`;
  await converge(names.reconciler(1001, text('cars', 'displayName: Body, ')), []);
  const reconciler = names.reconciler(1001, text('carts', ''));
  const plan = await reconciler.plan();
  expect(plan.calls).toEqual([]);
  expect(plan.changes.map(({ address, action, because, reason }) => [address, action, because, reason])).toEqual([
    [
      'property:carts/wheels',
      'blocked',
      'holder-missing',
      'It needs property-group:carts/body, which is neither declared nor in the account.',
    ],
  ]);
  await reconciler.apply(plan, { skipBlocked: true });
  const { properties } = await names.snapshot(1001);
  expect(properties[CARS[1001]]?.map(({ name }) => name)).toContain('wheels');
});

test('an error of the files does not make a recorded object misspelt', async () => {
  const names = await aNamesWorld();
  world = names;
  const text = `objects: { cars: { groups: { body: { displayName: Body } } } }\n`;
  await converge(names.reconciler(1001, text), []);
  const codes = async (object: string) => {
    const wrong = `${text.replace('cars', object)}unknown: 1\n`;
    const error = await names
      .reconciler(1001, wrong)
      .plan()
      .catch((thrown: unknown) => thrown);
    return error instanceof ConfigError ? error.findings.map(({ code }) => code).sort() : error;
  };
  expect(await codes('cars')).toEqual(['unknown-key']);
  expect(await codes('cart5')).toEqual(['object-misspelt', 'unknown-key']);
});

test('a misspelt event deletes nothing', async () => {
  const dated = await aDatedWorld();
  world = dated;
  const project = (event: string) =>
    dated.project(`eventDefinitions: { ${event}: { properties: { channel: { label: Channel, type: string } } } }\n`);
  await converge(project('order_placed'), []);
  const plan = await project('order_place').plan();
  expect(plan.calls).toEqual([]);
  expect(plan.findings.find(({ code }) => code === 'not-declared')?.message).toBe(
    'event-definition-property:order_placed/channel was applied and is no longer declared, so it stays in the account.',
  );
});
