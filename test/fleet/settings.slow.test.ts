import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HttpRequest, Transport } from '../../src/contract/http.ts';
import { fleetReport } from '../../src/fleet/index.ts';
import { BACKENDS, type Backend, backend } from './databases.ts';
import { aFleetWorld, type FleetWorld, GROUP } from './world.ts';

const FLEET = 'fleet: { baseUrl: "http://127.0.0.1:4010", surface: dated }\n';

describe.each(BACKENDS)('the fleet section of the files, on %s,', (name) => {
  let place: Backend;
  beforeAll(async () => {
    place = await backend(name);
  });
  afterAll(() => place.close());

  /** Records the origin of each request. */
  function seen({ service }: FleetWorld): { readonly transport: Transport; readonly origins: ReadonlySet<string> } {
    const origins = new Set<string>();
    const transport = {
      send(request: HttpRequest) {
        origins.add(new URL(request.url).origin);
        return service.transport.send(request);
      },
      close: () => service.transport.close(),
    };
    return { transport, origins };
  }

  it('applies if the caller passes no options', async () => {
    const world = await aFleetWorld(await place.database(), 2);
    const { transport, origins } = seen(world);
    const fleet = await world.fleet(FLEET + GROUP, { transport, account: () => ({}) });
    const rollout = await fleet.plan({ soakMs: 0, waves: '100%' });
    const [cluster] = await fleet.clusters(rollout);
    const sample = await fleet.sample(rollout, cluster?.shape ?? '');
    expect([...origins, sample?.account]).toMatchObject([
      'http://127.0.0.1:4010',
      { baseUrl: 'http://127.0.0.1:4010', surface: 'dated' },
    ]);
  });

  it('is overridden by the options of the caller', async () => {
    const world = await aFleetWorld(await place.database(), 2);
    const { transport, origins } = seen(world);
    const account = () => ({ baseUrl: 'http://127.0.0.1:9' });
    const fleet = await world.fleet(FLEET + GROUP, { transport, account });
    await fleet.plan();
    expect([...origins]).toEqual(['http://127.0.0.1:9']);
  });

  it('sends no request if the base URL is unset', async () => {
    const world = await aFleetWorld(await place.database(), 2);
    const { transport, origins } = seen(world);
    const unset = FLEET.replace('http://127.0.0.1:4010', `\${env.CRM}`);
    const fleet = await world.fleet(unset + GROUP, { transport, account: () => ({}) });
    const rollout = await fleet.plan();
    expect([...origins]).toEqual([]);
    expect((await fleet.read.accounts(rollout)).map(({ message }) => message)).toEqual(
      Array(2).fill(expect.stringContaining('baseUrl')),
    );
  });

  it('has thresholds that stay with a rollout after the files change', async () => {
    const strict = `fleet: { thresholds: { create: { percent: 1, above: 0 } } }\n${GROUP}`;
    const world = await aFleetWorld(await place.database(), 2);
    const rollout = await (await world.fleet(strict)).plan();
    const [shape = ''] = (await (await world.fleet()).clusters(rollout)).map((cluster) => cluster.shape);
    for (const files of [strict, GROUP, strict.replace('percent: 1', 'percent: 100')]) {
      const fleet = await world.fleet(files);
      const told = [expect.objectContaining({ code: 'fleet-threshold' })];
      expect(await fleet.findings(rollout)).toEqual(told);
      expect(await fleet.findings(rollout, {})).toEqual(told);
      await expect(fleet.approve(rollout, { all: true, by: 'ann' })).rejects.toMatchObject({ findings: told });
      await expect(fleet.approve(rollout, { names: [shape], by: 'ann' })).rejects.toMatchObject({ findings: told });
    }
    const fleet = await world.fleet();
    expect(await fleet.findings(rollout, {}, ['create'])).toEqual([]);
    expect(await fleet.approve(rollout, { all: true, by: 'ann', overThreshold: ['create'] })).toEqual([shape]);
  });

  it('has thresholds that hold for a rollout that was planned without', async () => {
    const database = await place.database();
    const world = await aFleetWorld(database, 2);
    const rollout = await (await world.fleet()).plan();
    const fleet = await world.fleet(GROUP, { thresholds: { create: { percent: 1, above: 0 } } });
    await expect(fleet.approve(rollout, { all: true, by: 'ann' })).rejects.toThrow(
      'a threshold of the fleet is broken',
    );
    const { findings } = await fleetReport(database, rollout);
    expect(findings).toEqual([]);
  });
});
