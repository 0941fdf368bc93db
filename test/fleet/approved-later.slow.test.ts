/**
 * Tests of accounts that are planned again after an approval. A plan with losses needs a second approval, and a start
 * misses no account.
 */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FleetOptions } from '../../src/fleet/index.ts';
import { BACKENDS, type Backend, backend } from './databases.ts';
import { watched } from './ledger/watched.ts';
import { aFleetWorld, type FleetWorld, GROUP, tokenOf } from './world.ts';

const NOW = { soakMs: 0, waves: '100%' } as const;
const ALL = { names: [], all: true, by: 'ann' } as const;

const tier = (
  ...values: readonly string[]
) => `objects: { contacts: { groups: { loyalty: { displayName: Loyalty, properties: {
  tier: { label: Tier, type: enumeration, fieldType: select, optionsMode: exact,
    options: [${values.map((value) => `{ value: ${value}, label: ${value} }`).join(', ')}] } } } } } }
policy: { allow: ["option-removal=property:contacts/tier"] }
`;

describe.each(BACKENDS)('accounts that are planned after an approval, on %s', (name) => {
  let place: Backend;
  beforeAll(async () => {
    place = await backend(name);
  });
  afterAll(() => place.close());

  /** A fleet that gets no token of the accounts after 2002 until they are back. */
  async function partlyAway(world: FleetWorld, text: string, more: Partial<FleetOptions> = {}) {
    let isAway = true;
    const tokens = (hubId: number) => async () => {
      if (isAway && hubId > 2002) throw new Error('away');
      return tokenOf(hubId);
    };
    const back = () => {
      isAway = false;
    };
    return { fleet: await world.fleet(text, { tokens, ...more }), back };
  }

  it('wait for another approval if their cluster is risky, and count in its thresholds', async () => {
    const world = await aFleetWorld(await place.database(), 6);
    const before = await world.fleet(tier('gold', 'silver', 'bronze'));
    const first = await before.plan(NOW);
    await before.approve(first, ALL);
    await before.rollout(first);
    await before.work({ untilDone: true });

    const { fleet, back } = await partlyAway(world, tier('gold', 'silver'));
    const rollout = await fleet.plan(NOW);
    const shape = (await fleet.clusters(rollout)).find(({ standing }) => standing === 'risky')?.shape ?? '';
    await fleet.approve(rollout, { names: [shape], all: false, by: 'ann' });
    back();
    await fleet.plan({ resume: rollout });
    expect((await fleet.status(rollout)).states).toEqual({ approved: 2, waiting: 4 });
    expect(await fleet.clusters(rollout)).toMatchObject([{ accounts: 6, waiting: 4, approvedBy: 'ann' }]);
    expect(await fleet.findings(rollout, { 'option-removal': { percent: 20, above: 3 } })).toHaveLength(1);
    await fleet.approve(rollout, { names: [shape], all: false, by: 'bob' });
    expect(await fleet.clusters(rollout)).toMatchObject([{ accounts: 6, waiting: 0, approvedBy: 'bob' }]);
    expect((await fleet.status(rollout)).states).toEqual({ approved: 6 });
  });

  it('wait in any cluster if the rollout has thresholds, which then count every account', async () => {
    const world = await aFleetWorld(await place.database(), 5);
    const thresholds = { create: { percent: 20, above: 3 } };
    const { fleet, back } = await partlyAway(world, GROUP, { thresholds });
    const rollout = await fleet.plan(NOW);
    await fleet.approve(rollout, ALL);
    back();
    await fleet.plan({ resume: rollout });
    expect((await fleet.status(rollout)).states).toEqual({ approved: 2, waiting: 3 });
    await expect(fleet.approve(rollout, ALL)).rejects.toMatchObject({ code: 'refused' });
    await fleet.approve(rollout, { ...ALL, overThreshold: ['create'] });
    expect((await fleet.status(rollout)).states).toEqual({ approved: 5 });
  });

  it('wait as well where thresholds held at the approval alone', async () => {
    const world = await aFleetWorld(await place.database(), 5);
    const { fleet, back } = await partlyAway(world, GROUP);
    const rollout = await fleet.plan(NOW);
    await (
      await world.fleet(GROUP, {
        thresholds: { create: { percent: 100, above: 3 }, update: { percent: 20, above: 3 } },
      })
    ).approve(rollout, ALL);
    back();
    await fleet.plan({ resume: rollout });
    expect((await fleet.status(rollout)).states).toEqual({ approved: 2, waiting: 3 });
  });

  it('wait if they join the cluster during an approval, and the next approval counts them', async () => {
    const database = await place.database();
    const world = await aFleetWorld(database, 10);
    const thresholds = { create: { percent: 0, above: 5 } };
    const { fleet, back } = await partlyAway(world, GROUP, { thresholds });
    const rollout = await fleet.plan(NOW);
    back();
    let approves = async () => {};
    const [isPlanning, mayPlan] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const held = watched(database, async ({ text, send }) => {
      if (text.startsWith('with planned as')) {
        isPlanning.resolve();
        await mayPlan.promise;
      }
      return send();
    });
    const replanning = (await world.fleet(GROUP, { thresholds, database: held })).plan({ resume: rollout });
    await isPlanning.promise;
    // The last statement of an approval, which has counted the two accounts.
    const approving = watched(database, async ({ text, send }) => {
      if (text.includes('set approved_by')) await approves();
      return send();
    });
    approves = async () => {
      mayPlan.resolve();
      await replanning;
    };
    await (await world.fleet(GROUP, { thresholds, database: approving })).approve(rollout, ALL);
    expect((await fleet.status(rollout)).states).toEqual({ approved: 2, waiting: 8 });
    await expect(fleet.approve(rollout, ALL)).rejects.toMatchObject({ code: 'refused' });
  });

  it('are in a wave of the rollout, or it does not start yet', async () => {
    const database = await place.database();
    const world = await aFleetWorld(database, 4);
    const { fleet, back } = await partlyAway(world, GROUP);
    const rollout = await fleet.plan(NOW);
    await fleet.approve(rollout, ALL);
    back();
    let isMet = false;
    // Resumes planning between the read and the write of the start.
    const meeting = watched(database, async ({ text, send }) => {
      const rows = await send();
      if (!isMet && text.includes('labels, shape from')) {
        isMet = true;
        await fleet.plan({ resume: rollout });
      }
      return rows;
    });
    await (await world.fleet(GROUP, { database: meeting })).rollout(rollout);
    expect(isMet).toBe(true);
    await fleet.work({ untilDone: true });
    expect((await fleet.status(rollout)).states).toEqual({ applied: 4 });
  });

  it('belong to a wave if they were approved before their planning ended', async () => {
    const database = await place.database();
    const world = await aFleetWorld(database, 4);
    let approve = async () => {};
    let begin = async () => {};
    // Approves after an account joined its cluster as waiting. Starts before the planning ends.
    const meeting = watched(database, async ({ text, send }) => {
      if (text.startsWith('with late as')) await begin();
      const rows = await send();
      if (text.startsWith('with planned as')) await approve();
      return rows;
    });
    const { fleet, back } = await partlyAway(world, GROUP, { database: meeting });
    const rollout = await fleet.plan(NOW);
    back();
    const other = await world.fleet();
    const starting = watched(database, async ({ text, send }) => {
      const rows = await send();
      if (text.includes('labels, shape from')) await seen();
      return rows;
    });
    const [hasSeen, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const seen = async () => {
      hasSeen.resolve();
      await goesOn.promise;
    };
    const starter = await world.fleet(GROUP, { database: starting });
    let isApproved = false;
    approve = async () => {
      if (isApproved) return;
      isApproved = true;
      await other.approve(rollout, ALL);
      // Sets the account to waiting although its cluster is approved, as if both happened at the same moment.
      await database.query(
        ({ sql, of }) => sql`update ${of('target')} set state = 'waiting' where state = 'approved' and hub_id = 2003`,
      );
    };
    let started: Promise<void> | undefined;
    begin = async () => {
      started = starter.rollout(rollout);
      await hasSeen.promise;
    };
    await fleet.plan({ resume: rollout });
    goesOn.resolve();
    await started;
    await other.work({ untilDone: true });
    expect((await fleet.status(rollout)).states).toEqual({ applied: 4 });
  });

  it('leave a rollout as it was planned when its start is refused', async () => {
    const world = await aFleetWorld(await place.database(), 2);
    const fleet = await world.fleet();
    const rollout = await fleet.plan({ ...NOW, waves: '1,100%' });
    const how = { waves: 'ring=nobody,100%', soakMs: 60_000 };
    await expect(fleet.rollout(rollout, how)).rejects.toMatchObject({ code: 'rollout-refused' });
    await fleet.approve(rollout, ALL);
    await expect(fleet.rollout(rollout, how)).rejects.toMatchObject({ code: 'waves-invalid' });
    expect(await fleet.status(rollout)).toMatchObject({ waves: [{ takes: '1' }, { takes: '100%' }], soak: { ms: 0 } });
    await fleet.rollout(rollout, { waves: 'ring=canary,100%' });
    expect((await fleet.status(rollout)).waves.map(({ takes }) => takes)).toEqual(['ring=canary', '100%']);
  });
});
