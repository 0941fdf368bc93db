/**
 * The socket of the status page, on Node's own server: all requests are GET without a body, so a framework would only be one more package
 * that a worker needs for its health.
 */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { UsageError } from '../../errors.ts';
import type { Asked, Reply } from './reply.ts';

export interface Listening {
  readonly url: string;
  close(): Promise<void>;
}

/** Until a request has arrived whole. */
const REQUEST_MS = 10_000;

/** Throws UsageError `cannot-listen`. */
export async function listen(
  answer: (asked: Asked) => Promise<Reply>,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<Listening> {
  const server = createServer({ requestTimeout: REQUEST_MS, headersTimeout: REQUEST_MS }, (request, response) => {
    void answer(askedBy(request)).then((reply) => send(reply, request, response));
  });
  await new Promise<void>((done, failed) => {
    server.once('error', (cause) => failed(cannotListen(host, port, cause)));
    server.listen({ host, port }, done);
  });
  return {
    url: addressOf(host, server.address()),
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

function askedBy({ method = '', url = '', headers }: IncomingMessage): Asked {
  return { method, url, host: headers.host, seen: headers['if-none-match'] };
}

function send({ status, headers, body }: Reply, request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(status, { ...headers, 'content-length': String(Buffer.byteLength(body)) });
  // A body is never read: the connection would wait for it.
  if (request.headers['content-length'] !== undefined || request.headers['transfer-encoding'] !== undefined)
    response.shouldKeepAlive = false;
  response.end(request.method === 'HEAD' ? '' : body);
}

function addressOf(host: string, address: ReturnType<ReturnType<typeof createServer>['address']>): string {
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function cannotListen(host: string, port: number, cause: unknown): UsageError {
  return new UsageError('cannot-listen', `The status page cannot listen on ${host}, port ${port}.`, {
    hint: 'Another program may be using the port. Choose another one; port 0 picks a free one.',
    cause,
  });
}
