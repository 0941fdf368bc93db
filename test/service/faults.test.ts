import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { type FaultRule, parseFault, startService } from '../../src/service/index.ts';
import { aService, send } from './harness.ts';

const contacts = { object_type: 'contacts' };
const loyalty = { params: contacts, body: { name: 'loyalty', displayName: 'Loyalty' } };

async function groupExists(service: {
  snapshot(hubId: number): Promise<{ groups: Readonly<Record<string, readonly { name: string }[]>> }>;
}) {
  return (await service.snapshot(1001)).groups['contacts']?.some((group) => group.name === 'loyalty');
}

describe('a fault rule', () => {
  it.each<[FaultRule, number | string, boolean]>([
    [{ do: 'status' }, 503, false],
    [{ do: 'status', status: 500 }, 500, false],
    [{ do: 'status-after-commit', status: 502 }, 502, true],
    [{ do: 'drop-before' }, 'connection-lost', false],
    [{ do: 'drop-after' }, 'connection-lost', true],
    [{ do: 'half-reply' }, 'connection-lost', true],
    [{ do: 'html' }, 502, false],
    [{ do: 'not-json' }, 201, true],
    [{ do: 'expire-token' }, 401, false],
  ])('%j gives %s, and the write has happened: %s', async (rule, seen, happened) => {
    const { service } = await aService({ faults: [rule] });
    const outcome = await send(service, 'createGroup', loyalty).then(
      (reply) => reply.status,
      (error) => error.code,
    );
    expect([outcome, await groupExists(service)]).toEqual([seen, happened]);
    expect((await service.calls()).map(({ status, committed, faults }) => ({ status, committed, faults }))).toEqual([
      { status: typeof seen === 'number' ? seen : undefined, committed: happened, faults: [rule.do] },
    ]);
  });

  it('hits from the nth matching call on, as many times as it says', async () => {
    const { service } = await aService();
    service.faults.add({ do: 'status', endpoint: 'listProperties', nth: 2, times: 2 });
    const statuses = async (count: number) => {
      const seen = [];
      for (let index = 0; index < count; index += 1) {
        await send(service, 'listCompanyProperties');
        seen.push((await send(service, 'listProperties', { params: contacts })).status);
      }
      return seen;
    };
    expect(await statuses(4)).toEqual([200, 503, 503, 200]);
    service.faults.add({ do: 'status', times: 'always' });
    expect((await send(service, 'listCompanyProperties')).status).toBe(503);
    service.faults.clear();
    expect(await statuses(1)).toEqual([200]);
  });

  it('adds a retry time to a 429', async () => {
    const { service } = await aService({ faults: [{ do: 'status', status: 429, retryAfter: 3 }] });
    const refused = await send(service, 'listCompanyProperties');
    expect(refused.headers['retry-after']).toBe('3');
    expect(refused.body).toEqual({
      status: 'error',
      message: 'You have reached your ten_secondly_rolling limit.',
      correlationId: 'id-1',
      errorType: 'RATE_LIMIT',
      policyName: 'TEN_SECONDLY_ROLLING',
    });
  });

  it('answers with a page for html, and with truncated JSON for not-json', async () => {
    const { service } = await aService({ faults: [{ do: 'html' }, { do: 'not-json', nth: 2 }] });
    const page = await send(service, 'listCompanyProperties');
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    const broken = await send(service, 'listCompanyProperties');
    expect([broken.status, typeof broken.body]).toEqual([200, 'string']);
  });

  it('waits by the clock and then acts for latency', async () => {
    const { service, clock } = await aService({ faults: [{ do: 'latency', ms: 250 }] });
    const before = clock.now();
    expect((await send(service, 'createGroup', loyalty)).status).toBe(201);
    expect(clock.now() - before).toBe(250);
  });

  it('shows old property lists during a read lag', async () => {
    const { service, clock } = await aService({ faults: [{ do: 'read-lag', ms: 700, times: 'always' }] });
    const body = { name: 'tier', label: 'Tier', groupName: 'contactinformation', type: 'string', fieldType: 'text' };
    const labels = async () =>
      (await send(service, 'listProperties', { params: contacts })).body
        .filter(({ name }: { name: string }) => name === 'tier')
        .map(({ label }: { label: string }) => label);
    await send(service, 'createProperty', { params: contacts, body });
    expect(await labels()).toEqual([]);
    clock.advance(400);
    await send(service, 'patchProperty', { params: { ...contacts, property_name: 'tier' }, body: { label: 'New' } });
    clock.advance(400);
    expect(await labels()).toEqual(['Tier']);
    clock.advance(400);
    expect(await labels()).toEqual(['New']);
  });

  it('shows old pipelines and stages during a read lag', async () => {
    const { service, clock } = await aService({ faults: [{ do: 'read-lag', ms: 700, times: 'always' }] });
    const deals = { object_type: 'deals' };
    const won = { ...deals, pipelineId: 'default', stageId: 'closedwon' };
    const seen = async () => [
      (await send(service, 'readStage', { params: won })).body?.label,
      (await send(service, 'listStages', { params: won })).body.results.length,
      (await send(service, 'readPipeline', { params: won })).body.stages.length,
      (await send(service, 'listPipelines', { params: deals })).body.results[0].stages.length,
    ];
    await send(service, 'updateStage', { params: won, body: { label: 'Won' } });
    expect(await seen()).toEqual(['Closed Won', 7, 7, 7]);
    clock.advance(800);
    expect(await seen()).toEqual(['Won', 7, 7, 7]);
    await send(service, 'deleteStage', { params: won });
    expect(await seen()).toEqual(['Won', 7, 7, 7]);
    clock.advance(800);
    expect(await seen()).toEqual([undefined, 6, 6, 6]);
  });

  it.each([
    ['updatePipeline', { label: 'Deals', displayOrder: 8 }],
    ['updateStage', { label: 'Deals', displayOrder: 8 }],
  ] as const)('leaves a member out of %s for ignore', async (endpoint, body) => {
    const { service } = await aService({ faults: [{ do: 'ignore', endpoint, member: 'label' }] });
    const params = { object_type: 'deals', pipelineId: 'default', stageId: 'closedwon' };
    await send(service, endpoint, { params, body });
    const read = endpoint === 'updatePipeline' ? 'readPipeline' : 'readStage';
    const { label, displayOrder } = (await send(service, read, { params })).body;
    expect([label === 'Deals', displayOrder]).toEqual([false, 8]);
  });

  it('shows old properties of the dated surface during a read lag, single and archived', async () => {
    const { service, clock } = await aService({ faults: [{ do: 'read-lag', ms: 700, times: 'always' }] });
    const body = { name: 'tier', label: 'Tier', groupName: 'contactinformation', type: 'string', fieldType: 'text' };
    const tier = { ...contacts, property_name: 'tier' };
    const archived = { query: { archived: 'true' } };
    const seen = async () => [
      (await send(service, 'readDatedProperty', { params: tier })).status,
      (await send(service, 'readDatedProperty', { params: tier, ...archived })).status,
      (await send(service, 'listDatedProperties', { params: contacts, ...archived })).body.results.length,
    ];
    await send(service, 'createDatedProperty', { params: contacts, body });
    expect(await seen()).toEqual([404, 404, 0]);
    clock.advance(800);
    expect(await seen()).toEqual([200, 404, 0]);
    await send(service, 'archiveDatedProperty', { params: tier });
    expect(await seen()).toEqual([200, 404, 0]);
    clock.advance(800);
    expect(await seen()).toEqual([404, 200, 1]);
  });

  it('expires the token of the call for good', async () => {
    const { service } = await aService({ faults: [{ do: 'expire-token' }] });
    const { accessToken } = await service.issueToken({ hubId: 1001, appId: 2001 });
    const first = await send(service, 'listCompanyProperties', { token: accessToken });
    expect([first.status, first.body.category]).toEqual([401, 'EXPIRED_AUTHENTICATION']);
    expect((await send(service, 'listCompanyProperties', { token: accessToken })).status).toBe(401);
    expect((await send(service, 'listCompanyProperties')).status).toBe(200);
  });
});

