/** A service with a clock and ids of the test's own, and calls to it by endpoint. */

import { afterEach } from 'vitest';
import type { Clock } from '../../src/contract/clock.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { ENDPOINTS, type EndpointId, formatPath } from '../../src/contract/endpoints.ts';
import { DEFAULT_VERSIONS } from '../../src/contract/surfaces.ts';
import { createService, type Service, type ServiceOptions } from '../../src/service/index.ts';

export const START = Date.parse('2026-03-01T12:00:00.000Z');

export interface TestClock extends Clock {
  advance(ms: number): void;
}

/** Moves only when told, or when something sleeps. */
function testClock(): TestClock {
  let now = START;
  return {
    now: () => now,
    elapsed: () => now,
    advance(ms) {
      now += ms;
    },
    async sleep(ms) {
      now += ms;
    },
  };
}

function countingIds(): () => string {
  let last = 0;
  return () => {
    last += 1;
    return `id-${last}`;
  };
}

const open: Service[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((service) => service.close()));
});

export async function aService(
  options: ServiceOptions = {},
): Promise<{ readonly service: Service; readonly clock: TestClock }> {
  const clock = testClock();
  const service = await createService({ clock, newId: countingIds(), rateLimit: false, ...options });
  open.push(service);
  return { service, clock };
}

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came back and compares it whole.
  readonly body: any;
}

export interface Sent {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  /** Version in the path of a dated endpoint. */
  readonly version?: string;
  readonly body?: unknown;
  readonly token?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends one call to an endpoint as a client would, with the development token unless told otherwise. */
export async function send(service: Service, endpoint: EndpointId, sent: Sent = {}): Promise<Reply> {
  const { method, encoding, authorized } = ENDPOINTS[endpoint];
  const token = sent.token === undefined ? service.development.accessToken : sent.token;
  const form = encoding === 'form';
  const query = new URLSearchParams(sent.query).toString();
  const { version: resource }: Endpoint = ENDPOINTS[endpoint];
  const versions = resource && sent.version ? { ...DEFAULT_VERSIONS, [resource]: sent.version } : DEFAULT_VERSIONS;
  const path = formatPath(endpoint, sent.params ?? {}, versions);
  const reply = await service.transport.send({
    method,
    url: `https://service.test${path}${query === '' ? '' : `?${query}`}`,
    headers: {
      accept: 'application/json',
      ...(authorized && token !== null ? { authorization: `Bearer ${token}` } : {}),
      ...(sent.body === undefined
        ? {}
        : { 'content-type': form ? 'application/x-www-form-urlencoded' : 'application/json' }),
      ...sent.headers,
    },
    ...(sent.body === undefined ? {} : { body: form ? formText(sent.body) : JSON.stringify(sent.body) }),
  });
  return { status: reply.status, headers: reply.headers, body: parsed(reply.body) };
}

function formText(body: unknown): string {
  return new URLSearchParams(Object.entries(Object(body))).toString();
}

function parsed(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
