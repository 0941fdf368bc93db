/** The service as a transport in the same process: no socket, the same routes and faults. */

import type { FastifyInstance } from 'fastify';
import { defined } from '../../contract/defined.ts';
import type { HttpReply, HttpRequest, SendOptions, Transport } from '../../contract/http.ts';
import { TransportError } from '../../errors.ts';

/**
 * Takes any base address: only path and query count. Throws TransportError when a fault breaks the connection, when the
 * signal aborts, when the time is up, and after close().
 */
export function createInProcessTransport(app: FastifyInstance, closed: () => boolean): Transport {
  return {
    async send(request, options = {}) {
      if (closed()) throw new TransportError('transport-closed', 'The embedded service is closed.', { sent: 'no' });
      if (options.signal?.aborted) throw aborted(options.signal, 'no');
      return raced(injected(app, request), options);
    },
    close: async () => {},
  };
}

async function injected(app: FastifyInstance, request: HttpRequest): Promise<HttpReply> {
  const { pathname, search } = new URL(request.url);
  try {
    const reply = await app.inject({
      method: request.method,
      url: `${pathname}${search}`,
      headers: { ...request.headers },
      ...defined({ payload: request.body }),
    });
    return { status: reply.statusCode, headers: flat(reply.headers), body: reply.body };
  } catch (cause) {
    throw new TransportError('connection-lost', 'The connection broke before the whole reply arrived.', {
      sent: 'maybe',
      cause,
    });
  }
}

/** The call continues if its caller gives up, as behind a socket. */
function raced(reply: Promise<HttpReply>, { signal, timeoutMs }: SendOptions): Promise<HttpReply> {
  if (signal === undefined && timeoutMs === undefined) return reply;
  return new Promise((resolve, reject) => {
    const timer =
      timeoutMs === undefined
        ? undefined
        : setTimeout(
            () => reject(new TransportError('timed-out', `No reply within ${timeoutMs} ms.`, { sent: 'maybe' })),
            timeoutMs,
          );
    const onAbort = () => reject(aborted(signal, 'maybe'));
    signal?.addEventListener('abort', onAbort, { once: true });
    reply.then(resolve, reject).finally(() => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    });
  });
}

function aborted(signal: AbortSignal | undefined, sent: 'no' | 'maybe'): TransportError {
  return new TransportError('aborted', 'The request was aborted.', { sent, cause: signal?.reason });
}

function flat(
  headers: Readonly<Record<string, string | number | readonly string[] | undefined>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toLowerCase(), String(value)]],
    ),
  );
}
