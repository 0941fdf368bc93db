import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createClient, mayHaveHappened, staticToken, systemClock, type Wait } from '../../src/client/index.ts';
import type { ApiCall } from '../../src/contract/calls.ts';
import type { Clock } from '../../src/contract/clock.ts';
import type { HttpReply } from '../../src/contract/http.ts';
import { secret } from '../../src/contract/secret.ts';
import { TrueupError } from '../../src/errors.ts';
import { fakeClock } from './fake-clock.ts';
import { type Answering, fakeTransport, json, LIMITS } from './fake-transport.ts';

const READ: ApiCall = { endpoint: 'listProperties', params: { object_type: 'contacts' } };
const LIMIT: ApiCall = {
  endpoint: 'updateAssociationLimits',
  params: { fromObjectType: 'contacts', toObjectType: 'companies' },
  body: { inputs: [{ category: 'SERVICE_DEFINED', typeId: 279, maxToObjectIds: 1 }] },
};
const HOUR = 3_600_000;
const spent = (intervalMs: number | string, remaining = 0) => ({
  'x-hubspot-ratelimit-max': '110',
  'x-hubspot-ratelimit-remaining': String(remaining),
  'x-hubspot-ratelimit-interval-milliseconds': String(intervalMs),
});

/** A client whose sleeps and waits are counted. */
function patient(script: Answering | readonly (HttpReply | Error)[], more: { maxWaitMs?: number } = {}) {
  const time = fakeClock();
  const sleeps: number[] = [];
  const told: Wait[] = [];
  let asleep = 0;
  const clock: Clock = {
    ...time,
    sleep: async (ms, signal) => {
      sleeps.push(ms);
      asleep += 1;
      await time.sleep(ms, signal).finally(() => {
        asleep -= 1;
      });
    },
  };
  const transport = fakeTransport(script);
  const client = createClient({
    baseUrl: 'https://api.test',
    transport,
    tokens: staticToken(secret('token-1')),
    clock,
    random: () => 1,
    onWait: (wait) => told.push(wait),
    ...more,
  });
  const failureOf = (call: ApiCall) =>
    time.run(
      client.send(call).then(
        () => undefined,
        (error: unknown) => error,
      ),
    );
  return { time, sleeps, told, transport, client, failureOf, asleep: () => asleep };
}

describe('a wait that the service asks for', () => {
  it('is told once, to everyone who wants to know', async () => {
    const { time, told, client } = patient([json(200, [], spent(90_000)), json(200, [])]);
    await time.run(client.send(READ));
    await time.run(Promise.all(Array.from({ length: 5 }, () => client.send(READ))));
    expect(told).toEqual([{ reason: 'rate-limit', ms: 90_050 }]);
  });

  it.each([
    [json(423, {}), { reason: 'locked', ms: 2_000 }],
    [json(477, {}, { 'retry-after': '40' }), { reason: 'unavailable', ms: 40_000 }],
    [json(503, {}, { 'retry-after': '30' }), { reason: 'unavailable', ms: 30_000 }],
    [json(429, {}, { 'retry-after': '70' }), { reason: 'rate-limit', ms: 69_750 }],
  ] as const)('is told with its reason (%#)', async (reply, wait) => {
    const { told, failureOf } = patient([reply, json(200, [])]);
    expect(await failureOf(READ)).toBeUndefined();
    expect(told).toEqual([wait]);
  });

  it('is told once, however often others leave in the meantime', async () => {
    const { time, told, client } = patient((request) =>
      request.method === 'GET' ? json(200, [], spent(90_000)) : json(200, LIMITS),
    );
    await time.run(client.send(READ));
    const others = async () => {
      for (let count = 0; count < 3; count += 1) await time.sleep(5_000).then(() => client.send(LIMIT));
    };
    await time.run(Promise.all([client.send(READ), others()]));
    expect(told).toEqual([{ reason: 'rate-limit', ms: 90_050 }]);
  });

  it('leaves no timer behind when the only one who waits gives up', async () => {
    const { time, client, asleep } = patient([json(200, [], spent(90_000))]);
    await time.run(client.send(READ));
    const control = new AbortController();
    void time.sleep(100).then(() => control.abort());
    await expect(time.run(client.send(READ, { signal: control.signal }))).rejects.toMatchObject({ code: 'aborted' });
    expect(asleep()).toBe(0);
  });

  it('is none where the client only repeats a try', async () => {
    const { told, failureOf } = patient([json(503, {}), json(200, [])]);
    expect(await failureOf(READ)).toBeUndefined();
    expect(told).toEqual([]);
  });

  it('does not fail because a listener throws', async () => {
    const clock = fakeClock();
    const client = createClient({
      baseUrl: 'https://api.test',
      transport: fakeTransport([json(423, {}), json(200, [])]),
      tokens: staticToken(secret('token-1')),
      clock,
      onWait: () => {
        throw new Error('listener');
      },
    });
    expect(await clock.run(client.send(READ))).toMatchObject({ status: 200, attempts: 2 });
  });
});

