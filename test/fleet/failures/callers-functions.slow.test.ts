/** Tests of the caller's functions that hang or throw. The account fails, while plans and workers continue. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FleetOptions, Installation } from '../../../src/fleet/index.ts';
import { BACKENDS, type Backend, backend } from '../databases.ts';
import { aFleetWorld, GROUP } from '../world.ts';

const HANGING = 2002;
const SILENT = 'The function account gave no answer within 3 seconds.';

describe.each(BACKENDS)('functions of the caller on %s', (name) => {
  let place: Backend;
  beforeAll(async () => {
    place = await backend(name);
  });
  afterAll(() => place.close());

  const account = ({ hubId }: Installation) =>
    hubId === HANGING ? new Promise<never>(() => undefined) : { baseUrl: 'http://127.0.0.1' };

  it('fail one account after a timeout if they never answer for it', async () => {
    const world = await aFleetWorld(await place.database(), 3);
    const fleet = await world.fleet(GROUP, { account, timeoutMs: 3_000 });
    const rollout = await fleet.plan();
    expect((await fleet.status(rollout)).states).toEqual({ waiting: 2, failed: 1 });
    expect(await fleet.read.account(rollout, HANGING)).toMatchObject({ because: 'transport', message: SILENT });
  });

  it('end the plan if the list never answers, and another process continues it', async () => {
    const world = await aFleetWorld(await place.database(), 3);
    const find = async (hubId: number) => world.accounts.find((one) => one.hubId === hubId);
    const list = () => new Promise<never>(() => undefined);
    const fleet = await world.fleet(GROUP, { timeoutMs: 500, installations: { list, find } });
    const message = 'The function list of installations gave no answer within 0.5 seconds.';
    for (const asked of [{}, { hubIds: [2001] }, { labels: { ring: 'canary' } }])
      await expect(fleet.plan(asked)).rejects.toMatchObject({ code: 'out-of-time', message });
    const other = await world.fleet();
    const [begun] = await other.read.rollouts();
    expect(begun).toMatchObject({ phase: 'planning' });
    const rollout = await other.plan({ resume: begun?.rollout ?? '' });
    expect((await other.status(rollout)).states).toEqual({ waiting: 3 });
  });

  it('are named if they return another value than a list', async () => {
    const world = await aFleetWorld(await place.database(), 1);
    const given: unknown = { find: async () => undefined, list: async () => undefined };
    const fleet = await world.fleet(GROUP, { installations: given as FleetOptions['installations'] });
    await expect(fleet.plan()).rejects.toMatchObject({
      code: 'argument-invalid',
      message: 'The function list of installations gave no list of accounts: it gave undefined.',
    });
  });

  it('end a ledger request if they never find the account', async () => {
    const world = await aFleetWorld(await place.database(), 1);
    const installations = { list: async () => world.accounts, find: () => new Promise<never>(() => undefined) };
    const fleet = await world.fleet(GROUP, { timeoutMs: 500, installations });
    await expect(fleet.ledger(2001)).rejects.toMatchObject({ code: 'out-of-time' });
  });

  it('fail only their account if they hang or throw, and the wave continues', async () => {
    const database = await place.database();
    const world = await aFleetWorld(database, 3);
    const fleet = await world.fleet();
    const rollout = await fleet.plan({ soakMs: 0, waves: '100%', maxFailedPercent: 100, patienceMs: 0 });
    await fleet.approve(rollout, { all: true, by: 'ann' });
    await fleet.rollout(rollout);
    const find = (hubId: number): Promise<Installation | undefined> => {
      if (hubId === 2003) throw new Error('The list of accounts is not open.');
      return Promise.resolve(world.accounts.find((one) => one.hubId === hubId));
    };
    const list = async () => world.accounts;
    const other = await world.fleet(GROUP, { account, timeoutMs: 3_000, installations: { list, find } });
    await other.work({ untilDone: true });
    expect(await fleet.read.accounts(rollout)).toMatchObject([
      { hubId: 2001, state: 'applied' },
      { hubId: HANGING, state: 'failed', because: 'transport', message: SILENT },
      { hubId: 2003, state: 'failed', because: 'config', message: 'The list of accounts is not open.' },
    ]);
  });
});
