import { describe, expect, it } from 'vitest';
import { createClient, staticToken } from '../../src/client/index.ts';
import type { ApiCall } from '../../src/contract/calls.ts';
import type { EffectClass } from '../../src/contract/endpoint.ts';
import { ENDPOINTS } from '../../src/contract/endpoints.ts';
import type { HttpReply } from '../../src/contract/http.ts';
import { secret } from '../../src/contract/secret.ts';
import { mayHaveHappened, TransportError } from '../../src/errors.ts';
import { fakeClock } from './fake-clock.ts';
import { failing, fakeTransport, json, LIMITS, PROPERTY, refusal } from './fake-transport.ts';

const CALLS: Readonly<Record<EffectClass, ApiCall>> = {
  read: { endpoint: 'listProperties', params: { object_type: 'contacts' } },
  set: {
    endpoint: 'patchProperty',
    params: { object_type: 'contacts', property_name: 'tier' },
    body: { label: 'Tier' },
  },
  'natural-key-create': { endpoint: 'createProperty', params: { object_type: 'contacts' }, body: PROPERTY },
  'server-id-create': {
    endpoint: 'createSubscription',
    params: { appId: '2001' },
    body: { eventType: 'contact.creation', active: true },
  },
  purge: {
    endpoint: 'purgeAssociationLimits',
    params: { fromObjectType: 'contacts', toObjectType: 'companies' },
    body: { inputs: [{ category: 'SERVICE_DEFINED', typeId: 279 }] },
  },
  token: { endpoint: 'issueToken', params: {}, body: { grant_type: 'refresh_token', refresh_token: 'r-123' } },
};

const GOOD: Readonly<Record<EffectClass, HttpReply>> = {
  read: json(200, [PROPERTY]),
  set: json(200, PROPERTY),
  'natural-key-create': json(201, PROPERTY),
  'server-id-create': json(201, {
    id: 7,
    eventType: 'contact.creation',
    active: true,
    createdAt: '2026-01-01T00:00:00Z',
  }),
  purge: { status: 204, headers: {}, body: '' },
  token: json(200, { token_type: 'bearer', access_token: 'a-123', refresh_token: 'r-123', expires_in: 1800 }),
};

/** A page of a program between us and the service. */
const PAGE: HttpReply = { status: 0, headers: { 'content-type': 'text/html' }, body: '<h1>No</h1>' };

const CLASSES = Object.keys(CALLS) as readonly EffectClass[];
const REPEATABLE: readonly EffectClass[] = ['read', 'set', 'purge'];
const ONCE = CLASSES.filter((effect) => !REPEATABLE.includes(effect));

function run(
  effect: EffectClass,
  script: readonly (HttpReply | Error)[],
  options: { signal?: AbortSignal; maxAttempts?: number } = {},
) {
  const clock = fakeClock();
  const transport = fakeTransport(script);
  const client = createClient({
    baseUrl: 'https://api.test',
    transport,
    tokens: staticToken(secret('token-1')),
    clock,
    random: () => 1,
    ...options,
  });
  return { clock, transport, result: clock.run(client.send(CALLS[effect])) };
}

