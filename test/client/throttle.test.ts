import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createClient, staticToken } from '../../src/client/index.ts';
import type { ApiCall } from '../../src/contract/calls.ts';
import type { Clock } from '../../src/contract/clock.ts';
import type { HttpReply, Transport } from '../../src/contract/http.ts';
import { secret } from '../../src/contract/secret.ts';
import { type FakeClock, fakeClock } from './fake-clock.ts';
import { fakeTransport, json, LIMITS } from './fake-transport.ts';

const READ: ApiCall = { endpoint: 'listProperties', params: { object_type: 'contacts' } };
const LIMIT: ApiCall = {
  endpoint: 'updateAssociationLimits',
  params: { fromObjectType: 'contacts', toObjectType: 'companies' },
  body: { inputs: [{ category: 'SERVICE_DEFINED', typeId: 279, maxToObjectIds: 1 }] },
};

interface Service {
  readonly kind: 'fixed' | 'rolling';
  readonly max: number;
  readonly intervalMs: number;
  /** Milliseconds a request and its reply travel, per request in turn. */
  readonly travel: readonly (readonly [number, number])[];
}

/** A service with a rate limit; `refused` counts its 429 replies, `arrivals` holds when requests came. */
function limited(service: Service, clock: Clock) {
  const arrivals: number[] = [];
  let refused = 0;
  let count = 0;
  const used = (now: number) => {
    const from = service.kind === 'fixed' ? now - (now % service.intervalMs) : now - service.intervalMs + 1;
    return arrivals.filter((at) => at >= from).length;
  };
  const transport: Transport = {
    send: async () => {
      const [there, back] = service.travel[count % service.travel.length] ?? [0, 0];
      count += 1;
      await clock.sleep(there);
      const full = used(clock.now()) >= service.max;
      if (full) refused += 1;
      else arrivals.push(clock.now());
      const headers = {
        'x-hubspot-ratelimit-max': String(service.max),
        'x-hubspot-ratelimit-remaining': String(Math.max(0, service.max - used(clock.now()))),
        'x-hubspot-ratelimit-interval-milliseconds': String(service.intervalMs),
      };
      await clock.sleep(back);
      return full ? json(429, { policyName: 'TEN_SECONDLY_ROLLING' }, headers) : json(200, [], headers);
    },
    close: async () => undefined,
  };
  return { transport, arrivals, refused: () => refused };
}

function clientOver(transport: Transport, clock: FakeClock) {
  return createClient({
    baseUrl: 'https://api.test',
    transport,
    tokens: staticToken(secret('token-1')),
    clock,
    random: () => 0,
  });
}

