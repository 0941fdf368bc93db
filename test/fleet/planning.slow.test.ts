/** The planning of a fleet: shared by processes, cut and taken up again, of a part of the accounts, and repeated for those that failed. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AuthError } from '../../src/errors.ts';
import { readFleet } from '../../src/fleet/index.ts';
import { planQueue } from '../../src/fleet/queue/names.ts';
import { planAgain } from '../../src/fleet/store/planning-statements.ts';
import { BACKENDS, type Backend, backend, forget } from './databases.ts';
import { aFleetWorld, type FleetWorld, GROUP, tokenOf } from './world.ts';

const NOW = { soakMs: 0, waves: '100%' } as const;

describe.each(BACKENDS)('the planning of a fleet on %s', (name) => {
  let place: Backend;
  beforeAll(async () => {
    place = await backend(name);
  });
  afterAll(() => place.close());

  /** A process that says which accounts it plans, and may be cut after some. */
  async function planner(world: FleetWorld, planned: number[], cut?: { readonly after: number }) {
    const stop = new AbortController();
    const fleet = await world.fleet(GROUP, {
      account: ({ hubId }) => {
        planned.push(hubId);
        if (planned.length === cut?.after) stop.abort();
        return { baseUrl: 'http://127.0.0.1' };
      },
    });
    return { fleet, signal: stop.signal };
  }

  it('continues in several processes after an interruption, and plans each account once', async () => {
    // The number is large, so that all processes begin before the planning ends.
    const world = await aFleetWorld(await place.database(), 60);
    const planned: number[] = [];
    const first = await planner(world, planned, { after: 3 });
    const rollout = await first.fleet.plan({ ...NOW, slots: 2, signal: first.signal });
    expect(await first.fleet.status(rollout)).toMatchObject({ phase: 'planning' });
    expect(planned.length).toBeLessThanOrEqual(4);
    const others = await Promise.all([0, 1, 2].map(() => planner(world, planned)));
    const ids = await Promise.all(others.map(({ fleet }) => fleet.plan({ resume: rollout, slots: 2 })));
    expect(ids).toEqual([rollout, rollout, rollout]);
    expect(planned.toSorted()).toEqual(world.accounts.map(({ hubId }) => hubId));
    expect(await first.fleet.status(rollout)).toMatchObject({ phase: 'review', states: { waiting: 60 } });
    const told = (await first.fleet.events(rollout)).map(({ detail }) => detail);
    expect(told).toEqual([{ kind: 'plan' }, { kind: 'planned' }]);
  });

  it('ends with the reason if a plan cannot be written, and can continue later', async () => {
    const database = await place.database();
    const world = await aFleetWorld(database, 6);
    const { fleet } = await planner(world, []);
    await database.query(
      ({ sql, of }) =>
        sql`alter table ${of('target')} add constraint refuses check (hub_id <> 2003 or state = 'planning')`,
    );
    await expect(fleet.plan({ ...NOW, slots: 2 })).rejects.toMatchObject({ code: 'database-unusable' });
    await database.query(({ sql, of }) => sql`alter table ${of('target')} drop constraint refuses`);
    const [rollout] = await readFleet(database).rollouts();
    expect(rollout).toMatchObject({ phase: 'planning' });
    await fleet.plan({ resume: rollout?.rollout ?? '' });
    expect(await fleet.status(rollout?.rollout ?? '')).toMatchObject({ phase: 'review', states: { waiting: 6 } });
  });

  it('stores an error message without characters that databases refuse', async () => {
    const database = await place.database();
    const world = await aFleetWorld(database, 3);
    const fleet = await world.fleet(GROUP, {
      account: ({ hubId }) => {
        if (hubId === 2002) throw new Error('no\0 value\ud800');
        return { baseUrl: 'http://127.0.0.1' };
      },
    });
    const rollout = await fleet.plan(NOW);
    expect(await fleet.status(rollout)).toMatchObject({ states: { waiting: 2, failed: 1 } });
    const groups = await readFleet(database).groups(rollout);
    expect(groups.find(({ state }) => state === 'failed')?.message).toContain('no value');
  });

  it('takes over jobs of a dead process and leaves jobs of a live process', async () => {
    const database = await place.database();
    const world = await aFleetWorld(database, 4);
    const first = await planner(world, [], { after: 1 });
    const rollout = await first.fleet.plan({ ...NOW, slots: 1, signal: first.signal });
    const [job] = await database.queue.take(planQueue(rollout), 1);
    const planned: number[] = [];
    const other = await planner(world, planned);
    const planning = other.fleet.plan({ resume: rollout });
    while (((await other.fleet.status(rollout)).states.waiting ?? 0) < 3)
      await new Promise((done) => setTimeout(done, 5));
    expect(planned).not.toContain(job?.hubId);
    await forget(database);
    await planning;
    expect(planned).toContain(job?.hubId);
    expect((await other.fleet.status(rollout)).states).toEqual({ waiting: 4 });
  });

  it('covers only the selected accounts, even after an interruption', async () => {
    const world = await aFleetWorld(await place.database(), 6);
    const fleet = await world.fleet();
    const canary = await fleet.plan({ ...NOW, labels: { ring: 'canary' } });
    expect((await fleet.read.accounts(canary)).map(({ hubId }) => hubId)).toEqual([2001]);
    const cut = await planner(world, [], { after: 1 });
    const some = await cut.fleet.plan({ ...NOW, hubIds: [2002, 2004, 2005], slots: 1, signal: cut.signal });
    await fleet.plan({ resume: some });
    expect((await fleet.read.accounts(some)).map(({ hubId }) => hubId)).toEqual([2002, 2004, 2005]);
    const drift = await fleet.drift({ hubIds: [2006] });
    expect((await fleet.read.accounts(drift)).map(({ hubId }) => hubId)).toEqual([2006]);
  });

  it('is refused for accounts and labels that the fleet does not have', async () => {
    const world = await aFleetWorld(await place.database(), 2);
    const fleet = await world.fleet();
    await expect(fleet.plan({ hubIds: [2001, 3001, 3002] })).rejects.toMatchObject({
      code: 'installation-unknown',
      message: 'The accounts 3001, 3002 are not in this fleet.',
    });
    await expect(fleet.plan({ hubIds: [] })).rejects.toMatchObject({ code: 'argument-invalid' });
    await expect(fleet.drift({ labels: { ring: 'none' } })).rejects.toMatchObject({
      code: 'argument-invalid',
      message: 'No account of the fleet has the labels ring=none.',
    });
    expect(await fleet.read.rollouts()).toEqual([]);
  });

  it('is repeated for accounts that failed, into clusters that are approved by then', async () => {
    const world = await aFleetWorld(await place.database(), 4);
    let isBad = true;
    const fleet = await world.fleet(GROUP, {
      tokens: (hubId) => async () => (hubId > 2002 && isBad ? 'pat-na1-wrong' : tokenOf(hubId)),
    });
    const rollout = await fleet.plan(NOW);
    expect((await fleet.status(rollout)).states).toEqual({ failed: 2, waiting: 2 });
    await fleet.plan({ resume: rollout });
    await fleet.approve(rollout, { names: [], all: true, by: 'ann' });
    isBad = false;
    await fleet.plan({ resume: rollout });
    expect((await fleet.status(rollout)).states).toEqual({ approved: 4 });
    await fleet.plan({ resume: rollout });
    await fleet.rollout(rollout);
    await fleet.work({ untilDone: true });
    expect((await fleet.status(rollout)).states).toEqual({ applied: 4 });
    await expect(fleet.plan({ resume: rollout })).rejects.toMatchObject({
      code: 'rollout-refused',
      message: 'The rollout is done, so none of its accounts can be planned again.',
    });
  });

  it('leaves an account out whose token shows only then that it is revoked', async () => {
    const world = await aFleetWorld(await place.database(), 2);
    const fleet = await world.fleet(GROUP, {
      tokens: (hubId) => async () => {
        if (hubId === 2001) return tokenOf(hubId);
        world.change(hubId, { state: 'revoked' });
        throw new AuthError('token-refused', 'The refresh token of the account is refused.');
      },
    });
    const rollout = await fleet.plan(NOW);
    expect((await fleet.status(rollout)).states).toEqual({ waiting: 1, skipped: 1 });
    expect(await fleet.read.account(rollout, 2002)).toMatchObject({
      ...{ because: null, message: 'The installation is revoked.' },
    });
  });

  it('blocks the first wave until a repeated planning has ended', async () => {
    const database = await place.database();
    const world = await aFleetWorld(database, 2);
    const fleet = await world.fleet(GROUP, {
      tokens: (hubId) => async () => (hubId === 2002 ? 'pat-na1-wrong' : tokenOf(hubId)),
    });
    const rollout = await fleet.plan(NOW);
    await fleet.approve(rollout, { names: [], all: true, by: 'ann' });
    await database.query(planAgain(rollout));
    await expect(fleet.rollout(rollout)).rejects.toMatchObject({
      code: 'rollout-refused',
      message: '1 account of the rollout is still being planned, so it cannot start.',
    });
    await fleet.plan({ resume: rollout });
    await fleet.rollout(rollout);
    await fleet.work({ untilDone: true });
    expect((await fleet.status(rollout)).states).toEqual({ applied: 1, failed: 1 });
  });

  it('ends on abort, and cannot be resumed', async () => {
    const world = await aFleetWorld(await place.database(), 4);
    const cut = await planner(world, [], { after: 1 });
    const rollout = await cut.fleet.plan({ ...NOW, slots: 1, signal: cut.signal });
    await cut.fleet.abort(rollout);
    expect((await cut.fleet.status(rollout)).states).toMatchObject({ skipped: expect.any(Number) });
    await expect(cut.fleet.plan({ resume: rollout })).rejects.toMatchObject({ code: 'rollout-refused' });
  });
});
