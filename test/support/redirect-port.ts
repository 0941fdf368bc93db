/** Finds a free port for the redirect of a login, and registers it in the development app. */

import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Service } from '../../src/service/index.ts';

export async function redirectPort(service: Service): Promise<string> {
  const port = await freePort();
  await service.addApp({
    ...{ appId: 2001, clientId: 'trueup-dev', clientSecret: 'trueup-dev-secret' },
    redirectUris: [`http://localhost:${port}/callback`],
  });
  return port;
}

async function freePort(): Promise<string> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('The port of a socket is not known.');
  return String(address.port);
}