describe('over a socket', () => {
  it.each(['drop-before', 'drop-after', 'half-reply'] as const)('%s breaks the connection', async (action) => {
    const service = await startService({ faults: [{ do: action }], rateLimit: false });
    const headers = { authorization: `Bearer ${service.development.accessToken}` };
    const read = async () => (await fetch(`${service.url}/properties/v1/companies/properties`, { headers })).text();
    await expect(read()).rejects.toThrow(TypeError);
    expect(JSON.parse(await read()).length).toBeGreaterThan(0);
    await service.close();
  });

  it('processes a delayed call after its caller disconnected', async () => {
    const service = await startService({ faults: [{ do: 'latency', endpoint: 'createGroup', ms: 200 }] });
    const abort = new AbortController();
    const asked = fetch(`${service.url}/properties/v2/contacts/groups`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${service.development.accessToken}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(loyalty.body),
      signal: abort.signal,
    }).catch(() => 'broken');
    while ((await service.calls()).length === 0) await setTimeout(1);
    abort.abort();
    expect(await asked).toBe('broken');
    while ((await service.calls()).some(({ status }) => status === undefined)) await setTimeout(1);
    expect(await groupExists(service)).toBe(true);
    await service.close();
  });

  it('closing does not wait for a call that sleeps in a fault', async () => {
    const service = await startService({ faults: [{ do: 'latency', ms: 3_600_000 }] });
    const asked = fetch(`${service.url}/properties/v1/companies/properties`).then(
      (reply) => reply.status,
      () => 'broken',
    );
    while ((await service.calls()).length === 0) await setTimeout(1);
    await service.close();
    expect([500, 'broken']).toContain(await asked);
  });
});

