import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { secret } from '../../../src/client/index.ts';
import type { TokenForm } from '../../../src/contract/oauth.ts';
import { type Database, installations } from '../../../src/fleet/index.ts';
import { BACKENDS, type Backend, backend, setMoment } from '../databases.ts';
import { connectionLost, watched } from '../ledger/watched.ts';
import { APP, aWorld, encoded, FIRST, keysOf } from './world.ts';

describe.each(BACKENDS)('installations on %s', (name) => {
  let place: Backend;
  beforeAll(async () => {
    place = await backend(name);
  });
  afterAll(() => place.close());

  const start = async (hubIds: readonly number[] = [1001], database?: Database) =>
    aWorld(database ?? (await place.database()), { hubIds });

  it('keep their token if the imported list may be older, unless it is refused', async () => {
    const { known, tokens, refreshTokens } = await start();
    const again = { hubId: 1001, appId: APP, refreshToken: 'stale', scopes: ['oauth'], labels: { plan: 'free' } };
    await known.paused(1001);
    expect(await known.installed(again, { keepsTokens: true })).toMatchObject({ state: 'paused' });
    await known.resumed(1001);
    expect(await known.installed(again, { keepsTokens: true })).toMatchObject({ labels: { plan: 'free' } });
    await expect(tokens()(1001)(FIRST)).resolves.toBeDefined();
    await known.installed(again);
    await expect(tokens()(1001)(FIRST)).rejects.toMatchObject({ code: 'installation-revoked' });
    const good = { ...again, refreshToken: refreshTokens.get(1001) ?? '' };
    expect(await known.installed(good, { keepsTokens: true })).toMatchObject({ state: 'active' });
    await expect(tokens()(1001)(FIRST)).resolves.toBeDefined();
  });

  it('are listed by state and label, without their tokens', async () => {
    const { known, fleet, refreshTokens } = await start([1001, 1002]);
    await known.paused(1002);
    expect(await known.list()).toEqual([
      {
        hubId: 1001,
        appId: APP,
        state: 'active',
        labels: { plan: 'pro' },
        scopes: ['oauth'],
        changedAt: expect.any(String),
      },
      expect.objectContaining({ hubId: 1002, state: 'paused' }),
    ]);
    expect((await known.list({ states: ['active'] })).map(({ hubId }) => hubId)).toEqual([1001]);
    expect(await known.list({ labels: { plan: 'free' } })).toEqual([]);
    const rows = JSON.stringify(await fleet.query((p) => p.sql`select * from ${p.of('installation')}`));
    for (const token of refreshTokens.values()) expect(rows).not.toContain(token);
  });

  it('give an access token, which is asked for once by many that ask at once', async () => {
    const { tokens, refreshes, known } = await start();
    const fetches = Array.from({ length: 8 }, () => tokens()(1001));
    const given = await Promise.all(fetches.map((fetchToken) => fetchToken(FIRST)));
    expect([new Set(given).size, await refreshes()]).toEqual([1, 1]);
    const [fetchToken = tokens()(1001)] = fetches;
    const again = await Promise.all(fetches.map((one) => one({ rejected: true })));
    expect([new Set(again).size, await refreshes(), again[0] === given[0]]).toEqual([1, 2, false]);
    expect(await fetchToken(FIRST)).toBe(again[0]);
    expect((await known.find(1001))?.state).toBe('active');
  });

  it('renew an access token before it ends, by the clock of the database', async () => {
    const { fleet, tokens, refreshes } = await start();
    await setMoment(fleet, '2026-01-01T12:00:00Z');
    await tokens()(1001)(FIRST);
    await setMoment(fleet, '2026-01-01T12:28:00Z');
    await tokens()(1001)(FIRST);
    expect(await refreshes()).toBe(1);
    await setMoment(fleet, '2026-01-01T12:29:30Z');
    await tokens()(1001)(FIRST);
    expect(await refreshes()).toBe(2);
  });

  it('become revoked when the service refuses the refresh token, and others go on', async () => {
    const { tokens, known, revokeAt, refreshes } = await start([1001, 1002]);
    await revokeAt(1001);
    await expect(tokens()(1001)(FIRST)).rejects.toMatchObject({ code: 'installation-revoked' });
    expect((await known.list()).map(({ state }) => state)).toEqual(['revoked', 'active']);
    await expect(tokens()(1001)(FIRST)).rejects.toMatchObject({ code: 'installation-revoked' });
    expect(await refreshes()).toBe(1);
    expect(await tokens()(1002)(FIRST)).toEqual(expect.any(String));
    expect((await known.resumed(1001)).state).toBe('active');
    await expect(tokens()(1001)(FIRST)).rejects.toMatchObject({ code: 'installation-revoked' });
    expect(await refreshes()).toBe(3);
  });

  it('stay active when the credentials of the app are refused, or the service fails', async () => {
    const { tokens, known, service } = await start();
    const wrong = { apps: { [APP]: { clientId: service.development.clientId, clientSecret: secret('wrong') } } };
    await expect(tokens(wrong)(1001)(FIRST)).rejects.toMatchObject({ code: 'api-400' });
    await expect(tokens({ apps: {} })(1001)(FIRST)).rejects.toMatchObject({ code: 'app-unknown' });
    await expect(tokens({ issue: () => Promise.reject(new Error('down')) })(1001)(FIRST)).rejects.toThrow('down');
    expect((await known.find(1001))?.state).toBe('active');
    expect(await tokens()(1001)(FIRST)).toEqual(expect.any(String));
  });

  it('take no token of another account', async () => {
    const { tokens, known, refreshTokens } = await start([1001, 1002]);
    await known.installed({ hubId: 1001, appId: APP, refreshToken: refreshTokens.get(1002) ?? '', scopes: [] });
    await expect(tokens()(1001)(FIRST)).rejects.toMatchObject({ code: 'wrong-account' });
    expect((await known.find(1001))?.state).toBe('active');
  });

  it('keep a grant after an unconfirmed write, and discard it after a newer installation', async () => {
    const database = await place.database();
    let lose = 0;
    const shaky = watched(database, async ({ text, send }) => {
      const rows = await send();
      if (lose === 0 || !text.includes('access_sealed = ?')) return rows;
      lose -= 1;
      throw connectionLost();
    });
    const { tokens, refreshes, issue, known, refreshTokens } = await start([1001], shaky);
    lose = 1;
    const token = await tokens()(1001)(FIRST);
    expect([await tokens()(1001)(FIRST), await refreshes(), lose]).toEqual([token, 1, 0]);
    // The app is installed again while a refresh is under way: the older grant is not written over the newer token.
    const refreshToken = refreshTokens.get(1001) ?? '';
    let again = true;
    const slow = async (form: TokenForm) => {
      const grant = await issue(form);
      if (again) await known.installed({ hubId: 1001, appId: APP, refreshToken, scopes: ['new'] });
      again = false;
      return grant;
    };
    const fetchToken = tokens({ issue: slow })(1001);
    await fetchToken(FIRST);
    await fetchToken({ rejected: true });
    expect(await refreshes()).toBe(3);
    expect((await known.find(1001))?.scopes).toEqual(['new']);
  });

  it('are given up by a process that died in the middle, a minute later', async () => {
    const { fleet, tokens, refreshes } = await start();
    await setMoment(fleet, '2026-01-01T12:00:00Z');
    const hanging = Promise.withResolvers<never>();
    const asked = Promise.withResolvers<void>();
    const dead = tokens({
      issue: () => {
        asked.resolve();
        return hanging.promise;
      },
    })(1001)(FIRST);
    await asked.promise;
    await setMoment(fleet, '2026-01-01T12:01:01Z');
    expect(await tokens()(1001)(FIRST)).toEqual(expect.any(String));
    expect(await refreshes()).toBe(1);
    hanging.reject(new Error('dead'));
    await expect(dead).rejects.toThrow('dead');
    expect(await tokens()(1001)(FIRST)).toEqual(expect.any(String));
    expect(await refreshes()).toBe(1);
  });

  it('are uninstalled in the middle of a refresh, and nothing of it is kept', async () => {
    const { fleet, tokens, known, issue } = await start();
    const slow = async (form: TokenForm) => {
      const grant = await issue(form);
      await known.uninstalled(1001);
      return grant;
    };
    await expect(tokens({ issue: slow })(1001)(FIRST)).rejects.toMatchObject({ code: 'installation-uninstalled' });
    expect(await known.uninstalled(1001)).toMatchObject({ state: 'uninstalled' });
    const kept = await fleet.query((p) => p.sql`select refresh_sealed, access_sealed from ${p.of('installation')}`);
    expect(kept).toEqual([{ refresh_sealed: null, access_sealed: null }]);
    await expect(known.resumed(1001)).rejects.toMatchObject({ code: 'installation-uninstalled' });
    await expect(known.paused(9)).rejects.toMatchObject({ code: 'installation-unknown' });
    await expect(tokens()(9)(FIRST)).rejects.toMatchObject({ code: 'installation-unknown' });
  });

  it('belong to one app per account, and stay paused after a new token', async () => {
    const { known } = await start();
    const other = { hubId: 1001, appId: '2002', refreshToken: 'refresh-2', scopes: [] };
    await expect(known.installed(other)).rejects.toMatchObject({
      code: 'installation-of-other-app',
      message: 'Account 1001 is in this fleet with app 2001, so it cannot be added with app 2002.',
    });
    await known.paused(1001);
    expect(await known.installed({ ...other, appId: APP })).toMatchObject({ appId: APP, state: 'paused', labels: {} });
    await known.uninstalled(1001);
    expect(await known.installed(other)).toMatchObject({ appId: '2002', state: 'active' });
  });

  it('are refused with the names of all invalid fields, without the token', async () => {
    const { known } = await start([]);
    const good = { hubId: 1, appId: '2', refreshToken: 'r', scopes: [], labels: {} };
    const wrong = {
      hubId: -1,
      appId: 'my app',
      refreshToken: 'refresh 1',
      scopes: ['a b'],
      labels: { plan: '\u0000' },
    };
    const error = await known.installed(wrong).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code: 'argument-invalid',
      message: 'Invalid arguments to installed: hubId, appId, refreshToken, scopes, labels.',
    });
    expect(inspect(error)).not.toContain('refresh 1');
    await expect(
      known.installed({ ...good, labels: { 'a=b': 'c' } }),
      'plan --label a=b=c means the label a',
    ).rejects.toThrow('labels');
  });

  it('are resealed only after their pending refresh, whose key is still unknown', async () => {
    const { fleet, old } = await start([1001, 1002]);
    const both = keysOf(`new:${encoded()},old:${old}`);
    const rotating = installations({ database: fleet, keys: both });
    const renewing = (until: string) =>
      fleet.query(
        (
          p,
        ) => p.sql`update ${p.of('installation')} set refreshing = 'killed', refreshing_until = ${p.now} + ${until}::interval
          where hub_id = 1002`,
      );
    await renewing('1 minute');
    expect(await rotating.reseal()).toEqual({ resealed: 1, waiting: 1, failed: [] });
    expect(await rotating.reseal()).toEqual({ resealed: 0, waiting: 1, failed: [] });
    await renewing('-1 minute');
    expect(await rotating.reseal()).toEqual({ resealed: 1, waiting: 0, failed: [] });
  });

  it('are sealed again with a new key, all but those whose key is lost', async () => {
    const { fleet, known, tokens, old } = await start([1001, 1002, 1003]);
    const token = await tokens()(1001)(FIRST);
    await fleet.query((p) => p.sql`update ${p.of('installation')} set key_id = 'lost' where hub_id = 1003`);
    const both = keysOf(`new:${encoded()},old:${old}`);
    const rotating = installations({ database: fleet, keys: both });
    const { resealed, failed } = await rotating.reseal();
    expect([resealed, failed.map(({ hubId, error }) => [hubId, error.code])]).toEqual([
      2,
      [[1003, 'fleet-key-unknown']],
    ]);
    expect((await rotating.reseal()).resealed).toBe(0);
    const left = await fleet.query((p) => p.sql`select key_id from ${p.of('installation')} order by hub_id`);
    expect(left).toEqual([{ key_id: 'new' }, { key_id: 'new' }, { key_id: 'lost' }]);
    expect(await tokens({ keys: both })(1001)(FIRST)).toBe(token);
    await expect(tokens({ keys: both })(1003)(FIRST)).rejects.toMatchObject({ code: 'fleet-key-unknown' });
    expect((await known.list()).map(({ state }) => state)).toEqual(['active', 'active', 'active']);
  });
});
