/** Tests of a rate-limited token endpoint. Accounts wait as long as it says, and free their slots. */

import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { fleetIssuer } from '../../src/cli/fleet/open.ts';
import { secret, systemClock } from '../../src/client/index.ts';
import type { HttpRequest } from '../../src/contract/http.ts';
import { createScrubber } from '../../src/contract/scrub.ts';
import { accountTokens, environmentKeys, installations } from '../../src/fleet/index.ts';
import { createService } from '../../src/service/index.ts';
import { BACKEND, type Backend, backend } from './databases.ts';
import { aFleetWorld, GROUP } from './world.ts';

let place: Backend;
beforeAll(async () => {
  place = await backend(BACKEND);
});
afterAll(() => place.close());

it('an account with a limited token is deferred until the time from the service', async () => {
  const database = await place.database();
  const world = await aFleetWorld(database, 4);
  const service = await createService();
  onTestFinished(() => service.close());
  const keys = environmentKeys({ TRUEUP_FLEET_KEYS: `a:${randomBytes(32).toString('base64')}` });
  const known = installations({ database, keys });
  for (const { hubId } of world.accounts) {
    await service.addAccount({ hubId });
    const { refreshToken } = await service.issueToken({ hubId, appId: 2001 });
    await known.installed({ hubId, appId: '2001', refreshToken, scopes: ['oauth'] });
  }
  let isLimited = false;
  const limited = { status: 429, headers: { 'retry-after': '40' }, body: '{"status":"error","message":"slow down"}' };
  const transport = {
    send: async (request: HttpRequest) =>
      isLimited && request.url.includes('/oauth/') && request.method === 'POST'
        ? limited
        : service.transport.send(request),
    close: async () => undefined,
  };
  const issue = fleetIssuer({ baseUrl: 'http://127.0.0.1' }, { transport, redaction: createScrubber() });
  const { clientId, clientSecret } = service.development;
  const apps = { '2001': { clientId, clientSecret: secret(clientSecret) } };
  const parts = { database, keys, apps, issue, clock: systemClock, newId: randomUUID };
  const fleet = await world.fleet(GROUP, { installations: known, tokens: accountTokens(parts), transport });
  const rollout = await fleet.plan({ waves: '100%', soakMs: 0 });
  await fleet.approve(rollout, { names: [], all: true, by: 'ann' });
  await fleet.rollout(rollout);
  await database.query(({ sql, of }) => sql`update ${of('installation')} set access_sealed = null`);
  isLimited = true;
  const stop = new AbortController();
  const working = fleet.work({ slots: 2, signal: stop.signal });
  while ((await fleet.status(rollout)).states.deferred !== 4) await new Promise((done) => setTimeout(done, 20));
  stop.abort();
  await working;
  const { at } = await fleet.status(rollout);
  for (const { putOffUntil, message, because } of await fleet.read.accounts(rollout)) {
    expect(Date.parse(putOffUntil ?? '') - Date.parse(at)).toBeGreaterThan(20_000);
    expect([because, message]).toEqual(['rate', expect.stringMatching(/refused with 429: slow down|its rate limit/)]);
  }
});
