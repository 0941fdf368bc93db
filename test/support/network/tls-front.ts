/** TLS before a server of this machine that has none. */

import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { createServer } from 'node:tls';
import type { Certificate } from './certificate.ts';

export interface TlsFront {
  readonly port: number;
  close(): void;
}

export async function tlsBefore(url: string, certificate: Certificate): Promise<TlsFront> {
  const server = createServer({ ...certificate }, (socket) => {
    const there = connect(Number(new URL(url).port), '127.0.0.1');
    socket.pipe(there).pipe(socket);
    socket.on('error', () => there.destroy());
    there.on('error', () => socket.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { port: (server.address() as AddressInfo).port, close: () => void server.close() };
}
