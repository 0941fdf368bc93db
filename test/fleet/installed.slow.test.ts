/** A fleet over real installations: tokens are renewed by OAuth, and an account that takes the app away is passed over. */

import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createClient, revoke, secret, systemClock, tokenIssuer } from '../../src/client/index.ts';
import { accountTokens, createFleet, environmentKeys, installations } from '../../src/fleet/index.ts';
import { parseProject } from '../../src/index.ts';
import { prepare } from '../../src/reconciler/prepare.ts';
import { createService } from '../../src/service/index.ts';
import { BACKENDS, type Backend, backend } from './databases.ts';
import { afterFirstWave } from './world.ts';

const APP = '2001';
const TEXT = `version: 1
objects: { contacts: { groups: { loyalty: { displayName: "\${values.programme}" } } } }
`;

describe.each(BACKENDS)('installed accounts on %s', (name) => {
  let place: Backend;
  beforeAll(async () => {
    place = await backend(name);
  });
  afterAll(() => place.close());

  it('have their values and labels in a rollout, and a revoked account is no failure', async () => {
    const database = await place.database();
    const service = await createService();
    onTestFinished(() => service.close());
    const { transport } = service;
    const client = createClient({ baseUrl: 'http://127.0.0.1', transport, clock: systemClock });
    const keys = environmentKeys({ TRUEUP_FLEET_KEYS: `a:${randomBytes(32).toString('base64')}` });
    const parts = { database, clock: systemClock, newId: randomUUID };
    const known = installations({ database, keys });
    const refreshTokens = new Map<number, string>();
    for (const hubId of [3001, 3002, 3003]) {
      await service.addAccount({ hubId });
      const { refreshToken } = await service.issueToken({ hubId, appId: Number(APP) });
      refreshTokens.set(hubId, refreshToken);
      const labels = { ring: hubId === 3002 ? 'canary' : 'rest' };
      await known.installed({ hubId, appId: APP, refreshToken, scopes: ['oauth'], labels });
    }
    const { clientId, clientSecret } = service.development;
    const apps = { [APP]: { clientId, clientSecret: secret(clientSecret) } };
    const fleet = createFleet({
      ...{ ...parts, transport },
      prepared: prepare(parseProject([{ path: 'trueup.yaml', text: TEXT }])),
      installations: known,
      tokens: accountTokens({ ...parts, keys, apps, issue: tokenIssuer(client) }),
      account: ({ hubId }) => ({
        baseUrl: 'http://127.0.0.1',
        values: { programme: hubId === 3003 ? 'Points' : 'Loyalty' },
      }),
      pollMs: 50,
    });

    const rollout = await fleet.plan({ waves: 'ring=canary,100%', soakMs: 600_000 });
    expect((await fleet.clusters(rollout)).map(({ accounts, sampleHub }) => [accounts, sampleHub])).toEqual([
      [2, 3001],
      [1, 3003],
    ]);
    await fleet.approve(rollout, { names: [], all: true, by: 'ann' });
    await fleet.rollout(rollout);
    await afterFirstWave({ fleet, rollout, database }, async () => {
      await revoke(client, secret(refreshTokens.get(3001) ?? ''), { app: apps[APP] });
      await known.uninstalled(3001);
    });
    await fleet.work({ untilDone: true });
    expect(await fleet.status(rollout)).toMatchObject({ phase: 'done', states: { applied: 2, skipped: 1 } });
    const groupOf = async (hubId: number) => {
      const { groups } = await service.snapshot(hubId);
      return groups['contacts']?.find((group) => group.name === 'loyalty')?.displayName;
    };
    expect(await Promise.all([3001, 3002, 3003].map(groupOf))).toEqual([undefined, 'Loyalty', 'Points']);
  });
});