describe('a wait that is too long', () => {
  it('is given up at once for all waiting calls, and none of them is sent', async () => {
    const { time, told, transport, client } = patient([json(200, [], spent(HOUR))]);
    await time.run(client.send(READ));
    const ends = await time.run(Promise.allSettled(Array.from({ length: 20 }, () => client.send(READ))));
    for (const end of ends) {
      expect(end).toMatchObject({
        reason: {
          name: 'TransportError',
          code: 'wait-too-long',
          sent: 'no',
          message:
            'listProperties was not sent: the service asks to wait 61 minutes more for its rate limit, and one call waits 5 minutes in total.',
          hint: 'Run again in 61 minutes.',
        },
      });
    }
    expect([time.elapsed(), told, transport.requests.length]).toEqual([0, [], 1]);
  });

  it('is over when its time is', async () => {
    const { time, failureOf } = patient([json(200, [], spent(HOUR)), json(200, [])]);
    await failureOf(READ);
    expect(await failureOf(READ)).toMatchObject({ code: 'wait-too-long' });
    await time.run(time.sleep(HOUR));
    expect(await failureOf(READ)).toBeUndefined();
  });

  it('leaves calls outside the limit unaffected', async () => {
    const { failureOf } = patient((request) =>
      request.method === 'GET' ? json(200, [], spent(HOUR)) : json(200, LIMITS),
    );
    await failureOf(READ);
    expect(await failureOf(LIMIT)).toBeUndefined();
  });

  it('after a 429 ends in that refusal, which names the time', async () => {
    const { time, failureOf, transport } = patient([json(429, {}, { 'retry-after': '3600' }), json(200, [])]);
    expect(await failureOf(READ)).toMatchObject({
      status: 429,
      hint: 'Other callers share the limit of this account: run again in 60 minutes (after 2026-01-01T01:00Z), or with a lower concurrency.',
    });
    expect([time.elapsed(), transport.requests.length]).toEqual([0, 1]);
    // The service decides if it accepts the next call.
    expect(await failureOf(READ)).toBeUndefined();
  });

  it('for an account that is moved is one of more than a minute', async () => {
    const moving = (seconds: string) => patient([json(477, {}, { 'retry-after': seconds }), json(200, [])]);
    expect(await moving('60').failureOf(READ)).toBeUndefined();
    expect(await moving('61').failureOf(READ)).toMatchObject({ status: 477, attempts: 1 });
  });

  it('for a lock is cut to a minute: a lock lasts two seconds', async () => {
    const { time, failureOf } = patient([json(423, {}, { 'retry-after': '3600' }), json(200, [])]);
    expect(await failureOf(READ)).toBeUndefined();
    expect(time.elapsed()).toBe(60_000);
  });

  it.each(['999999999999', '99999999999999999999', 'Fri, 31 Dec 9999 23:59:59 GMT'])(
    'is given up however long it is: %s',
    async (retryAfter) => {
      const { time, failureOf } = patient([json(429, {}, { 'retry-after': retryAfter })]);
      const error = await failureOf(READ);
      expect(error).toMatchObject({ status: 429, hint: expect.stringContaining('run again later') });
      expect(time.elapsed()).toBe(0);
    },
  );

  it('is the sum of all waits of a call', async () => {
    const { time, failureOf, transport } = patient([json(429, {}, { 'retry-after': '130' })]);
    expect(await failureOf(READ)).toMatchObject({ status: 429, attempts: 3 });
    expect([time.elapsed(), transport.requests.length]).toEqual([260_000, 3]);
  });

  it('is the sum of all waits, including a final wait for the rate limit', async () => {
    const down = json(503, {}, { ...spent(75_000), 'retry-after': '50' });
    const { time, failureOf, transport } = patient([down, json(200, [])], { maxWaitMs: 60_000 });
    expect(await failureOf(READ)).toMatchObject({ code: 'wait-too-long', sent: 'maybe' });
    expect([time.elapsed(), transport.requests.length]).toEqual([50_000, 1]);
  });

  it('is given up when the replies of others put it off too often', async () => {
    const { time, client, transport } = patient(
      async (_, index) => {
        await time.sleep(index * 9_000);
        return json(200, [], spent(10_000));
      },
      { maxWaitMs: 25_000 },
    );
    const flying = Promise.all(Array.from({ length: 4 }, () => client.send(READ)));
    await time.run(time.sleep(1));
    const late = client.send(READ).catch((error: unknown) => error);
    expect(await time.run(late)).toMatchObject({ code: 'wait-too-long' });
    expect([time.elapsed(), transport.requests.length]).toEqual([19_050, 4]);
    await time.run(flying);
  });

  it('has ended if the machine wakes up late, and the call is sent', async () => {
    const time = fakeClock();
    const client = createClient({
      baseUrl: 'https://api.test',
      transport: fakeTransport([json(200, [], spent(10_000)), json(200, [])]),
      tokens: staticToken(secret('token-1')),
      clock: { ...time, sleep: (ms, signal) => time.sleep(ms + 40, signal) },
      maxWaitMs: 10_050,
    });
    await time.run(client.send(READ));
    expect(await time.run(client.send(READ))).toMatchObject({ status: 200 });
    expect(time.elapsed()).toBe(10_090);
  });

  it('does not count the time behind others', async () => {
    const { time, client } = patient(() => json(200, [], { ...spent(10_000, 1), 'x-hubspot-ratelimit-max': '1' }), {
      maxWaitMs: 11_000,
    });
    await time.run(Promise.all(Array.from({ length: 40 }, () => client.send(READ))));
    expect(time.elapsed()).toBeGreaterThan(200_000);
  });

  it('keeps the doubt of an earlier try', async () => {
    let calls = 0;
    const { time, client, failureOf } = patient(() => {
      calls += 1;
      return calls === 1 ? json(200, [], spent(10_000, 1)) : json(503, {}, spent(HOUR));
    });
    await time.run(client.send(READ));
    const patch: ApiCall = {
      endpoint: 'patchProperty',
      params: { object_type: 'contacts', property_name: 'tier' },
      body: { label: 'Tier' },
    };
    const error = await failureOf(patch);
    expect(error).toMatchObject({ code: 'wait-too-long', sent: 'maybe' });
    expect(mayHaveHappened(error)).toBe(true);
  });

  it('is set by the caller', async () => {
    const reply = json(429, {}, { 'retry-after': '20' });
    expect(await patient([reply, json(200, [])], { maxWaitMs: 19_999 }).failureOf(READ)).toMatchObject({ status: 429 });
    expect(await patient([reply, json(200, [])], { maxWaitMs: 20_000 }).failureOf(READ)).toBeUndefined();
    expect(await patient([json(503, {})], { maxWaitMs: 0 }).failureOf(READ)).toMatchObject({
      status: 503,
      attempts: 1,
    });
  });

  it.each([-1, Number.NaN, Number.POSITIVE_INFINITY, 86_400_001])('cannot be bounded by %d', (maxWaitMs) => {
    expect(() => patient([], { maxWaitMs })).toThrow(expect.objectContaining({ code: 'max-wait-invalid' }));
  });
});

