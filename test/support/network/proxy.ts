/** Implements a proxy that records each CONNECT and passes it to a port of this machine for any host. */

import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Certificate } from './certificate.ts';

export interface Tunnel {
  /** Host and port that were asked for. */
  readonly to: string;
  readonly headers: IncomingHttpHeaders;
}

export interface TestProxy {
  readonly port: number;
  /** Tunnels in the order of their requests. */
  readonly asked: readonly Tunnel[];
  /** Returns the number of open tunnels. */
  open(): number;
  close(): Promise<void>;
}

export interface ProxyBehaviour {
  /** Target port of all tunnels, or by their host and port. */
  readonly port: number | Readonly<Record<string, number>>;
  /** Handles the connection instead of a tunnel. */
  readonly answer?: (socket: Duplex) => void;
  /** Number of connections to handle before tunnels open. If absent, all. */
  readonly times?: number;
  /** Speaks TLS itself. */
  readonly certificate?: Certificate;
}

export async function aProxy({ port, answer, times = Infinity, certificate }: ProxyBehaviour): Promise<TestProxy> {
  const asked: Tunnel[] = [];
  const sockets = new Set<Duplex>();
  const plain: RequestListener = (request, response) => {
    asked.push({ to: `${request.method} ${request.url}`, headers: request.headers });
    response.writeHead(500).end();
  };
  const server = certificate === undefined ? createServer(plain) : createTlsServer({ ...certificate }, plain);
  server.on('connect', ({ url = '', headers }, socket) => {
    asked.push({ to: url, headers });
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    if (answer !== undefined && asked.length <= times) {
      answer(socket);
      // Unread, the end of it would not be seen.
      return socket.resume().on('end', () => socket.destroy());
    }
    const there = connect(typeof port === 'number' ? port : (port[url] ?? 0), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      there.pipe(socket).pipe(there);
    });
    there.on('error', () => socket.destroy()).on('close', () => socket.destroy());
    socket.on('close', () => there.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    asked,
    open: () => sockets.size,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
