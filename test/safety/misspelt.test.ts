import { afterEach, expect, test } from 'vitest';
import { ConfigError } from '../../src/errors.ts';
import { aNamesWorld, BOARD, CARS, type NamesWorld } from '../engine/observe/names-world.ts';
import { aDatedWorld, type DatedWorld } from '../kinds/dated-world.ts';
import { converge } from '../laws/world.ts';

const POLICY = 'policy: { allow: [property-removal, group-removal, event-property-removal, limit-purge] }\n';

let world: NamesWorld | DatedWorld | undefined;
afterEach(async () => world?.close());

test('a misspelt object or label deletes nothing, whatever is allowed and although blocked changes are left out', async () => {
  const names = await aNamesWorld();
  world = names;
  const text = (object: string, label: string) =>
    `${POLICY}objects: { ${object}: { groups: { body: { displayName: Body, properties: { wheels: { label: Wheels, type: number, fieldType: number } } } } } }
associationLimits: [{ from: contacts, to: companies, limits: [{ label: ${label}, maxToObjectIds: 3 }] }]\n`;
  await converge(names.reconciler(1001, text('cars', 'Board member')), []);
  const reconciler = names.reconciler(1001, text('car', 'Bord member'));
  const plan = await reconciler.plan();
  expect(plan.calls).toEqual([]);
  expect(plan.changes.map(({ action, because }) => [action, because])).toEqual(
    Array(3).fill(['blocked', 'holder-missing']),
  );
  expect(plan.findings.filter(({ code }) => code === 'not-declared').map(({ message }) => message)).toEqual([
    'association-limit:contacts/companies/USER_DEFINED/Board%20member was applied and is no longer declared, so it stays in the account. The account has no label "Bord member" of the category USER_DEFINED from contacts to companies. What the files declare by that name may be this, so only a consent that names it deletes it.',
    'property-group:cars/body was applied and is no longer declared, so it stays in the account. The account has no object named "car". What the files declare by that name may be this, so only a consent that names it deletes it.',
    'property:cars/wheels was applied and is no longer declared, so it stays in the account. The account has no object named "car". What the files declare by that name may be this, so only a consent that names it deletes it.',
  ]);
  await reconciler.apply(plan, { skipBlocked: true });
  const { properties, limits } = await names.snapshot(1001);
  expect(properties[CARS[1001]]?.map(({ name }) => name)).toContain('wheels');
  expect(limits).toMatchObject([{ typeId: BOARD[1001], maxToObjectIds: 3 }]);
});

test('the name of another object deletes nothing, and nothing is created in a group that is not there', async () => {
  const names = await aNamesWorld();
  world = names;
  const text = (object: string, group: string) =>
    `${POLICY}objects: { ${object}: { groups: { body: { ${group}properties: { wheels: { label: Wheels, type: number, fieldType: number } } } } } }\n`;
  await converge(names.reconciler(1001, text('cars', 'displayName: Body, ')), []);
  const reconciler = names.reconciler(1001, text('carts', ''));
  const plan = await reconciler.plan();
  expect(plan.calls).toEqual([]);
  expect(plan.changes.map(({ address, action, because, reason }) => [address, action, because, reason])).toEqual([
    [
      'property-group:cars/body',
      'blocked',
      'dependency-blocked',
      'It cannot be deleted while property:cars/wheels needs it: delete what needs it first, or declare it again.',
    ],
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

test('a plan that stops at an error of the files does not doubt the name of an object that is recorded', async () => {
  const names = await aNamesWorld();
  world = names;
  const text = `${POLICY}objects: { cars: { groups: { body: { displayName: Body } } } }\n`;
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

test('a misspelt event deletes nothing, whatever is allowed', async () => {
  const dated = await aDatedWorld();
  world = dated;
  const project = (event: string) =>
    dated.project(
      `${POLICY}eventDefinitions: { ${event}: { properties: { channel: { label: Channel, type: string } } } }\n`,
    );
  await converge(project('order_placed'), []);
  const plan = await project('order_place').plan();
  expect(plan.calls).toEqual([]);
  expect(plan.findings.find(({ code }) => code === 'not-declared')?.message).toBe(
    'event-definition-property:order_placed/channel was applied and is no longer declared, so it stays in the account. The account has no event definition named "order_place". What the files declare by that name may be this, so only a consent that names it deletes it.',
  );
});

const TIER = 'property:contacts/tier';

test('what a plan creates by another name holds the old one in every later plan, until a consent names it or it is declared again', async () => {
  const dated = await aDatedWorld();
  world = dated;
  const project = (...properties: readonly (readonly [name: string, label: string])[]) => {
    const all = properties.map(([name, label]) => `${name}: { label: ${label}, type: string, fieldType: text }`);
    return dated.project(
      `${POLICY}objects: { contacts: { groups: { g: { displayName: G, properties: { ${all.join(', ')} } } } } }\n`,
    );
  };
  const dropped = async (reconciler: ReturnType<typeof project>) => {
    const { calls, findings } = await reconciler.plan();
    return { calls: calls.length, found: findings.flatMap((one) => (one.address === TIER ? [one.message] : [])) };
  };
  await converge(project(['tier', 'Tier'], ['note', 'Note']), []);
  const { plan } = await converge(project(['level', 'Tier'], ['note', 'Note']), []);
  expect(plan.replaced).toEqual({ [TIER]: 'property:contacts/level' });
  const held = {
    calls: 0,
    found: [
      `${TIER} was applied and is no longer declared, so it stays in the account. property:contacts/level was created when this was dropped, and looked like it. It may be this by another name, so only a consent that names it deletes it.`,
    ],
  };
  expect(await dropped(project(['level', 'Tier'], ['note', 'Note']))).toEqual(held);
  await converge(project(['level', 'Standing'], ['note', 'Note']), []);
  expect(await dropped(project(['level', 'Standing'], ['note', 'Note']))).toEqual(held);
  const record = async () => (await project().ledger.read()).records[TIER];
  expect((await record())?.replacedBy).toBe('property:contacts/level');
  // Declared again, nothing is left of the doubt: what is dropped then is dropped on purpose.
  await converge(project(['tier', 'Tier'], ['level', 'Standing'], ['note', 'Note']), []);
  expect((await record())?.replacedBy).toBeUndefined();
  expect((await project(['level', 'Standing'], ['note', 'Note']).plan()).calls).toMatchObject([{ covers: [TIER] }]);
});

test('what is created is not what is dropped where a plan is narrowed to something else', async () => {
  const dated = await aDatedWorld();
  world = dated;
  const project = (...names: readonly string[]) =>
    dated.project(
      `objects: { contacts: { groups: { g: { displayName: G, properties: { ${names.map((name) => `${name}: { label: ${name === 'note' ? 'Note' : 'Tier'}, type: string, fieldType: text }`).join(', ')} } } } } }\n`,
    );
  await converge(project('tier'), []);
  const narrowed = await project('level', 'note').plan({ targets: ['property:contacts/note'] });
  expect(narrowed).not.toHaveProperty('replaced');
  expect((await project('level', 'note').plan({ targets: ['property:contacts/level'] })).replaced).toEqual({
    [TIER]: 'property:contacts/level',
  });
});
