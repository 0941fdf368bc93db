import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Plan, planDigest, type RiskName } from '../../src/index.ts';
import type { Address } from '../../src/model/address.ts';
import { RISK_NAMES } from '../../src/model/risk.ts';
import { ALL_KINDS } from '../laws/samples.ts';
import { NOTHING, type Schema, textProperty } from '../laws/schema.ts';
import { aWorld, converge, HUB, type World, watched } from '../laws/world.ts';
import { planAllowing, revertAllowing } from '../support/consents.ts';

const GROUP = { objectType: 'contacts', name: 'loyalty', displayName: 'Loyalty' };
const property = (name: string) => textProperty(name, 'loyalty');
const ALL: Schema = { ...NOTHING, groups: [GROUP], properties: [property('points'), property('tier')] };
const IN_GROUP: readonly Address[] = ['property:contacts/points', 'property:contacts/tier'];
const LOYALTY: Address = 'property-group:contacts/loyalty';
const EVERYTHING: readonly RiskName[] = ['property-removal', 'group-removal'];

let world: World;
beforeEach(async () => {
  world = await aWorld('dated');
  await converge(world.reconciler(ALL), []);
});
afterEach(() => world.close());

async function held(): Promise<readonly string[]> {
  const { groups, properties } = await world.snapshot();
  const names = [...(groups['contacts'] ?? []), ...(properties['contacts'] ?? [])].map(({ name }) => name);
  return names.filter((name) => ['loyalty', 'points', 'tier', 'theirs'].includes(name)).sort();
}

const removal = ({ calls }: Plan) => calls.map(({ method, covers }) => `${method} ${covers.join(' ')}`);
const statuses = ({ outcomes }: Awaited<ReturnType<typeof converge>>['result']) =>
  Object.fromEntries(outcomes.map(({ address, status }) => [address, status]));

test.each(['drop-before', 'drop-after'] as const)(
  'a lost reply (%s) is read back, and nothing is claimed',
  async (lost) => {
    world.service.faults.add({ do: lost, endpoint: 'archiveDatedProperty', times: 1 });
    world.service.faults.add({ do: lost, endpoint: 'archiveDatedGroup', times: 'always' });
    const { result } = await converge(world.reconciler(NOTHING), EVERYTHING);
    expect(IN_GROUP.map((address) => statuses(result)[address])).toEqual(['applied', 'applied']);
    expect(await held()).toEqual(lost === 'drop-after' ? [] : ['loyalty']);
    world.service.faults.clear();
    await converge(world.reconciler(NOTHING), EVERYTHING);
    expect([await held(), (await world.reconciler(NOTHING).ledger.read()).records]).toEqual([[], {}]);
  },
);

test('a resource that another user removed counts as done, before or during the call', async () => {
  const reconciler = world.reconciler(NOTHING, {
    transport: watched(world.service.transport, async (_, path) => {
      if (path.startsWith('DELETE') && path.endsWith('/points')) await admin.archiveProperty('contacts', 'points');
    }),
  });
  const admin = world.service.admin(HUB);
  const plan = await planAllowing(reconciler, EVERYTHING);
  await admin.archiveProperty('contacts', 'tier');
  const result = await reconciler.apply(plan);
  expect(result.outcomes.map(({ address, status, message }) => [address, status, message])).toEqual([
    [LOYALTY, 'applied', 'Done; the service took it.'],
    ...IN_GROUP.map((address) => [address, 'applied', 'Done: a read shows that it is gone.']),
  ]);
  expect((await reconciler.ledger.read()).records).toEqual({});
});

test('a 404 to the removal of an existing property is a failure', async () => {
  world.service.faults.add({ do: 'status', endpoint: 'archiveDatedProperty', status: 404, times: 'always' });
  const { result } = await converge(world.reconciler(NOTHING), EVERYTHING);
  expect(IN_GROUP.map((address) => statuses(result)[address])).toEqual(['failed', 'failed']);
  expect(await held()).toEqual(['loyalty', 'points', 'tier']);
});