describe('retry', () => {
  it('is tried here with one endpoint of each effect class', () => {
    expect(CLASSES.map((effect) => ENDPOINTS[CALLS[effect].endpoint].effect)).toEqual(CLASSES);
  });

  it.each(CLASSES)('repeats an unsent %s without counting the attempt', async (effect) => {
    const { result, clock } = run(effect, [failing('no'), failing('no', 'dns-failed'), GOOD[effect]]);
    expect((await result).attempts).toBe(1);
    expect(clock.elapsed()).toBe(750);
  });

  it.each(REPEATABLE)('sends a %s again after a lost reply and after a 5xx', async (effect) => {
    const { result, transport } = run(effect, [
      failing('maybe'),
      json(503, {}),
      failing('maybe', 'timed-out'),
      GOOD[effect],
    ]);
    expect((await result).attempts).toBe(4);
    expect(transport.requests).toHaveLength(4);
  });

  it.each(REPEATABLE)('sends a %s again after a 408 and a 499', async (effect) => {
    const { result, clock } = run(effect, [json(408, {}), json(499, {}), GOOD[effect]]);
    expect((await result).attempts).toBe(3);
    expect(clock.elapsed()).toBe(750);
  });

  it.each(ONCE)('never sends a %s again after a lost reply', async (effect) => {
    const lost = failing('maybe');
    const { result, transport } = run(effect, [lost, GOOD[effect]]);
    await expect(result).rejects.toMatchObject({ code: lost.code, message: lost.message, sent: 'maybe' });
    expect(transport.requests).toHaveLength(1);
  });

  it.each(ONCE.flatMap((effect) => [408, 499, 502].map((status) => [effect, status] as const)))(
    'never sends a %s again after a %i',
    async (effect, status) => {
      const { result, transport } = run(effect, [json(status, {}, { 'retry-after': '1' }), GOOD[effect]]);
      await expect(result).rejects.toMatchObject({ name: 'ApiError', status, attempts: 1, inDoubt: true });
      expect(transport.requests).toHaveLength(1);
    },
  );

  it.each(CLASSES)('repeats a %s after a lock and a short move, with the requested waits', async (effect) => {
    const { result, clock } = run(effect, [
      json(423, refusal('LOCKED')),
      json(477, refusal('MOVING'), { 'retry-after': '30' }),
      GOOD[effect],
    ]);
    expect((await result).attempts).toBe(3);
    expect(clock.elapsed()).toBe(32_000);
  });

  const FOREIGN = [423, 429, 477].flatMap((status) =>
    [PAGE, { ...PAGE, body: '' }, json(0, { message: 'Blocked.' })].map((reply) => ({
      ...reply,
      status,
      headers: { ...reply.headers, 'retry-after': '1' },
    })),
  );

  it.each(ONCE)('never sends a %s again when another program asks to come again', async (effect) => {
    for (const reply of FOREIGN) {
      const { result, transport } = run(effect, [reply, GOOD[effect]]);
      await expect(result).rejects.toMatchObject({ name: 'ApiError', status: reply.status, inDoubt: true });
      expect(transport.requests).toHaveLength(1);
    }
  });

  it.each(REPEATABLE)('repeats a %s if any source asks for a retry', async (effect) => {
    for (const reply of FOREIGN) expect((await run(effect, [reply, GOOD[effect]]).result).attempts).toBe(2);
  });

  it.each([
    ['Retry-After in seconds', { 'retry-after': '7' }, 'TEN_SECONDLY_ROLLING', 7_000],
    ['Retry-After as a date', { 'retry-after': 'Thu, 01 Jan 2026 00:00:04 GMT' }, 'TEN_SECONDLY_ROLLING', 4_000],
    ['the interval header', { 'x-hubspot-ratelimit-interval-milliseconds': '6000' }, 'TEN_SECONDLY_ROLLING', 6_000],
    ['the rolling policy', {}, 'TEN_SECONDLY_ROLLING', 10_000],
    ['the policy of a second', {}, 'SECONDLY', 1_000],
    ['nothing', {}, undefined, 10_000],
  ])('waits after a 429 as told by %s, for every class', async (_, headers, policyName, ms) => {
    const body = { status: 'error', message: 'You have reached your limit.', correlationId: 'c-1', policyName };
    for (const effect of CLASSES) {
      const { result, clock } = run(effect, [json(429, body, headers), GOOD[effect]]);
      expect((await result).attempts).toBe(2);
      expect(clock.elapsed()).toBe(ms);
    }
  });

  it('does not wait for a daily limit', async () => {
    const { result, clock, transport } = run('read', [
      json(429, { policyName: 'DAILY', message: 'You have reached your daily limit.' }),
    ]);
    await expect(result).rejects.toMatchObject({
      status: 429,
      hint: "The account has used up its calls for today: run again after midnight in the account's time zone.",
    });
    expect([clock.elapsed(), transport.requests.length]).toEqual([0, 1]);
  });

  it('fails for a move of more than a minute and names the time', async () => {
    const { result, clock } = run('read', [json(477, {}, { 'retry-after': '7200' })]);
    await expect(result).rejects.toMatchObject({
      status: 477,
      hint: 'The account is being moved to another data centre: run again in 120 minutes (after 2026-01-01T02:00Z).',
    });
    expect(clock.elapsed()).toBe(0);
  });

  it('stops after the attempts allowed, waiting longer each time', async () => {
    const { result, clock, transport } = run('read', [json(500, refusal('INTERNAL'))]);
    await expect(result).rejects.toMatchObject({ status: 500, attempts: 4 });
    expect(transport.requests).toHaveLength(4);
    expect(clock.elapsed()).toBe(250 + 500 + 1000);
  });

  it.each(['tls-failed', 'insecure-address', 'request-invalid', 'transport-closed'])(
    'does not repeat what fails the same way again: %s',
    async (code) => {
      const { result, transport } = run('read', [failing('no', code)]);
      await expect(result).rejects.toMatchObject({ code });
      expect(transport.requests).toHaveLength(1);
    },
  );

  it.each([302, 304, 400, 403, 404, 406, 409, 414, 425, 437, 501])('does not repeat a %i', async (status) => {
    const { result, transport } = run('read', [json(status, {})]);
    await expect(result).rejects.toMatchObject({ status, attempts: 1 });
    expect(transport.requests).toHaveLength(1);
  });

  it('reports an uncertain effect once an attempt may have taken effect', async () => {
    const error = await run('set', [failing('maybe'), failing('no')]).result.catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      name: 'TransportError',
      code: 'connect-refused',
      sent: 'maybe',
      message: 'GET https://api.test connect-refused. An earlier attempt may have taken effect.',
    });
    expect(mayHaveHappened(error)).toBe(true);
  });

  it('keeps the doubt when the token is refused after a lost reply', async () => {
    const error = await run('set', [failing('maybe'), json(401, refusal('EXPIRED_AUTHENTICATION'))]).result.catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toMatchObject({ code: 'token-refused', sent: 'maybe' });
  });

  it('says of a refusal after a lost reply that it was sent twice', async () => {
    await expect(run('set', [failing('maybe'), json(404, refusal('OBJECT_NOT_FOUND'))]).result).rejects.toMatchObject({
      status: 404,
      attempts: 2,
      inDoubt: true,
    });
  });

  it.each([
    [json(429, {}), 'no'],
    [json(423, {}), 'no'],
    [json(503, {}), 'maybe'],
    [failing('no'), 'no'],
    [failing('maybe'), 'maybe'],
  ] as const)('ends a wait as soon as the caller gives up (%#)', async (first, sent) => {
    const control = new AbortController();
    const { clock, transport, result } = run('read', [first, GOOD.read], { signal: control.signal });
    void clock.sleep(100).then(() => control.abort(new Error('stop')));
    await expect(result).rejects.toMatchObject({ name: 'TransportError', code: 'aborted', sent });
    expect([clock.elapsed(), transport.requests.length]).toEqual([100, 1]);
  });

  it('sends nothing for a caller that has given up before', async () => {
    const { transport, result } = run('read', [GOOD.read], { signal: AbortSignal.abort() });
    await expect(result).rejects.toMatchObject({ code: 'aborted', sent: 'no' });
    expect(transport.requests).toEqual([]);
  });

  it('keeps the hint of the transport', async () => {
    const hint = 'Check the name of the host.';
    const { result } = run('read', [new TransportError('dns-failed', 'No such host.', { sent: 'no', hint })]);
    await expect(result).rejects.toMatchObject({ code: 'dns-failed', hint });
  });

  it('does not take a 2xx that breaks the contract for a reason to repeat', async () => {
    const { result, transport } = run('natural-key-create', [json(201, { name: 5, ...LIMITS })]);
    const error = await result.catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'ContractError', endpoint: 'createProperty' });
    expect(mayHaveHappened(error)).toBe(true);
    expect(transport.requests).toHaveLength(1);
  });
});
