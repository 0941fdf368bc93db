/** Tests of tokens that expire during a rollout, while a worker and a user read the same accounts. */

import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { secret, systemClock } from '../../../src/client/index.ts';
import { ApiError } from '../../../src/errors.ts';
import { accountTokens, environmentKeys, installations } from '../../../src/fleet/index.ts';
import type { AccountsByState } from '../../../src/model/rollout-status.ts';
import { BACKENDS, type Backend, backend } from '../databases.ts';
import { aFleetWorld, afterFirstWave, GROUP, tokenOf } from '../world.ts';

describe.each(BACKENDS)('two refreshes at once in the middle of a rollout on %s', (name) => {
  let place: Backend;
  beforeAll(async () => {
    place = await backend(name);
  });
  afterAll(() => place.close());

  it('use each refresh token once, and every account stays active', async () => {
    const database = await place.database();
    const world = await aFleetWorld(database, 4);
    const keys = environmentKeys({ TRUEUP_FLEET_KEYS: `a:${randomBytes(32).toString('base64')}` });
    const known = installations({ database, keys });
    const valid = new Map<number, string>();
    for (const { hubId, labels } of world.accounts) {
      valid.set(hubId, `refresh-${hubId}-0`);
      await known.installed({ hubId, appId: '2001', refreshToken: `refresh-${hubId}-0`, scopes: [], labels });
    }
    const refreshes: number[] = [];
    const seen: AccountsByState[] = [];
    const parts = { database, keys, clock: systemClock, newId: randomUUID };
    const tokens = accountTokens({
      ...parts,
      apps: { '2001': { clientId: 'app', clientSecret: secret('of-the-app') } },
      // Each refresh token is valid once. The slow answer lets the other process ask in the meantime.
      async issue(form) {
        const given = 'refresh_token' in form ? String(form.refresh_token) : '';
        const hubId = Number(given.split('-')[1]);
        if (valid.get(hubId) !== given)
          throw new ApiError('It was used before.', {
            endpoint: 'createToken',
            status: 400,
            category: 'BAD_REFRESH_TOKEN',
          });
        refreshes.push(hubId);
        const next = `refresh-${hubId}-${refreshes.length}`;
        valid.set(hubId, next);
        await sleep(150);
        return { access_token: tokenOf(hubId), refresh_token: next, expires_in: 1_800, token_type: 'bearer' };
      },
    });
    const others = await Promise.all([0, 1].map(() => world.fleet(GROUP, { installations: known, tokens })));
    const fleet = await world.fleet(GROUP, { installations: known, tokens });
    const rollout = await fleet.plan({ soakMs: 600_000, waves: '50%,100%' });
    await fleet.approve(rollout, { names: [], all: true, by: 'ann' });
    await fleet.rollout(rollout);
    await afterFirstWave({ fleet, rollout, database }, async () => {
      // Every token ends.
      await database.query(({ sql, of, now }) => sql`update ${of('installation')} set access_expires = ${now}`);
      refreshes.length = 0;
      const drifts = await Promise.all(others.map((fleet) => fleet.drift()));
      for (const drift of drifts) seen.push((await fleet.status(drift)).states);
    });
    await fleet.work({ untilDone: true });
    expect((await fleet.status(rollout)).states).toEqual({ applied: 4 });
    expect(seen.map(({ failed = 0, skipped = 0 }) => failed + skipped)).toEqual([0, 0]);
    expect(refreshes.toSorted()).toEqual([2001, 2002, 2003, 2004]);
    expect((await known.list()).map(({ state }) => state)).toEqual(Array(4).fill('active'));
    for (const { hubId } of world.accounts) expect(await world.writes(hubId)).toHaveLength(1);
  });
});
