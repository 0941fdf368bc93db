import { describe, expect, it } from 'vitest';
import { createClient, staticToken, type TokenSource } from '../../src/client/index.ts';
import type { ApiCall } from '../../src/contract/calls.ts';
import type { HttpReply } from '../../src/contract/http.ts';
import { secret } from '../../src/contract/secret.ts';
import { fakeClock } from './fake-clock.ts';
import { type Answering, failing, fakeTransport, json, PROPERTY, refusal } from './fake-transport.ts';

const READ: ApiCall = { endpoint: 'listProperties', params: { object_type: 'contacts' } };
const PATCH: ApiCall = {
  endpoint: 'patchProperty',
  params: { object_type: 'contacts', property_name: 'tier' },
  body: { label: 'Tier' },
};
const SPENT = { 'x-hubspot-ratelimit-max': '110', 'x-hubspot-ratelimit-remaining': '0' };

function stoppable(script: Answering | readonly (HttpReply | Error)[], source?: TokenSource) {
  const clock = fakeClock();
  const control = new AbortController();
  const transport = fakeTransport(script);
  const client = createClient({
    baseUrl: 'https://api.test',
    transport,
    tokens: source ?? staticToken(secret('token-1')),
    clock,
    random: () => 1,
    stop: control.signal,
  });
  const send = (call: ApiCall) => clock.run(client.send(call).catch((error: unknown) => error));
  const stopAfter = (ms: number) => void clock.sleep(ms).then(() => control.abort(new Error('stop')));
  return { clock, control, transport, client, send, stopAfter };
}

describe('a stop', () => {
  it('lets the try that is on its way have its reply', async () => {
    const { clock, send, stopAfter } = stoppable(async (_, __, { signal }) => {
      await clock.sleep(1_000);
      expect(signal).toBeUndefined();
      return json(200, PROPERTY);
    });
    stopAfter(100);
    expect(await send(PATCH)).toMatchObject({ status: 200, attempts: 1 });
    expect(clock.elapsed()).toBe(1_000);
  });

  it.each([
    [json(503, {}), { name: 'ApiError', status: 503 }],
    [json(429, {}), { name: 'ApiError', status: 429 }],
    [failing('maybe'), { code: 'connection-lost', sent: 'maybe' }],
    [failing('no'), { code: 'connect-refused', sent: 'no' }],
  ] as const)('that comes while a try is on its way keeps it from being repeated (%#)', async (ending, error) => {
    const { clock, send, stopAfter, transport } = stoppable(async () => {
      await clock.sleep(1_000);
      if (ending instanceof Error) throw ending;
      return ending;
    });
    stopAfter(100);
    expect(await send(PATCH)).toMatchObject(error);
    expect([clock.elapsed(), transport.requests.length]).toEqual([1_000, 1]);
  });

  it.each([
    [json(503, {}), 'maybe'],
    [json(429, refusal('ANY')), 'no'],
    [json(423, refusal('ANY')), 'no'],
    [json(429, {}), 'maybe'],
  ] as const)('ends the wait before another try (%#)', async (first, sent) => {
    const { clock, send, stopAfter, transport } = stoppable([first, json(200, PROPERTY)]);
    stopAfter(100);
    expect(await send(PATCH)).toMatchObject({ code: 'aborted', sent });
    expect([clock.elapsed(), transport.requests.length]).toEqual([100, 1]);
  });

  it('ends the wait for the rate limit, and nothing is sent', async () => {
    const { clock, send, stopAfter, transport } = stoppable([json(200, [], SPENT), json(200, PROPERTY)]);
    await send(READ);
    stopAfter(100);
    expect(await send(PATCH)).toMatchObject({ code: 'aborted', sent: 'no' });
    expect([clock.elapsed(), transport.requests.length]).toEqual([100, 1]);
  });

  it('ends the wait for a token, and nothing is sent', async () => {
    const never: TokenSource = { token: () => new Promise(() => undefined) };
    const { clock, send, stopAfter, transport } = stoppable([json(200, PROPERTY)], never);
    stopAfter(100);
    expect(await send(PATCH)).toMatchObject({ code: 'aborted', sent: 'no' });
    expect([clock.elapsed(), transport.requests.length]).toEqual([100, 0]);
  });

  it('reports a call as unsent if its token request is aborted', async () => {
    const { control, send } = stoppable([json(200, PROPERTY)], {
      token: async () => {
        control.abort(new Error('stop'));
        throw failing('maybe', 'aborted');
      },
    });
    expect(await send(PATCH)).toMatchObject({ code: 'aborted', sent: 'no' });
  });

  it('keeps every later write from being sent', async () => {
    const { control, send, transport } = stoppable([json(200, PROPERTY)]);
    control.abort(new Error('stop'));
    expect(await send(PATCH)).toMatchObject({ code: 'aborted', sent: 'no' });
    expect(transport.requests).toEqual([]);
  });

  it('leaves a later read one try, which tells what became of a write', async () => {
    const { clock, control, send, transport } = stoppable([json(200, [PROPERTY]), json(503, {})]);
    control.abort(new Error('stop'));
    expect(await send(READ)).toMatchObject({ status: 200 });
    expect(await send(READ)).toMatchObject({ status: 503, attempts: 1 });
    expect([clock.elapsed(), transport.requests.length]).toEqual([0, 2]);
  });

  it('does not let a later read wait for the rate limit', async () => {
    const { clock, control, send, transport } = stoppable([json(200, [], SPENT)]);
    await send(READ);
    control.abort(new Error('stop'));
    expect(await send(READ)).toMatchObject({ code: 'aborted', sent: 'no' });
    expect([clock.elapsed(), transport.requests.length]).toEqual([0, 1]);
  });
});