describe('a rate window', () => {
  it.each(['999999999999', '86400001', '0', '-1', 'NaN'])('is ignored for %s ms', async (interval) => {
    const { sleeps, failureOf } = patient([json(200, [], spent(interval))]);
    for (let count = 0; count < 5; count += 1) expect(await failureOf(READ)).toBeUndefined();
    expect(sleeps).toEqual([]);
  });

  it('is ten seconds by default', async () => {
    const headers = { 'x-hubspot-ratelimit-max': '110', 'x-hubspot-ratelimit-remaining': '0' };
    const { sleeps, failureOf } = patient([json(200, [], headers)]);
    await failureOf(READ);
    await failureOf(READ);
    expect(sleeps).toEqual([10_050]);
  });
});

describe('Retry-After', () => {
  const PAST = 'Wed, 31 Dec 2025 23:59:00 GMT';

  it.each([PAST, '0', '-5', 'Thu, 01 Jan 1970 00:00:00 GMT'])(
    'is ignored for a 429 if its time %s is over',
    async (text) => {
      const { time, failureOf } = patient([json(429, {}, { 'retry-after': text })]);
      expect(await failureOf(READ)).toMatchObject({ status: 429, attempts: 4 });
      expect(time.elapsed()).toBe(30_000);
    },
  );

  it.each([477, 500, 503])(
    'is ignored for a %i if its time is over, and the client waits longer each time',
    async (status) => {
      const { time, sleeps, failureOf } = patient([json(status, {}, { 'retry-after': PAST })]);
      expect(await failureOf(READ)).toMatchObject({ status, attempts: 4 });
      expect([time.elapsed(), sleeps]).toEqual([1_750, [250, 500, 1_000]]);
    },
  );

  it('is omitted from the hint if its time is over', async () => {
    const error = await patient([json(477, {}, { 'retry-after': PAST })]).failureOf(READ);
    expect(error).toMatchObject({ hint: 'The account is being moved to another data centre: run again later.' });
  });

  it('is extended to the minimum wait of the client', async () => {
    const { time, failureOf } = patient([json(503, {}, { 'retry-after': '0.1' }), json(200, [])]);
    expect(await failureOf(READ)).toBeUndefined();
    expect(time.elapsed()).toBe(250);
  });

  it('keeps the longer of two waits', async () => {
    const sentAt: number[] = [];
    const { time, client } = patient(async (_, index) => {
      sentAt.push(time.elapsed());
      await time.sleep(index === 1 ? 1_000 : 0);
      return index > 1 ? json(200, []) : json(429, {}, { 'retry-after': index === 0 ? '10' : '1' });
    });
    await time.run(Promise.all([client.send(READ), client.send(READ)]));
    expect(sentAt).toEqual([0, 0, 10_000, 10_000]);
  });

  it('counts a date from the time of the service', async () => {
    const headers = { date: 'Thu, 01 Jan 2026 06:00:00 GMT', 'retry-after': 'Thu, 01 Jan 2026 06:00:20 GMT' };
    const { time, failureOf } = patient([json(429, {}, headers), json(200, [])]);
    expect(await failureOf(READ)).toBeUndefined();
    expect(time.elapsed()).toBe(20_000);
  });

  it('measures a date on arrival, so that a clock change has no effect', async () => {
    const time = fakeClock();
    const transport = fakeTransport([json(429, {}, { 'retry-after': 'Thu, 01 Jan 2026 00:00:20 GMT' }), json(200, [])]);
    const tokens = staticToken(secret('token-1'));
    const now = () => time.now() - (time.elapsed() > 5_000 ? HOUR : 0);
    const client = createClient({ baseUrl: 'https://api.test', transport, tokens, clock: { ...time, now } });
    await time.run(client.send(READ));
    expect(time.elapsed()).toBe(20_000);
  });

  it('may have a fraction', async () => {
    const { time, failureOf } = patient([json(503, {}, { 'retry-after': '1.5' }), json(200, [])]);
    expect(await failureOf(READ)).toBeUndefined();
    expect(time.elapsed()).toBe(1_500);
  });
});

