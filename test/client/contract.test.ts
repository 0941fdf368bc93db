import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Client,
  createClient,
  mayHaveHappened,
  refreshingToken,
  secret,
  staticToken,
  tokenIssuer,
} from '../../src/client/index.ts';
import type { ApiCall } from '../../src/contract/calls.ts';
import type { Clock } from '../../src/contract/clock.ts';
import { ENDPOINT_IDS, ENDPOINTS } from '../../src/contract/endpoints.ts';
import { createService, type Service } from '../../src/service/index.ts';
import { EVERY_CALL, SECOND_REFRESH } from './every-call.ts';

const BASE = 'https://api.test';
const CALLS: readonly ApiCall[] = Object.values(EVERY_CALL).map((call) => call as ApiCall);

/** Waits end at once, because the tests check only the requests. */
function hastyClock(): Clock {
  let now = Date.UTC(2026, 0, 1);
  return {
    now: () => now,
    elapsed: () => now,
    sleep: async (ms) => {
      now += ms;
    },
  };
}

function propertyOf(objectType: string, groupName: string, name: string) {
  return { objectType, groupName, name, label: name, type: 'string', fieldType: 'text' };
}

/** Resources that the calls need: the properties that the v1 updates change, and their groups. */
const SEED = {
  accounts: [
    {
      hubId: 1001,
      groups: [
        { objectType: 'companies', name: 'companyinformation', displayName: 'Company' },
        { objectType: 'deals', name: 'dealinformation', displayName: 'Deal' },
      ],
      properties: [
        propertyOf('companies', 'companyinformation', 'companytier'),
        propertyOf('deals', 'dealinformation', 'dealtier'),
      ],
    },
  ],
};

describe('client and embedded service', () => {
  let service: Service;
  let client: Client;

  beforeAll(async () => {
    const clock = hastyClock();
    service = await createService({ clock, seed: SEED });
    const { hubId, appId } = service.development;
    await service.issueToken({ hubId, appId, refreshToken: SECOND_REFRESH });
    const tokens = staticToken(secret(service.development.accessToken));
    client = createClient({ baseUrl: BASE, transport: service.transport, clock, tokens });
  });
  afterAll(() => service.close());

  it('speak every endpoint of the table', () => {
    expect(CALLS.map(({ endpoint }) => endpoint).sort()).toEqual([...ENDPOINT_IDS].sort());
  });

  it.each(CALLS)('agree on $endpoint: the reply parses', async (call) => {
    const { status, value, attempts } = await client.send(call);
    const { reply, status: wanted } = ENDPOINTS[call.endpoint];
    expect([status, attempts, value !== undefined]).toEqual([wanted, 1, reply !== undefined]);
  });

  it('agree on the refusals of an existing name, an unknown name and an unknown token', async () => {
    await expect(client.call(EVERY_CALL.createProperty)).rejects.toMatchObject({
      status: 409,
      category: 'OBJECT_ALREADY_EXISTS',
      correlationId: expect.any(String),
    });
    await expect(
      client.call({
        endpoint: 'patchProperty',
        params: { object_type: 'contacts', property_name: 'nosuch' },
        body: { label: 'No' },
      }),
    ).rejects.toMatchObject({ status: 404 });
    const stranger = createClient({
      baseUrl: BASE,
      transport: service.transport,
      clock: hastyClock(),
      tokens: staticToken(secret('nobody-issued-this')),
    });
    await expect(stranger.call(EVERY_CALL.listProperties)).rejects.toMatchObject({ code: 'token-refused' });
  });

  it.each(CALLS.filter(({ endpoint }) => ENDPOINTS[endpoint].effect !== 'read'))(
    'agree on what proves that nothing happened: every refusal of $endpoint',
    async (call) => {
      const { endpoint } = call;
      for (const status of [400, 403, 404, 409, 415, 422, 423, 429, 437, 477]) {
        service.faults.add({ do: 'status', endpoint, status, times: 'always' });
        const tokens = staticToken(secret(service.development.accessToken));
        const { transport } = service;
        const once = createClient({ baseUrl: BASE, transport, clock: hastyClock(), tokens, maxAttempts: 1 });
        const error = await once.send(call).catch((thrown: unknown) => thrown);
        expect(error).toMatchObject({ name: 'ApiError', status, inDoubt: false });
        expect(mayHaveHappened(error)).toBe(false);
        service.faults.clear();
      }
    },
  );
});

describe('client and a service that fails', () => {
  const group = (name: string): ApiCall => ({
    endpoint: 'createGroup',
    params: { object_type: 'contacts' },
    body: { name, displayName: name },
  });
  const list = EVERY_CALL.listProperties;

  async function against<T>(work: (client: Client, service: Service) => Promise<T>): Promise<T> {
    const clock = hastyClock();
    const service = await createService({ clock });
    const { clientId, clientSecret, refreshToken } = service.development;
    const shared = { baseUrl: BASE, transport: service.transport, clock };
    const tokens = refreshingToken({
      clientId,
      clientSecret: secret(clientSecret),
      refreshToken: secret(refreshToken),
      clock,
      issue: tokenIssuer(createClient(shared)),
    });
    try {
      return await work(createClient({ ...shared, tokens }), service);
    } finally {
      await service.close();
    }
  }

  it('renews a token that ran out early and goes on', async () => {
    await against(async (client, service) => {
      await client.call(list);
      service.faults.add({ do: 'expire-token', endpoint: 'createGroup' });
      expect((await client.send(group('loyalty'))).attempts).toBe(2);
    });
  });

  it.each(['drop-after', 'half-reply', 'not-json', 'status-after-commit'] as const)(
    'leaves a create alone that may have happened: %s',
    async (fault) => {
      await against(async (client, service) => {
        service.faults.add({
          do: fault,
          endpoint: 'createGroup',
          ...(fault === 'status-after-commit' && { status: 502 }),
        });
        await expect(client.send(group('loyalty'))).rejects.toThrow();
        const calls = await service.calls();
        expect(calls.filter(({ endpoint }) => endpoint === 'createGroup')).toHaveLength(1);
        await expect(client.send(group('loyalty'))).rejects.toMatchObject({ status: 409 });
      });
    },
  );

  it('repeats a read after a lost reply, a proxy page and a rate limit', async () => {
    await against(async (client, service) => {
      service.faults.add({ do: 'drop-before', endpoint: 'listProperties', nth: 1 });
      service.faults.add({ do: 'html', endpoint: 'listProperties', nth: 2, status: 502 });
      service.faults.add({ do: 'status', endpoint: 'listProperties', nth: 3, status: 429, retryAfter: 2 });
      expect(await client.call(list)).toMatchObject({ status: 200, attempts: 4 });
    });
  });

  it('never meets the rate limit of the service', async () => {
    await against(async (client, service) => {
      await Promise.all(Array.from({ length: 250 }, () => client.call(list)));
      expect((await service.calls()).filter(({ status }) => status === 429)).toEqual([]);
    });
  });
});
