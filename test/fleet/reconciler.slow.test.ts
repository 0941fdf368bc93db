import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createClient, secret, systemClock, tokenIssuer } from '../../src/client/index.ts';
import { accountTokens, environmentKeys, installations, postgresStore } from '../../src/fleet/index.ts';
import { createReconciler, parseProject, prepare } from '../../src/index.ts';
import { createService } from '../../src/service/index.ts';
import { BACKENDS, type Backend, backend } from './databases.ts';

const PROJECT = `version: 1
objects:
  contacts:
    groups:
      loyalty:
        displayName: Loyalty programme
        properties:
          loyaltytier: { label: Loyalty tier, type: string, fieldType: text }
webhooks:
  - appId: 2001
    subscriptions:
      - { eventType: contact.propertyChange, propertyName: loyaltytier, active: true }
`;
const BASE = 'https://api.hubapi.com';

describe.each(BACKENDS)('accounts whose ledgers and tokens are on %s', (name) => {
  let place: Backend;
  beforeAll(async () => {
    place = await backend(name);
  });
  afterAll(() => place.close());

  it('are planned and applied, one after the other, with one subscription of their app', async () => {
    const database = await place.database();
    const service = await createService();
    onTestFinished(() => service.close());
    const parts = { database, clock: systemClock, newId: randomUUID };
    const keys = environmentKeys({ TRUEUP_FLEET_KEYS: `a:${Buffer.alloc(32, 7).toString('base64')}` });
    const { clientId, clientSecret } = service.development;
    const client = createClient({ baseUrl: BASE, transport: service.transport, clock: systemClock });
    const apps = { '2001': { clientId, clientSecret: secret(clientSecret) } };
    const tokens = accountTokens({ ...parts, keys, apps, issue: tokenIssuer(client) });
    const known = installations({ database, keys });
    const prepared = prepare(parseProject([{ path: 'trueup.yaml', text: PROJECT }]));
    const summaries: unknown[] = [];
    for (const hubId of [1001, 1002]) {
      await service.addAccount({ hubId });
      const { refreshToken } = await service.issueToken({ hubId, appId: 2001 });
      await known.installed({ hubId, appId: '2001', refreshToken, scopes: [] });
      const account = `account-${hubId}`;
      const reconciler = createReconciler({
        ...prepared.forAccount({ name: account, hubId, baseUrl: BASE }),
        ledger: postgresStore({ ...parts, name: account }),
        fetchToken: tokens(hubId),
        transport: service.transport,
      });
      onTestFinished(() => reconciler.close());
      const { summary } = await reconciler.apply(await reconciler.plan());
      summaries.push([summary.applied, (await reconciler.plan()).calls]);
      expect((await reconciler.ledger.runs()).length).toBe(1);
    }
    const created = (await service.calls()).filter(({ endpoint }) => endpoint === 'createSubscription');
    expect([summaries, created.length]).toEqual([
      [
        [3, []],
        [2, []],
      ],
      1,
    ]);
    const leases = await database.query((p) => p.sql`select 1 from ${p.of('ledger_lease')}`);
    expect(leases).toEqual([]);
  });
});