describe('headers of any content', () => {
  const number = fc.oneof(
    fc.integer({ min: -5, max: 200 }).map(String),
    fc.integer({ min: 0, max: 400_000 }).map(String),
    fc.constantFrom('0', '-1', 'NaN', 'Infinity', '1e9', '0x10', '', ' ', '2147483648', '999999999999', '9'.repeat(40)),
    fc.string({ maxLength: 8 }),
  );
  const moment = fc
    .date({ min: new Date('1970-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
    .map((date) => date.toUTCString());
  const header = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
  const reply = fc.record({
    status: fc.constantFrom(200, 200, 200, 429, 429, 503, 500, 477, 423, 408, 302, 404),
    policyName: fc.constantFrom(undefined, 'DAILY', 'SECONDLY', 'TEN_SECONDLY_ROLLING', 'other'),
    headers: fc.record({
      'retry-after': header(fc.oneof(number, moment)),
      date: header(moment),
      'x-hubspot-ratelimit-max': header(number),
      'x-hubspot-ratelimit-remaining': header(number),
      'x-hubspot-ratelimit-interval-milliseconds': header(number),
      'x-hubspot-ratelimit-daily-remaining': header(number),
    }),
  });
  const CALLS = 12;

  it('keep calls within their wait, without a loop or more requests than allowed', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(reply, { minLength: 1, maxLength: 12 }),
        fc.constantFrom(0, 1_000, 60_000, 300_000),
        async (replies, maxWaitMs) => {
          const { time, sleeps, client, transport } = patient(
            (_, index) => {
              const { status, policyName, headers } = replies[index % replies.length] ?? { status: 200 };
              const sent = Object.fromEntries(Object.entries(headers ?? {}).filter(([, value]) => value !== undefined));
              return json(status, status === 200 ? [] : { policyName }, sent as Record<string, string>);
            },
            { maxWaitMs },
          );
          for (let count = 0; count < CALLS; count += 1) {
            const before = time.elapsed();
            const end = await time.run(client.send(READ).catch((error: unknown) => error));
            if (end instanceof Error) expect(end).toBeInstanceOf(TrueupError);
            expect(time.elapsed() - before).toBeLessThanOrEqual(maxWaitMs);
          }
          expect(Math.max(0, ...sleeps)).toBeLessThanOrEqual(Math.max(maxWaitMs, 0));
          expect(sleeps.every((ms) => Number.isFinite(ms) && ms >= 1)).toBe(true);
          expect(transport.requests.length).toBeLessThanOrEqual(4 * CALLS);
          expect(sleeps.length).toBeLessThanOrEqual(3 * 4 * CALLS);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('are respected for any number of concurrent calls', async () => {
    const sane = fc.record({
      max: fc.integer({ min: 10, max: 40 }),
      intervalMs: fc.integer({ min: 100, max: 60_000 }),
      remaining: fc.integer({ min: 0, max: 1_000_000 }),
    });
    await fc.assert(
      fc.asyncProperty(sane, fc.integer({ min: 1, max: 90 }), async ({ max, intervalMs, remaining }, calls) => {
        const sentAt: number[] = [];
        const { time, client } = patient(() => {
          sentAt.push(time.elapsed());
          return json(200, [], { ...spent(intervalMs, remaining), 'x-hubspot-ratelimit-max': String(max) });
        });
        await time.run(Promise.all(Array.from({ length: calls }, () => client.send(READ))));
        const most = Math.max(
          ...sentAt.map((from) => sentAt.filter((at) => at >= from && at < from + intervalMs).length),
        );
        expect([sentAt.length, most <= max]).toEqual([calls, true]);
      }),
      { numRuns: 60 },
    );
  });
});

describe('the clock of the machine', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('sleeps longer than one timer can', async () => {
    vi.useFakeTimers();
    let awake = false;
    const asleep = systemClock.sleep(2 ** 31 + 1_000).then(() => {
      awake = true;
    });
    await vi.advanceTimersByTimeAsync(2 ** 31);
    expect(awake).toBe(false);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(awake).toBe(true);
    await asleep;
  });

  it('wakes up from such a sleep when it is told to', async () => {
    vi.useFakeTimers();
    const control = new AbortController();
    const asleep = systemClock.sleep(Number.POSITIVE_INFINITY, control.signal);
    await vi.advanceTimersByTimeAsync(2 ** 32);
    control.abort(new Error('up'));
    await expect(asleep).rejects.toThrow('up');
    expect(vi.getTimerCount()).toBe(0);
  });
});
