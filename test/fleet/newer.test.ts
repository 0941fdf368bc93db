/** An older rollout in review whose accounts are in a newer one says so, and is not started by mistake. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BACKENDS, type Backend, backend } from './databases.ts';
import { aFleetWorld } from './world.ts';

const ALL = { all: true, by: 'ann' } as const;

describe.each(BACKENDS)('a newer rollout of the same accounts, on %s', (name) => {
  let place: Backend;
  beforeAll(async () => {
    place = await backend(name);
  });
  afterAll(() => place.close());

  it('is told by the older one, which starts only where that is said', async () => {
    const fleet = await (await aFleetWorld(await place.database(), 3)).fleet();
    const older = await fleet.plan();
    await fleet.approve(older, ALL);
    const newer = await fleet.plan({ hubIds: [2001, 2002] });
    expect((await fleet.status(older)).newer).toEqual({ rollout: newer, accounts: 2 });
    expect((await fleet.status(newer)).newer).toBeNull();
    await expect(fleet.rollout(older)).rejects.toMatchObject({
      code: 'rollout-superseded',
      message: expect.stringContaining(newer),
    });
    await fleet.rollout(older, { althoughNewer: true });
    expect(await fleet.status(older)).toMatchObject({ phase: 'rolling', newer: null });
  });

  it('is in the way of nothing once it is aborted, of other accounts, or a comparison', async () => {
    const fleet = await (await aFleetWorld(await place.database(), 3)).fleet();
    const older = await fleet.plan({ hubIds: [2001, 2002] });
    await fleet.approve(older, ALL);
    await fleet.plan({ hubIds: [2003] });
    await fleet.drift();
    await fleet.abort(await fleet.plan());
    expect((await fleet.status(older)).newer).toBeNull();
    await fleet.rollout(older);
  });
});
