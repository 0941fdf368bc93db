/** Tests of the reports about calls of accounts: each try with its account, and operations for telemetry. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Telemetry } from '../../src/index.ts';
import { BACKENDS, type Backend, backend } from './databases.ts';
import { aFleetWorld } from './world.ts';

const QUIET: Telemetry = {
  operation: (_, work) => work(),
  exchange: () => undefined,
  waiting: () => undefined,
};

describe.each(BACKENDS)('the calls of a fleet on %s', (name) => {
  let place: Backend;
  beforeAll(async () => {
    place = await backend(name);
  });
  afterAll(() => place.close());

  it('are told one by one with their account, and plans and applies as operations', async () => {
    const world = await aFleetWorld(await place.database(), 2);
    const told: string[] = [];
    const operations: string[] = [];
    const exchanges: string[] = [];
    const telemetry: Telemetry = {
      operation: ({ name: operation, account }, work) => {
        operations.push(`${operation} ${account}`);
        return work();
      },
      exchange: ({ endpoint }) => void exchanges.push(endpoint),
      waiting: () => undefined,
    };
    const fleet = await world.fleet(undefined, {
      telemetry,
      onExchange: ({ endpoint }, { account, hubId }) => {
        told.push(`${endpoint} ${account} ${hubId}`);
        throw new Error('A listener may fail.');
      },
    });
    const rollout = await fleet.plan();
    await fleet.approve(rollout, { all: true, by: 'ann' });
    await fleet.rollout(rollout, { waves: '100%' });
    await fleet.work({ untilDone: true });
    expect(await fleet.status(rollout)).toMatchObject({ states: { applied: 2 } });
    for (const { hubId } of world.accounts) {
      expect(told.filter((one) => one === `createDatedGroup account-${hubId} ${hubId}`)).toHaveLength(1);
      expect(operations).toContain(`plan account-${hubId}`);
      expect(operations).toContain(`apply account-${hubId}`);
    }
    expect(exchanges.toSorted()).toEqual(told.map((one) => one.split(' ')[0]).toSorted());
  });

  it('go on where telemetry throws, and that is told once for all accounts', async () => {
    const world = await aFleetWorld(await place.database(), 3);
    const told: string[] = [];
    const telemetry: Telemetry = {
      ...QUIET,
      operation() {
        throw new TypeError('No exporter.');
      },
    };
    const onWarning = (message: string) => {
      told.push(message);
      throw new Error('A listener may fail.');
    };
    const fleet = await world.fleet(undefined, { telemetry, onWarning });
    const rollout = await fleet.plan();
    await fleet.approve(rollout, { all: true, by: 'ann' });
    await fleet.rollout(rollout, { waves: '100%' });
    await fleet.work({ untilDone: true });
    expect(await fleet.status(rollout)).toMatchObject({ states: { applied: 3 } });
    expect(told).toEqual([expect.stringContaining('The telemetry failed (TypeError: No exporter.)')]);
  });

  it.each([
    ['alone', {}],
    ['beside telemetry', { telemetry: QUIET }],
  ])('reach a rejecting listener, %s, without an unhandled rejection', async (_, more) => {
    const world = await aFleetWorld(await place.database(), 1);
    const unhandled: unknown[] = [];
    const hear = (reason: unknown) => unhandled.push(reason);
    process.on('unhandledRejection', hear);
    let told = 0;
    const onExchange = async () => {
      told += 1;
      throw new Error('A listener may fail later.');
    };
    await (await world.fleet(undefined, { ...more, onExchange })).plan();
    await new Promise((resolve) => setTimeout(resolve, 20));
    process.off('unhandledRejection', hear);
    expect(told).toBeGreaterThan(0);
    expect(unhandled).toEqual([]);
  });
});