test('a revert restores a removed group, and with consent its properties', async () => {
  const reconciler = world.reconciler(NOTHING);
  await converge(reconciler, EVERYTHING);
  const blocked = await reconciler.revert();
  expect(blocked.changes.map(({ address, action, because }) => [address, action, because])).toEqual([
    [LOYALTY, 'create', 'reverted'],
    ...IN_GROUP.map((address) => [address, 'blocked', 'consent-required']),
  ]);
  const plan = await reconciler.revert({ allow: [{ risk: 'property-restore' }] });
  expect((await reconciler.apply(plan)).summary).toMatchObject({ applied: 3, failed: 0 });
  expect(await held()).toEqual(['loyalty', 'points', 'tier']);
  expect((await world.reconciler(ALL).plan()).calls).toEqual([]);
});

test('a revert of the run that created them removes them with consent, the group last', async () => {
  const reconciler = world.reconciler(ALL);
  const blocked = await reconciler.revert();
  expect(blocked.changes.map(({ action, because }) => [action, because])).toEqual(
    [LOYALTY, ...IN_GROUP].map(() => ['blocked', 'consent-required']),
  );
  const plan = await revertAllowing(reconciler, EVERYTHING);
  expect(removal(plan)).toEqual([...IN_GROUP, LOYALTY].map((address) => `DELETE ${address}`));
  expect((await reconciler.apply(plan)).summary.applied).toBe(3);
  expect(await held()).toEqual([]);
});

test('a revert keeps a group that received another property', async () => {
  await world.service.admin(HUB).addProperty('contacts', { ...property('theirs'), options: [] });
  const plan = await revertAllowing(world.reconciler(ALL), EVERYTHING);
  expect(plan.changes.map(({ address, action, because }) => [address, action, because])).toEqual([
    [LOYALTY, 'blocked', 'dependency-blocked'],
    ...IN_GROUP.map((address) => [address, 'remove', 'reverted']),
  ]);
});

describe('one of each kind', () => {
  const next = () => world.reconciler(NOTHING);
  const consented = async () => {
    const plan = await planAllowing(next(), RISK_NAMES);
    return { plan, result: await next().apply(plan) };
  };

  test('is removed with consent in order of dependency, and a revert restores it', async () => {
    await converge(world.reconciler(ALL_KINDS), RISK_NAMES);
    const before = Object.keys((await next().ledger.read()).records);
    const { plan, result } = await consented();
    expect(plan.changes.map(({ action }) => action)).toEqual(before.map(() => 'remove'));
    const [watching] = plan.calls.filter(({ endpoint }) => endpoint === 'deleteSubscription');
    const watched = plan.calls.find(({ covers }) => covers.includes('property:contacts/tier'));
    expect(watched?.after).toContain(watching?.id);
    expect([result.summary.applied, (await next().ledger.read()).records]).toEqual([before.length, {}]);
    expect((await next().drift()).resources).toEqual([]);
    const back = await next().revert({ allow: [{ risk: 'property-restore' }] });
    expect((await next().apply(back)).summary).toMatchObject({ applied: before.length, failed: 0 });
    const again = await world.reconciler(ALL_KINDS).plan();
    expect(again.changes.filter(({ action }) => action !== 'keep')).toEqual([]);
  });

  test('stays without it', async () => {
    await converge(world.reconciler(ALL_KINDS), RISK_NAMES);
    const before = await world.snapshot();
    const { plan } = await converge(next(), []);
    expect([plan.calls, plan.applyable]).toEqual([[], true]);
    expect(await world.snapshot()).toEqual(before);
  });
});

test('a run that is cut off between removals is finished by the next', async () => {
  const reviewed = await planAllowing(world.reconciler(NOTHING), EVERYTHING);
  const digest = planDigest(reviewed);
  const stop = new AbortController();
  const transport = watched(world.service.transport, (_, path) => {
    if (path.startsWith('DELETE')) stop.abort();
  });
  const cut = await world
    .reconciler(NOTHING, { transport, signal: stop.signal })
    .apply(reviewed, { reviewed: digest, concurrency: 1 });
  expect([cut.interrupted, cut.summary.applied, cut.summary.skipped]).toEqual([true, 1, 2]);
  const rest = await planAllowing(world.reconciler(NOTHING), EVERYTHING);
  expect((await world.reconciler(NOTHING).apply(rest, { reviewed: digest })).summary.failed).toBe(0);
  expect(await held()).toEqual([]);
});
