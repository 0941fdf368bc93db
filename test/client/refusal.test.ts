import { describe, expect, it } from 'vitest';
import { createClient, mayHaveHappened, staticToken } from '../../src/client/index.ts';
import type { ApiCall } from '../../src/contract/calls.ts';
import { secret } from '../../src/contract/secret.ts';
import { ApiError, TransportError } from '../../src/errors.ts';
import { fakeClock } from './fake-clock.ts';
import { fakeTransport, refusal } from './fake-transport.ts';

const CREATE: ApiCall = {
  endpoint: 'createSubscription',
  params: { appId: '2001' },
  body: { eventType: 'contact.creation', active: true },
};

/** Replies of a program between us and the service. */
const FOREIGN = {
  page: '<html><title>No</title></html>',
  empty: '',
  'empty object': '{}',
  list: JSON.stringify([refusal('ANY')]),
  'code alone': '{"error":"blocked"}',
  'message alone': '{"message":"Blocked by the filter."}',
  'message and status': '{"status":"error","message":"Blocked by the filter."}',
  'message and id': '{"message":"Blocked by the filter.","correlationId":"c-1"}',
  'id of a number': JSON.stringify({ ...refusal('ANY'), correlationId: 7 }),
  'status of a number': '{"status":403,"message":"Blocked.","correlationId":"c-1"}',
} as const;

/** Bodies that the public service gives. */
const OWN = {
  standard: JSON.stringify(refusal('ANY')),
  legacy: '{"status":"error","message":"No.","correlationId":"c-1","propertiesErrorCode":"PROPERTY_EXISTS"}',
  'rate limit': '{"status":"error","message":"No.","correlationId":"c-1","errorType":"RATE_LIMIT"}',
  'as its schema has it': '{"message":"No.","correlationId":"c-1","category":"VALIDATION_ERROR"}',
  nested: JSON.stringify({ status: 'error', message: JSON.stringify({ message: 'No.' }), correlationId: 'c-1' }),
} as const;

const ANY_STATUS = Array.from({ length: 899 }, (_, index) => 101 + index).filter((code) => code < 200 || code >= 300);
/** The token is refused, or the call is made again after a wait; both are tested where they belong. */
const HANDLED = [401, 423, 429, 477];

async function statusesThatRefuse(body: string): Promise<readonly number[]> {
  const statuses = ANY_STATUS.filter((code) => !HANDLED.includes(code));
  const transport = fakeTransport(statuses.map((status) => ({ status, headers: {}, body })));
  const clock = fakeClock();
  const tokens = staticToken(secret('token-1'));
  const client = createClient({ baseUrl: 'https://api.test', transport, tokens, clock });
  const errors: unknown[] = [];
  for (const _ of statuses) errors.push(await clock.run(client.send(CREATE)).catch((thrown: unknown) => thrown));
  // A status above 599 is invalid in HTTP. Such a reply is broken and proves nothing.
  expect(errors.map((error) => Object(error).constructor)).toEqual(
    statuses.map((status) => (status > 599 ? TransportError : ApiError)),
  );
  expect(transport.requests).toHaveLength(statuses.length);
  return statuses.filter((_, index) => !mayHaveHappened(errors[index]));
}

describe('the statuses of a refused write', () => {
  it.each(Object.entries(OWN))('include these for a body of the service: %s', async (_, body) => {
    expect(await statusesThatRefuse(body)).toEqual([
      ...[400, 402, 403, 404, 405, 407, 409, 410, 411, 413, 414, 415],
      ...[417, 421, 422, 425, 426, 428, 431, 437, 451],
    ]);
  });

  it.each(Object.entries(FOREIGN))('are empty for another body: %s', async (_, body) => {
    expect(await statusesThatRefuse(body)).toEqual([]);
  });

  it('exclude errors from other sources, unless the status is certain', () => {
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