describe('the in-process transport', () => {
  const request = { method: 'GET', url: 'https://any.test/properties/v1/companies/properties', headers: {} } as const;

  it('gives up when told to, and says whether the service may have acted', async () => {
    const { service } = await aService({
      clock: undefined,
      faults: [{ do: 'latency', ms: 3_600_000, times: 'always' }],
    });
    const abort = new AbortController();
    const waiting = service.transport.send(request, { signal: abort.signal });
    abort.abort();
    await expect(waiting).rejects.toMatchObject({ code: 'aborted', sent: 'maybe' });
    await expect(service.transport.send(request, { signal: abort.signal })).rejects.toMatchObject({ sent: 'no' });
    await expect(service.transport.send(request, { timeoutMs: 1 })).rejects.toMatchObject({
      code: 'timed-out',
      sent: 'maybe',
    });
  });

  it('sends nothing once the service is closed', async () => {
    const { service } = await aService();
    await service.close();
    await service.close();
    await expect(service.transport.send(request)).rejects.toMatchObject({ code: 'transport-closed', sent: 'no' });
  });
});

describe('the text form of a fault rule', () => {
  it.each<[string, FaultRule]>([
    ['do=drop-after,endpoint=createSubscription,nth=2', { do: 'drop-after', endpoint: 'createSubscription', nth: 2 }],
    [
      'do=status, status=429, retryAfter=2, times=always',
      { do: 'status', status: 429, retryAfter: 2, times: 'always' },
    ],
    ['do=latency,ms=50', { do: 'latency', ms: 50 }],
    [
      'do=batch,endpoint=updateAssociationLimits,state=PENDING',
      { do: 'batch', endpoint: 'updateAssociationLimits', state: 'PENDING' },
    ],
  ])('%s is read', (text, rule) => {
    expect(parseFault(text)).toEqual(rule);
  });

  it('reports every problem in one message', () => {
    expect(() => parseFault('do=explode,endpoint=none,nth=0,nth=1.5,when=now,status=42')).toThrow(
      /^Invalid fault rule do=explode,.*: do must be one of status, .*; endpoint must be one of issueToken, .*; nth must be a whole number; status must be from 200 to 599; when is not a member of a fault rule; nth appears twice\.$/,
    );
    expect(() => parseFault('')).toThrow(/do must be one of/);
    expect(() => parseFault('do=drop-after,ms=5,status=500')).toThrow(
      'Invalid fault rule do=drop-after,ms=5,status=500: status is only valid with status, status-after-commit, html, batch-refuse, batch-break; ms is only valid with latency, read-lag.',
    );
    expect(() => parseFault('do=batch,endpoint=createGroup')).toThrow(
      'Invalid fault rule do=batch,endpoint=createGroup: batch requires a state: CANCELED, COMPLETE, PENDING, PROCESSING; batch requires endpoint=updateAssociationLimits or endpoint=createDatedProperties.',
    );
    expect(() => parseFault('do=drop-after,state=DONE')).toThrow('state must be one of CANCELED, COMPLETE');
  });
});

it('tells of a call as it arrives and after its effect, and waits each time', async () => {
  const seen: unknown[] = [];
  const { service } = await aService({
    onCall: async (moment) => {
      seen.push([moment, await groupExists(service)]);
    },
  });
  await send(service, 'createGroup', loyalty);
  expect(seen).toEqual([
    [{ at: 'arrived', sequence: 1, endpoint: 'createGroup', committed: false }, false],
    [{ at: 'answered', sequence: 1, endpoint: 'createGroup', committed: true }, true],
  ]);
});
