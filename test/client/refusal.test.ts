import { describe, expect, it } from 'vitest';
import { createClient, mayHaveHappened, staticToken } from '../../src/client/index.ts';
import type { ApiCall } from '../../src/contract/calls.ts';
import { secret } from '../../src/contract/secret.ts';
import { ApiError } from '../../src/errors.ts';
import { fakeClock } from './fake-clock.ts';
import { fakeTransport, refusal } from './fake-transport.ts';

const CREATE: ApiCall = {
  endpoint: 'createSubscription',
  params: { appId: '2001' },
  body: { eventType: 'contact.creation', active: true },
};

const BODIES = {
  json: { type: 'application/json', body: JSON.stringify(refusal('ANY')) },
  page: { type: 'text/html', body: '<html><title>No</title></html>' },
  empty: { type: 'text/plain', body: '' },
} as const;

const ANY_STATUS = Array.from({ length: 899 }, (_, index) => 101 + index).filter((code) => code < 200 || code >= 300);
/** The token is refused, or the call is made again after a wait; both are tested where they belong. */
const HANDLED = [401, 423, 429, 477];

async function statusesThatRefuse(body: keyof typeof BODIES): Promise<readonly number[]> {
  const refusing: number[] = [];
  for (const status of ANY_STATUS.filter((code) => !HANDLED.includes(code))) {
    const reply = { status, headers: { 'content-type': BODIES[body].type }, body: BODIES[body].body };
    const transport = fakeTransport([reply]);
    const clock = fakeClock();
    const tokens = staticToken(secret('token-1'));
    const client = createClient({ baseUrl: 'https://api.test', transport, tokens, clock });
    const error = await clock.run(client.send(CREATE)).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(transport.requests).toHaveLength(1);
    if (!mayHaveHappened(error)) refusing.push(status);
  }
  return refusing;
}

describe('of all statuses, a write was refused', () => {
  const decidedOnTheRequest = [404, 405, 407, 411, 413, 414, 415, 417, 421, 425, 426, 428, 431];

  it('by these, when the body is the service’s own', async () => {
    const inItsOwnWords = [400, 402, 403, 409, 410, 422, 437, 451];
    const expected = [...decidedOnTheRequest, ...inItsOwnWords].sort((a, b) => a - b);
    expect(await statusesThatRefuse('json')).toEqual(expected);
  });

  it.each(['page', 'empty'] as const)('by these, when the body is not: %s', async (body) => {
    expect(await statusesThatRefuse(body)).toEqual(decidedOnTheRequest);
  });

  it('by none in an error that somebody else made, unless its status says so', () => {
    const happened = (status: number, inDoubt?: boolean) =>
      mayHaveHappened(new ApiError('No.', { endpoint: 'any', status, inDoubt }));
    expect([103, 302, 408, 499, 503, 400, 404].map((status) => happened(status))).toEqual([
      ...Array<boolean>(5).fill(true),
      false,
      false,
    ]);
    expect(happened(404, true)).toBe(true);
  });
});
