import { describe, expect, it } from 'vitest';
import { createClient, secret, staticToken } from '../../src/client/index.ts';
import type { ApiCall, Precheck } from '../../src/contract/calls.ts';
import type { HttpReply } from '../../src/contract/http.ts';
import { mayHaveHappened } from '../../src/errors.ts';
import { fakeClock } from './fake-clock.ts';
import { failing, fakeTransport, json, PROPERTY, refusal } from './fake-transport.ts';

const UPDATE: ApiCall = {
  endpoint: 'patchProperty',
  params: { object_type: 'contacts', property_name: 'tier' },
  body: { label: 'Tier' },
};
const LOCKED = json(423, refusal('LOCKED'));

/** Runs a check that is valid for a second of the clock, and records its calls. */
function run(script: readonly (HttpReply | Error)[], renewal: () => Promise<void> = async () => undefined) {
  const clock = fakeClock();
  const transport = fakeTransport(script);
  let checked = clock.elapsed();
  let renewed = 0;
  const precheck: Precheck = {
    isRecent: () => clock.elapsed() - checked < 1000,
    renew: async () => {
      renewed += 1;
      await renewal();
      checked = clock.elapsed();
    },
  };
  const client = createClient({
    baseUrl: 'https://api.test',
    transport,
    tokens: staticToken(secret('token-1')),
    clock,
    random: () => 1,
  });
  const result = clock.run(client.send(UPDATE, { precheck }));
  return { result, transport, renewed: () => renewed };
}

describe('the check that a write rests on', () => {
  it('is not asked for again while it is recent', async () => {
    const { result, renewed } = run([failing('no'), json(200, PROPERTY)]);
    await result;
    expect(renewed()).toBe(0);
  });

  it('is made again after each wait that outlasts it, and before the request leaves', async () => {
    const { result, transport, renewed } = run([LOCKED, LOCKED, json(200, PROPERTY)]);
    expect((await result).attempts).toBe(3);
    expect([transport.requests.length, renewed()]).toEqual([3, 2]);
  });

  it('ends the call with its error before it is sent', async () => {
    const gone = new Error('It is gone.');
    const { result, transport } = run([LOCKED, json(200, PROPERTY)], async () => {
      throw gone;
    });
    await expect(result).rejects.toBe(gone);
    expect(transport.requests).toHaveLength(1);
  });

  it('is repeated at the socket, and a late connection ends the call', async () => {
    const clock = fakeClock();
    let checked = clock.elapsed();
    let asked = 0;
    const transport = {
      send: async (_request: unknown, options?: { mayLeave?: () => boolean }) => {
        asked += 1;
        await clock.sleep(4_000);
        if (options?.mayLeave?.() === false) throw failing('no', 'held-back');
        return json(200, PROPERTY);
      },
      close: async () => undefined,
    };
    const precheck: Precheck = {
      isRecent: () => clock.elapsed() - checked < 1000,
      renew: async () => {
        checked = clock.elapsed();
      },
    };
    const client = createClient({
      baseUrl: 'https://api.test',
      transport,
      tokens: staticToken(secret('token-1')),
      clock,
      maxWaitMs: 20_000,
    });
    const error = await clock.run(client.send(UPDATE, { precheck })).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: 'wait-too-long', sent: 'no' });
    expect(asked).toBe(6);
  });

  it('is skipped once an attempt may have taken effect', async () => {
    const { result, transport, renewed } = run([json(503, {}), LOCKED, json(200, PROPERTY)]);
    const error = await result.catch((caught: unknown) => caught);
    expect(mayHaveHappened(error)).toBe(true);
    expect(error).toMatchObject({ status: 423 });
    expect([transport.requests.length, renewed()]).toEqual([2, 0]);
  });
});
