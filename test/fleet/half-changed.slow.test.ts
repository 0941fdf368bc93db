/** An account that got a part of its plan says so, also when it is passed over later. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BACKENDS, type Backend, backend } from './databases.ts';
import { aFleetWorld, type FleetWorld } from './world.ts';

const TWO = `objects:
  contacts:
    groups:
      loyalty: { displayName: Loyalty, properties: { tier: { label: Tier, type: string, fieldType: text } } }
`;

/** Takes the group and refuses its property. */
function refusing({ service: { transport } }: FleetWorld) {
  return {
    close: () => transport.close(),
    async send(request: Parameters<typeof transport.send>[0]) {
      const isProperty = request.method === 'POST' && request.body?.includes('fieldType') === true;
      return isProperty
        ? { status: 400, headers: {}, body: '{"message":"It is not allowed."}' }
        : transport.send(request);
    },
  };
}

describe.each(BACKENDS)('an account that got one of two changes, on %s', (name) => {
  let place: Backend;
  beforeAll(async () => {
    place = await backend(name);
  });
  afterAll(() => place.close());

  async function halfway() {
    const world = await aFleetWorld(await place.database(), 1);
    const fleet = await world.fleet(TWO, { transport: refusing(world) });
    const rollout = await fleet.plan({ soakMs: 0, waves: '100%' });
    await fleet.approve(rollout, { all: true, by: 'ann' });
    await fleet.rollout(rollout);
    await fleet.work({ untilDone: true });
    return { world, fleet, rollout };
  }

  it('reports one of two changes as made if the second was refused', async () => {
    const { fleet, rollout } = await halfway();
    expect(await fleet.read.groups(rollout)).toMatchObject([
      { state: 'failed', message: expect.stringMatching(/tier.+ 1 of 2 changes was made or begun\.$/) },
    ]);
  });

  it('says so where it is paused and tried again', async () => {
    const { world, fleet, rollout } = await halfway();
    world.change(2001, { state: 'paused' });
    await fleet.retry(rollout);
    await fleet.resume(rollout);
    await fleet.work({ untilDone: true });
    expect(await fleet.read.account(rollout, 2001)).toMatchObject({
      state: 'skipped',
      message: 'The installation is paused. 1 of 2 changes was made or begun.',
    });
  });

  it('says so where the rollout is aborted before it is tried again', async () => {
    const { fleet, rollout } = await halfway();
    await fleet.retry(rollout);
    await fleet.abort(rollout);
    expect(await fleet.read.account(rollout, 2001)).toMatchObject({
      state: 'skipped',
      message: 'The rollout was aborted after a run of the account was begun.',
    });
  });
});
