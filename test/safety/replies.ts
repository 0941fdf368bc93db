/** A service whose replies are changed on their way. */

import type { HttpReply, HttpRequest, Transport } from '../../src/contract/http.ts';

type Change = (reply: HttpReply, request: HttpRequest) => HttpReply | Promise<HttpReply>;

export function answering(transport: Transport, change: Change): Transport {
  return { ...transport, send: async (request, options) => change(await transport.send(request, options), request) };
}

/** Changes each member of the replies to reads, by its name and value. */
export function showing(transport: Transport, change: (member: string, value: unknown) => unknown): Transport {
  return answering(transport, (reply, { method }) =>
    method === 'GET' ? { ...reply, body: JSON.stringify(JSON.parse(reply.body, change)) } : reply,
  );
}

/** The reply says that nothing is left of the rate limit for these milliseconds. */
export function usedUp(reply: HttpReply, intervalMs: number): HttpReply {
  const limits = { max: '110', remaining: '0', 'interval-milliseconds': String(intervalMs) };
  const headers = Object.entries(limits).map(([name, value]) => [`x-hubspot-ratelimit-${name}`, value]);
  return { ...reply, headers: { ...reply.headers, ...Object.fromEntries(headers) } };
}
