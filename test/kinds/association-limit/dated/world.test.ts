import { afterEach, beforeEach, expect, test } from 'vitest';
import { converge } from '../../../laws/world.ts';
import { aDatedWorld, type DatedWorld } from '../../dated-world.ts';

let world: DatedWorld;
beforeEach(async () => {
  world = await aDatedWorld();
});
afterEach(() => world.close());

const ADDRESS = 'association-limit:contacts/companies/SERVICE_DEFINED/279';
const declared = (...limits: string[]) =>
  world.project(`associationLimits: [{ from: contacts, to: companies, limits: [${limits.join(', ')}] }]\n`);
const LIMIT = { from: 'contacts', to: 'companies', category: 'SERVICE_DEFINED', typeId: 279 };
const limits = async () => (await world.snapshot()).limits;

test.each(['SERVICE_DEFINED', 'HUBSPOT_DEFINED'])(
  '%s is sent as the surface spells it, and read back as declared',
  async (category) => {
    const reconciler = declared(`{ category: ${category}, typeId: 279, maxToObjectIds: 3 }`);
    const { plan, result } = await converge(reconciler, []);
    expect(plan.changes).toMatchObject([{ address: ADDRESS, action: 'create', because: 'missing', basis: 'observed' }]);
    expect(plan.calls).toMatchObject([
      {
        endpoint: 'updateDatedLimits',
        body: { inputs: [{ category: 'HUBSPOT_DEFINED', typeId: 279, maxToObjectIds: 3 }] },
      },
    ]);
    expect(result.summary).toMatchObject({ applied: 1 });
    expect(await limits()).toEqual([{ ...LIMIT, maxToObjectIds: 3 }]);
    await world.called();
    expect((await reconciler.plan()).changes).toMatchObject([{ action: 'keep', basis: 'observed' }]);
    expect(await world.called()).toEqual(['readAssociationLimits']);
  },
);

test('what a colleague changed or deleted is drift, and is set again', async () => {
  const reconciler = declared(
    '{ typeId: 279, maxToObjectIds: 5 }',
    '{ category: USER_DEFINED, typeId: 7, maxToObjectIds: 2 }',
  );
  await converge(reconciler, []);
  await world.service.admin(1001).setLimit(LIMIT, 9);
  await world.service.admin(1001).deleteLimit({ ...LIMIT, category: 'USER_DEFINED', typeId: 7 });
  expect((await reconciler.drift()).resources.map(({ address, status }) => [address, status])).toEqual([
    [ADDRESS, 'drifted'],
    ['association-limit:contacts/companies/USER_DEFINED/7', 'gone'],
  ]);
  const { plan } = await converge(reconciler, []);
  expect(plan.calls).toHaveLength(1);
  expect((await limits()).map(({ maxToObjectIds }) => maxToObjectIds)).toEqual([5, 2]);
});

test('a limit is purged with consent, in a batch of its own, and is gone', async () => {
  await converge(
    declared('{ typeId: 279, maxToObjectIds: 5 }', '{ category: USER_DEFINED, typeId: 7, maxToObjectIds: 2 }'),
    [],
  );
  const { plan, result } = await converge(declared('{ typeId: 279, maxToObjectIds: 5 }'), ['limit-purge']);
  expect(plan.calls).toMatchObject([
    { endpoint: 'purgeDatedLimits', body: { inputs: [{ category: 'USER_DEFINED', typeId: 7 }] } },
  ]);
  expect(result.summary).toMatchObject({ applied: 1 });
  expect((await limits()).map(({ typeId }) => typeId)).toEqual([279]);
});

test.each(['updateDatedLimits', 'purgeDatedLimits'] as const)('a lost reply to %s is read back', async (endpoint) => {
  await converge(
    declared('{ typeId: 279, maxToObjectIds: 5 }', '{ category: USER_DEFINED, typeId: 7, maxToObjectIds: 2 }'),
    [],
  );
  world.service.faults.add({ do: 'drop-after', endpoint, times: 'always' });
  const kept = endpoint === 'updateDatedLimits' ? 6 : 5;
  const { result } = await converge(declared(`{ typeId: 279, maxToObjectIds: ${kept} }`), ['limit-purge']);
  const status = result.outcomes.map((outcome) => outcome.status);
  expect(new Set(status)).toEqual(new Set(['applied']));
  expect(await limits()).toEqual([{ ...LIMIT, maxToObjectIds: kept }]);
  expect((await declared(`{ typeId: 279, maxToObjectIds: ${kept} }`).ledger.read()).intentions).toEqual([]);
});
