import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { undiciTransport } from '../../src/client/index.ts';
import type { HttpRequest, Transport } from '../../src/contract/http.ts';
import { TransportError } from '../../src/errors.ts';

/** Resources that a test opened. They are closed after it. */
const open: { close(): unknown }[] = [];

afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

async function serving(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const server: Server = createServer(answer);
  open.push({ close: () => server.closeAllConnections() }, server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/oauth/v1/access-tokens/CANARY`, server };
}

function transportHere(connections?: number): Transport {
  const transport = undiciTransport(connections === undefined ? {} : { connections });
  open.push(transport);
  return transport;
}

const get = (url: string): HttpRequest => ({ method: 'GET', url, headers: {} });

async function failureOf(sending: Promise<unknown>): Promise<TransportError> {
  const error = await sending.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof TransportError)) throw new Error('no TransportError');
  return error;
}

describe('the transport, over real sockets', () => {
  it('uses a connection again', async () => {
    const ports = new Set<number | undefined>();
    const { url } = await serving((request, response) => {
      ports.add(request.socket.remotePort);
      response.end('{}');
    });
    const transport = transportHere(1);
    for (let count = 0; count < 5; count += 1) await transport.send(get(url));
    expect(ports.size).toBe(1);
  });

  it('checks at the socket whether a request may leave, and keeps a refused socket', async () => {
    const seen: string[] = [];
    let release: () => void = () => undefined;
    const ports = new Set<number | undefined>();
    const { url } = await serving((request, response) => {
      seen.push(request.method ?? '');
      ports.add(request.socket.remotePort);
      if (request.method === 'GET') response.end('{}');
      else release = () => void response.end('{}');
    });
    const transport = transportHere(1);
    const first = transport.send({ ...get(url), method: 'POST', body: 'a=1' });
    await expect.poll(() => seen).toEqual(['POST']);
    // The only connection is taken, so this one waits; by the time it is free, the request may not leave any more.
    let recent = true;
    const second = transport.send({ ...get(url), method: 'PATCH', body: 'b=2' }, { mayLeave: () => recent });
    recent = false;
    release();
    expect(await failureOf(second)).toMatchObject({ code: 'held-back', sent: 'no' });
    await first;
    await transport.send(get(url), { mayLeave: () => true });
    expect([seen, ports.size]).toEqual([['POST', 'GET'], 1]);
  });

  it('reports a request as unsent if the port is closed', async () => {
    const { url, server } = await serving(() => undefined);
    server.close();
    await once(server, 'close');
    expect(await failureOf(transportHere().send(get(url)))).toMatchObject({ code: 'connect-refused', sent: 'no' });
  });

  it('reports a request as unsent if the host name is unknown', async () => {
    const error = await failureOf(transportHere().send(get('https://no-such-host.invalid/')));
    expect(error).toMatchObject({ code: 'dns-failed', sent: 'no' });
  });

  it('reports a request as unsent if the TLS handshake fails', async () => {
    const plain = createTcpServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    open.push(plain);
    plain.listen(0, '127.0.0.1');
    await once(plain, 'listening');
    const { port } = plain.address() as AddressInfo;
    const error = await failureOf(transportHere().send(get(`https://127.0.0.1:${port}/`)));
    expect(error).toMatchObject({ code: 'tls-failed', sent: 'no' });
  });

  it('cannot know after a reset whether the service acted', async () => {
    const { url } = await serving((request) => request.socket.resetAndDestroy());
    expect(await failureOf(transportHere().send(get(url)))).toMatchObject({ code: 'connection-lost', sent: 'maybe' });
  });

  it('rejects a truncated reply', async () => {
    const { url } = await serving((request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('[{"name":"half"');
      setImmediate(() => request.socket.destroy());
    });
    expect(await failureOf(transportHere().send(get(url)))).toMatchObject({ code: 'reply-cut', sent: 'maybe' });
  });

  it('rejects a truncated chunked reply', async () => {
    const { url } = await serving((request, response) => {
      response.write('[]');
      setImmediate(() => request.socket.destroy());
    });
    expect(await failureOf(transportHere().send(get(url)))).toMatchObject({ code: 'reply-cut', sent: 'maybe' });
  });

  it('rejects an answer other than HTTP and hides its text', async () => {
    const { url } = await serving((request) => request.socket.end('SSH-2.0 CANARY\r\n'));
    const error = await failureOf(transportHere().send(get(url)));
    expect(error).toMatchObject({ code: 'reply-malformed', sent: 'maybe' });
  });

  it('gives up at the deadline, also in the middle of a reply', async () => {
    const { url } = await serving((_, response) => {
      response.write('[');
    });
    const error = await failureOf(transportHere().send(get(url), { timeoutMs: 500 }));
    expect(error).toMatchObject({ code: 'timed-out', sent: 'maybe' });
  });

  it('takes a deadline that is longer than a timer can be', async () => {
    const { url } = await serving((_, response) => {
      setImmediate(() => response.end('{}'));
    });
    expect((await transportHere().send(get(url), { timeoutMs: 2 ** 40 })).status).toBe(200);
  });

  it('knows that a request that waited for a connection until the deadline was never sent', async () => {
    let arrived = 0;
    const { url } = await serving(() => {
      arrived += 1;
    });
    const transport = transportHere(1);
    const first = failureOf(transport.send(get(url), { timeoutMs: 300 }));
    expect(await failureOf(transport.send(get(url), { timeoutMs: 50 }))).toMatchObject({
      code: 'timed-out',
      sent: 'no',
    });
    await first;
    expect(arrived).toBe(1);
  });

  it('gives up when the caller does', async () => {
    const control = new AbortController();
    const { url } = await serving(() => control.abort());
    const error = await failureOf(transportHere().send(get(url), { signal: control.signal }));
    expect(error).toMatchObject({ code: 'aborted', sent: 'maybe' });
    const early = await failureOf(transportHere().send(get(url), { signal: AbortSignal.abort() }));
    expect(early).toMatchObject({ code: 'aborted', sent: 'no' });
  });

  it('refuses a reply of more than 64 MB', async () => {
    const megabyte = Buffer.alloc(1024 * 1024, 32);
    const { url } = await serving((_, response) => {
      const pour = () => {
        while (!response.destroyed && response.write(megabyte));
      };
      response.on('drain', pour);
      pour();
    });
    expect(await failureOf(transportHere().send(get(url)))).toMatchObject({ code: 'reply-too-large', sent: 'maybe' });
  });

  it('shows neither the path nor the reply in any failure', async () => {
    const { url } = await serving((request) => request.socket.end('CANARY is not HTTP\r\n'));
    const error = await failureOf(transportHere().send(get(url)));
    const { inspect } = await import('node:util');
    expect(`${inspect(error, { depth: 10, showHidden: true })}${JSON.stringify(error)}`).not.toMatch(/CANARY/);
  });

  it('can be closed twice, and sends nothing afterwards', async () => {
    const { url } = await serving((_, response) => {
      response.end('{}');
    });
    const transport = transportHere();
    await transport.send(get(url));
    await transport.close();
    await transport.close();
    expect(await failureOf(transport.send(get(url)))).toMatchObject({ code: 'transport-closed', sent: 'no' });
  });
});