describe('throttle', () => {
  const travel = fc.array(fc.tuple(fc.nat(400), fc.nat(400)), { minLength: 1, maxLength: 6 });

  it('never exceeds a limit that it alone uses, in any window and latency', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          kind: fc.constantFrom('fixed' as const, 'rolling' as const),
          max: fc.integer({ min: 10, max: 40 }),
          travel,
        }),
        fc.array(fc.record({ after: fc.nat(4_000), calls: fc.integer({ min: 1, max: 60 }) }), {
          minLength: 1,
          maxLength: 4,
        }),
        async (shape, bursts) => {
          const clock = fakeClock();
          const service = limited({ ...shape, intervalMs: 10_000 }, clock);
          const client = clientOver(service.transport, clock);
          const bursting = async () => {
            const calls: Promise<unknown>[] = [];
            for (const burst of bursts) {
              await clock.sleep(burst.after);
              for (let index = 0; index < burst.calls; index += 1) calls.push(client.send(READ));
            }
            await Promise.all(calls);
          };
          await clock.run(bursting());
          expect(service.refused()).toBe(0);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('uses the whole limit: 550 calls at 110 per 10 s take five windows', async () => {
    const clock = fakeClock();
    const service = limited({ kind: 'rolling', max: 110, intervalMs: 10_000, travel: [[20, 20]] }, clock);
    const client = clientOver(service.transport, clock);
    await clock.run(Promise.all(Array.from({ length: 550 }, () => client.send(READ))));
    expect(service.refused()).toBe(0);
    expect(service.arrivals).toHaveLength(550);
    expect(clock.elapsed()).toBeLessThan(42_000);
  });

  it('lets a call leave as soon as the oldest one no longer counts', async () => {
    const clock = fakeClock();
    const sentAt: number[] = [];
    const transport = fakeTransport((_, index) => {
      sentAt.push(clock.elapsed());
      const remaining = String(Math.max(0, 1 - index));
      return json(200, [], { 'x-hubspot-ratelimit-max': '2', 'x-hubspot-ratelimit-remaining': remaining });
    });
    const client = clientOver(transport, clock);
    await clock.run(client.send(READ));
    await clock.run(clock.sleep(9_000));
    await clock.run(client.send(READ));
    await clock.run(client.send(READ));
    expect(sentAt).toEqual([0, 9_000, 10_050]);
  });

  it('leaves room for others who use the same limit', async () => {
    const clock = fakeClock();
    const service = limited({ kind: 'rolling', max: 20, intervalMs: 10_000, travel: [[1, 1]] }, clock);
    service.arrivals.push(...Array<number>(15).fill(clock.now()));
    const client = clientOver(service.transport, clock);
    await clock.run(client.send(READ));
    await clock.run(Promise.all(Array.from({ length: 12 }, () => client.send(READ))));
    expect(service.refused()).toBe(0);
    expect(clock.elapsed()).toBeGreaterThan(10_000);
  });

  it('lets few calls out before the first reply tells the limit', async () => {
    const clock = fakeClock();
    const atOnce: number[] = [];
    let inFlight = 0;
    const transport = fakeTransport(async () => {
      inFlight += 1;
      atOnce.push(inFlight);
      await clock.sleep(10);
      inFlight -= 1;
      return json(200, []);
    });
    const client = clientOver(transport, clock);
    await clock.run(Promise.all(Array.from({ length: 40 }, () => client.send(READ))));
    expect(atOnce.slice(0, 10)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(clock.elapsed()).toBe(20);
  });

  it('holds the whole client after one 429, calls outside the limit too', async () => {
    const clock = fakeClock();
    const sentAt: number[] = [];
    const transport = fakeTransport((request, index): HttpReply => {
      sentAt.push(clock.elapsed());
      if (index === 0) return json(429, {}, { 'retry-after': '3' });
      return request.method === 'GET' ? json(200, []) : json(200, LIMITS);
    });
    const client = clientOver(transport, clock);
    const first = client.send(READ);
    const others = clock.sleep(1_000).then(() => Promise.all([client.send(READ), client.send(LIMIT)]));
    await clock.run(Promise.all([first, others]));
    expect(sentAt).toEqual([0, 3_000, 3_000, 3_000]);
  });

  it('does not count association limits', async () => {
    const clock = fakeClock();
    const spent = { 'x-hubspot-ratelimit-max': '110', 'x-hubspot-ratelimit-remaining': '0' };
    const transport = fakeTransport((request) => (request.method === 'GET' ? json(200, [], spent) : json(200, LIMITS)));
    const client = clientOver(transport, clock);
    await clock.run(client.send(READ));
    await clock.run(Promise.all(Array.from({ length: 20 }, () => client.send(LIMIT))));
    expect(clock.elapsed()).toBe(0);
    await clock.run(client.send(READ));
    expect(clock.elapsed()).toBe(10_050);
  });

  it('releases a cancelled caller in the queue and serves the next caller', async () => {
    const clock = fakeClock();
    const spent = { 'x-hubspot-ratelimit-max': '110', 'x-hubspot-ratelimit-remaining': '0' };
    const transport = fakeTransport([json(200, [], spent), json(200, [])]);
    const client = clientOver(transport, clock);
    await clock.run(client.send(READ));
    const control = new AbortController();
    const given = client.send(READ, { signal: control.signal });
    const behind = client.send(READ);
    void clock.sleep(500).then(() => control.abort());
    await expect(clock.run(given)).rejects.toMatchObject({ code: 'aborted', sent: 'no' });
    expect(clock.elapsed()).toBe(500);
    await clock.run(behind);
    expect(clock.elapsed()).toBe(10_050);
    expect(transport.requests).toHaveLength(2);
  });

  it('goes on when the clock of the machine is set back', async () => {
    const clock = fakeClock();
    let shift = 0;
    const shifted: Clock = { ...clock, now: () => clock.now() + shift };
    const spent = { 'x-hubspot-ratelimit-max': '2', 'x-hubspot-ratelimit-remaining': '0' };
    const transport = fakeTransport([json(200, [], spent)]);
    const client = createClient({
      baseUrl: 'https://api.test',
      transport,
      tokens: staticToken(secret('token-1')),
      clock: shifted,
    });
    await clock.run(client.send(READ));
    shift = -3_600_000;
    await clock.run(client.send(READ));
    expect(transport.requests).toHaveLength(2);
    expect(clock.elapsed()).toBeLessThan(11_000);
  });

  it.each([
    ['no number', 'soon'],
    ['no time at all', '0'],
    ['more than a day', '86400001'],
  ])('ignores headers with a window that is %s', async (_, interval) => {
    const clock = fakeClock();
    const spent = {
      'x-hubspot-ratelimit-max': '1',
      'x-hubspot-ratelimit-remaining': '0',
      'x-hubspot-ratelimit-interval-milliseconds': interval,
    };
    const transport = fakeTransport(async () => {
      await clock.sleep(10);
      return json(200, [], spent);
    });
    const client = clientOver(transport, clock);
    await clock.run(client.send(READ));
    await clock.run(Promise.all(Array.from({ length: 5 }, () => client.send(READ))));
    expect(clock.elapsed()).toBe(20);
  });

  it('waits for the window that the headers name', async () => {
    const clock = fakeClock();
    const headers = {
      'x-hubspot-ratelimit-max': '1',
      'x-hubspot-ratelimit-remaining': '0',
      'x-hubspot-ratelimit-interval-milliseconds': '2000',
    };
    const client = clientOver(fakeTransport([json(200, [], headers)]), clock);
    await clock.run(client.send(READ));
    await clock.run(client.send(READ));
    expect(clock.elapsed()).toBe(2_050);
  });
});

describe('a clock whose elapsed time goes back', () => {
  it('ends every wait all the same', async () => {
    const time = fakeClock();
    let back = 0;
    const clock: FakeClock = { ...time, elapsed: () => time.elapsed() - back };
    const limit = { 'x-hubspot-ratelimit-max': '10', 'x-hubspot-ratelimit-interval-milliseconds': '10000' };
    const transport = fakeTransport([
      json(200, [], { ...limit, 'x-hubspot-ratelimit-remaining': '0' }),
      json(200, [], { ...limit, 'x-hubspot-ratelimit-remaining': '9' }),
    ]);
    const client = clientOver(transport, clock);
    await time.run(client.send(READ));
    const began = time.now();
    const waiting = client.send(READ);
    back = 86_400_000;
    expect((await time.run(waiting)).status).toBe(200);
    expect(time.now() - began).toBeGreaterThanOrEqual(10_000);
    expect(time.now() - began).toBeLessThan(60_000);
  });
});
