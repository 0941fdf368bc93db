import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createService, SeedError } from '../../src/service/index.ts';
import { aService, send } from './harness.ts';

const KEY = 'trueup-dev-developer-key';
const PARAMS = { appId: '2001' };
const BODY = { eventType: 'contact.creation', active: true };
const byKey = (hapikey: string, more = {}) => ({
  params: PARAMS,
  body: BODY,
  token: null,
  query: { hapikey },
  ...more,
});
const REFUSED = { status: 'error', category: 'INVALID_AUTHENTICATION' };

describe('a webhook call', () => {
  it('is accepted with the developer key of its app, and the record hides the key', async () => {
    const { service } = await aService();
    const { status, body } = await send(service, 'createSubscription', byKey(service.development.developerKey));
    expect([status, body.eventType, service.development.developerKey]).toEqual([201, 'contact.creation', KEY]);
    expect((await service.snapshot(1001)).subscriptions).toMatchObject([
      { appId: 2001, eventType: 'contact.creation' },
    ]);
    expect(await service.calls()).toMatchObject([
      { path: '/webhooks/2026-03/2001/subscriptions?hapikey=[secret]', status: 201, committed: true, hubId: undefined },
    ]);
  });

  it('goes by the key where both are given', async () => {
    const { service } = await aService();
    const both = { token: 'trueup-dev-token' };
    expect((await send(service, 'createSubscription', byKey('another-key', both))).status).toBe(401);
    expect((await send(service, 'createSubscription', byKey(KEY, { token: 'pat-na1-trueup-dev' }))).status).toBe(201);
  });

  it.each([
    ['an unknown key', byKey('another-key')],
    ['an empty key', byKey('')],
    ['the key of another app', byKey(KEY, { params: { appId: '2002' } })],
    ['the key for an app that has no id', byKey(KEY, { params: { appId: 'x' } })],
    ['the token of a private app', { params: PARAMS, body: BODY, token: 'pat-na1-trueup-dev' }],
    ['the token of a private app in Europe', { params: PARAMS, body: BODY, token: 'pat-eu1-trueup-dev' }],
    ['nothing', { params: PARAMS, body: BODY, token: null }],
  ])('is refused with %s: 401, and nothing is taken in', async (_, sent) => {
    const { service } = await aService({ seed: { apps: [OTHER_APP] } });
    const { status, body } = await send(service, 'createSubscription', sent);
    expect([status, body]).toEqual([401, expect.objectContaining(REFUSED)]);
    expect(await service.calls()).toMatchObject([{ status: 401, committed: false, body: undefined }]);
  });

  it('requires an OAuth token of the app with the scope', async () => {
    const { service } = await aService();
    const sent = { params: PARAMS, body: BODY };
    expect((await send(service, 'createSubscription', sent)).status).toBe(201);
    const { accessToken } = await service.issueToken({ hubId: 1001, appId: 2001, scopes: ['developers-read'] });
    expect((await send(service, 'createSubscription', { ...sent, token: accessToken })).status).toBe(403);
  });

  it.each([
    ['/webhooks/2026-03', 401],
    ['/app-webhooks/2026-09', 200],
    ['/webhooks/2026-09', 404],
    ['/app-webhooks/2026-03', 404],
  ])('to %s with the token of a private app is answered with %s', async (beginning, status) => {
    const { service } = await aService();
    const url = `https://service.test${beginning}/60001001/subscriptions`;
    const headers = { authorization: 'Bearer pat-na1-trueup-dev' };
    expect((await service.transport.send({ method: 'GET', url, headers })).status).toBe(status);
  });

  it('is not served in version 2026-09 on the documented surface', async () => {
    const { service } = await aService({ surface: 'documented' });
    const create = (version: string) =>
      send(service, 'createSubscription', { params: PARAMS, body: BODY, version, token: 'trueup-dev-token' });
    expect([(await create('2026-09')).status, (await create('2026-03')).status]).toEqual([404, 201]);
  });

  it('is checked like any other once its key is taken', async () => {
    const { service } = await aService();
    const refused = async (more: object) => (await send(service, 'createSubscription', byKey(KEY, more))).status;
    expect(await refused({ body: { eventType: 'contact.creation' } })).toBe(400);
    expect(await refused({ query: { hapikey: KEY, other: '1' } })).toBe(400);
    expect(await refused({})).toBe(201);
    expect(await refused({})).toBe(409);
  });

  it('is counted by its key, apart from the calls of any token', async () => {
    const { service } = await aService({ rateLimit: { max: 1, intervalMs: 10_000 } });
    expect((await send(service, 'createSubscription', byKey(KEY))).status).toBe(201);
    expect((await send(service, 'createSubscription', byKey(KEY))).status).toBe(429);
    expect((await send(service, 'readAccountDetails')).status).toBe(200);
  });
});

const OTHER_APP = {
  appId: 2002,
  clientId: 'other',
  clientSecret: 'other-secret',
  developerKey: 'key-of-another-account',
};

describe('a seed', () => {
  it('gives apps their developer keys, the same to several apps of one owner', async () => {
    const same = { ...OTHER_APP, appId: 2003, clientId: 'third' };
    const { service } = await aService({ seed: { apps: [OTHER_APP, same] } });
    for (const appId of ['2002', '2003']) {
      const sent = byKey(OTHER_APP.developerKey, { params: { appId } });
      expect((await send(service, 'createSubscription', sent)).status).toBe(201);
    }
  });

  it('is invalid if a key cannot be sent in a request', async () => {
    for (const developerKey of ['short', 'with spaces in it']) {
      await expect(createService({ seed: { apps: [{ ...OTHER_APP, developerKey }] } })).rejects.toThrow(SeedError);
    }
  });
});

it('a store keeps developer keys, and not as they are', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'trueup-keys-'));
  const first = await createService({ dataDir, seed: { apps: [OTHER_APP] } });
  await first.close();
  const again = await createService({ dataDir });
  const sent = byKey(OTHER_APP.developerKey, { params: { appId: '2002' } });
  expect((await send(again, 'createSubscription', sent)).status).toBe(201);
  await again.close();
});
