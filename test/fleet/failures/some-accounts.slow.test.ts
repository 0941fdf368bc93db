/** A configuration that is right for most accounts and wrong for some: each of those says why, and the others are done. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Fleet } from '../../../src/fleet/index.ts';
import type { AccountDetails } from '../../../src/fleet/worker/accounts.ts';
import { BACKENDS, type Backend, backend } from '../databases.ts';
import { aFleetWorld } from '../world.ts';

const TEXT = `objects: { contacts: { groups: { loyalty: { displayName: "\${values.programme}", displayOrder: "\${values.order}" } } } }
`;
const GOOD = { programme: 'Loyalty', order: 2 };

const SAID = [
  [2002, 'config', 'The account has no value `programme`.'],
  [2003, 'config', `Expected a number, found the value of "\${values.order}".`],
  [2004, 'config', 'The list of programmes has no row for it.'],
];

describe.each(BACKENDS)('files that are wrong for some accounts on %s', (name) => {
  let place: Backend;
  beforeAll(async () => {
    place = await backend(name);
  });
  afterAll(() => place.close());

  /** Values with faults: 2002 lacks a value, 2003 has a value of the wrong type. The details of 2004 throw. */
  const WRONG: Readonly<Record<number, AccountDetails['values']>> = {
    2002: { order: 2 },
    2003: { programme: 'Loyalty', order: 'first' },
  };
  const wrong = async ({ hubId }: { readonly hubId: number }) => {
    if (hubId === 2004) throw new Error('The list of programmes has no row for it.');
    return { baseUrl: 'http://127.0.0.1', values: WRONG[hubId] ?? GOOD };
  };
  const right = () => ({ baseUrl: 'http://127.0.0.1', values: GOOD });

  it('are planned for the others, and again for those once they are mended', async () => {
    const world = await aFleetWorld(await place.database(), 6);
    const fleet = await world.fleet(TEXT, { account: wrong });
    const rollout = await fleet.plan({ soakMs: 0, waves: '50%,100%' });
    expect(await failedIn(fleet, rollout)).toEqual(SAID);
    const mended = await world.fleet(TEXT, { account: right });
    await mended.plan({ resume: rollout });
    await mended.approve(rollout, { names: [], all: true, by: 'ann' });
    await mended.rollout(rollout);
    await mended.work({ untilDone: true });
    expect(await mended.status(rollout)).toMatchObject({ phase: 'done', states: { applied: 6 } });
    for (const { hubId } of world.accounts) expect(await world.writes(hubId)).toHaveLength(1);
  });

  it('after the planning fail only these accounts, which are retried after a fix', async () => {
    const world = await aFleetWorld(await place.database(), 6);
    const fleet = await world.fleet(TEXT, { account: right });
    const rollout = await fleet.plan({ soakMs: 0, waves: '50%,100%', maxFailedPercent: 100 });
    await fleet.approve(rollout, { names: [], all: true, by: 'ann' });
    await fleet.rollout(rollout);
    await (await world.fleet(TEXT, { account: wrong })).work({ untilDone: true });
    expect(await fleet.status(rollout)).toMatchObject({ phase: 'done', states: { applied: 3, failed: 3 } });
    expect(await failedIn(fleet, rollout)).toEqual(SAID);
    for (const hubId of [2002, 2003, 2004]) expect(await world.writes(hubId)).toEqual([]);
    expect(await fleet.retry(rollout, 'config')).toBe(3);
    await fleet.resume(rollout);
    await fleet.work({ untilDone: true });
    expect((await fleet.status(rollout)).states).toEqual({ applied: 6 });
    for (const { hubId } of world.accounts) expect(await world.writes(hubId)).toHaveLength(1);
  });
});

async function failedIn(fleet: Fleet, rollout: string) {
  const failed = await fleet.read.accounts(rollout, { state: 'failed' });
  return failed.map(({ hubId, because, message }) => [hubId, because, message]);
}
