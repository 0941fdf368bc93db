import { afterEach, beforeEach, expect, test } from 'vitest';
import { createClient, secret, staticToken } from '../../../../src/client/index.ts';
import { NOTHING, type PropertyDecl, type Schema } from '../../../laws/schema.ts';
import { aWorld, converge, ENV, type World, watched } from '../../../laws/world.ts';

let world: World;
beforeEach(async () => {
  world = await aWorld();
});
afterEach(() => world.close());

const TIER = 'property:contacts/tier';
const tier = (label = 'Tier'): Schema => {
  const property: PropertyDecl = {
    ...{ objectType: 'contacts', groupName: 'contactinformation', name: 'tier', label },
    ...{ type: 'string', fieldType: 'text' },
  };
  return { ...NOTHING, properties: [property] };
};

/** On the dated surface, which can archive. */
function colleague({ service, clock }: World) {
  const tokens = staticToken(secret(ENV.TRUEUP_ACCESS_TOKEN));
  const { send } = createClient({ baseUrl: ENV.TRUEUP_BASE_URL, transport: service.transport, clock, tokens });
  const params = { object_type: '0-1' };
  return {
    create: () =>
      send({
        ...{ endpoint: 'createDatedProperty', params },
        body: { name: 'tier', label: 'Theirs', groupName: 'contactinformation', type: 'number', fieldType: 'number' },
      }),
    archive: async () => {
      await world.clock.sleep(3_600_000);
      await send({ endpoint: 'archiveDatedProperty', params: { ...params, property_name: 'tier' } });
      await world.clock.sleep(3_600_000);
    },
  };
}

const recorded = async () => (await world.reconciler(tier()).ledger.read()).records[TIER];

test('an archived property of trueup is restored, reported, and stays its own', async () => {
  await converge(world.reconciler(tier()), []);
  await colleague(world).archive();
  const { plan, result } = await converge(world.reconciler(tier('Level')), []);
  expect(plan.changes).toMatchObject([
    {
      action: 'create',
      because: 'account-changed',
      reason:
        'It was applied and is gone from the account. If it was archived, creating it restores it, with its record values.',
    },
  ]);
  expect(result.outcomes).toMatchObject([
    {
      status: 'applied',
      message:
        'Done; the reply shows the planned values. It was created at 2026-01-01 00:00 UTC already, so it was archived and is back with its record values.',
    },
  ]);
  expect(await recorded()).not.toHaveProperty('found');
  expect((await world.reconciler(tier('Level')).plan()).calls).toEqual([]);
});

test('a restored property of another user is a conflict and is recorded as found', async () => {
  await colleague(world).create();
  await colleague(world).archive();
  const { plan, result } = await converge(world.reconciler(tier()), []);
  expect(plan.changes).toMatchObject([{ action: 'create', reason: 'It is not in the account.' }]);
  expect(result.outcomes).toMatchObject([
    {
      status: 'conflict',
      message:
        'It has the planned values, but it is not new: the reply says that it was created at 2026-01-01 00:00 UTC, so one of this name was archived and is back with its record values.',
      hint: 'Check its record values in the account. A new plan shows whether anything is left to do.',
    },
  ]);
  expect(await recorded()).toMatchObject({ found: 'changed' });
  expect((await world.reconciler(tier()).plan()).calls).toEqual([]);
});

test('an unannounced restore with a lost reply is a conflict', async () => {
  await colleague(world).create();
  await colleague(world).archive();
  world.service.faults.add({ do: 'drop-after', endpoint: 'createProperty' });
  const { result } = await converge(world.reconciler(tier()), []);
  expect(result.outcomes).toMatchObject([
    {
      status: 'conflict',
      message:
        'It has the planned values, but it is not new: a read shows that it was created at 2026-01-01 00:00 UTC, so one of this name was archived and is back with its record values, or another user created it.',
      hint: 'Check its record values in the account. A new plan shows whether anything is left to do.',
    },
  ]);
  expect(await recorded()).toMatchObject({ found: 'changed', basis: 'observed' });
  expect((await world.reconciler(tier()).plan()).calls).toEqual([]);
});

test('a restore whose reply was lost is applied if the plan announced it', async () => {
  await converge(world.reconciler(tier()), []);
  await colleague(world).archive();
  world.service.faults.add({ do: 'drop-after', endpoint: 'createProperty', nth: 1 });
  const { result } = await converge(world.reconciler(tier()), []);
  expect(result.outcomes).toMatchObject([
    {
      status: 'applied',
      message:
        'Done: no reply confirmed it, but a read shows the planned values. It was created at 2026-01-01 00:00 UTC already, so it was archived and is back with its record values.',
    },
  ]);
  expect(await recorded()).not.toHaveProperty('found');
});

test('the recovery of an open create warns that the property was created earlier', async () => {
  await colleague(world).create();
  await colleague(world).archive();
  let isSent = false;
  const plan = await world.reconciler(tier()).plan();
  const transport = watched(world.service.transport, (_, path) => {
    if (isSent) throw new Error('No connection.');
    isSent = path.startsWith('POST');
  });
  world.service.faults.add({ do: 'drop-after', endpoint: 'createProperty' });
  const cut = await world.reconciler(tier(), { transport }).apply(plan);
  expect(cut.outcomes.map(({ status }) => status)).toEqual(['uncertain']);

  const { result } = await converge(world.reconciler(tier()), []);
  expect(result.findings.map(({ code, message }) => [code, message])).toEqual([
    ['intention-settled', expect.stringContaining('took effect')],
    [
      'intention-restored',
      'property:contacts/tier is as an earlier run sent it, but it was created at 2026-01-01 00:00 UTC and changed later. Either it was archived, and that run brought it back with its record values, or another user changed it since.',
    ],
  ]);
  expect(await recorded()).toMatchObject({ found: 'changed', basis: 'observed' });
});

test('a new property whose reply was lost is applied', async () => {
  world.service.faults.add({ do: 'drop-after', endpoint: 'createProperty' });
  const { result } = await converge(world.reconciler(tier()), []);
  expect(result.outcomes).toMatchObject([
    { status: 'applied', message: 'Done: no reply confirmed it, but a read shows the planned values.' },
  ]);
  expect(await recorded()).not.toHaveProperty('found');
});

test('a create refused as existing may concern a hidden property, and the hint says so', async () => {
  world.service.faults.add({ do: 'status', endpoint: 'createProperty', status: 409 });
  const { result } = await converge(world.reconciler(tier()), []);
  expect(result.outcomes).toMatchObject([
    {
      status: 'failed',
      hint: 'It exists, although the plan did not see it. A new plan shows the differences. If the new plan creates it again, it is archived or sensitive: look for it in the account.',
    },
  ]);
});

test('a property that is new is just that', async () => {
  const { result } = await converge(world.reconciler(tier()), []);
  expect(result.outcomes).toMatchObject([{ status: 'applied', message: 'Done; the reply shows the planned values.' }]);
});
