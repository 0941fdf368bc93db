/** Puts the service behind a socket. */

import type { FastifyInstance } from 'fastify';
import type { Hosts } from '../../contract/hosts.ts';
import { UsageError } from '../../errors.ts';

export interface Address {
  /** A free one when left out. */
  readonly port?: number | undefined;
  /** 127.0.0.1 when left out: nothing outside this machine reaches it. */
  readonly host?: string | undefined;
}

/** Throws UsageError when the address cannot be had. */
export async function listen(app: FastifyInstance, hosts: Hosts, { port = 0, host = '127.0.0.1' }: Address = {}) {
  try {
    const url = await app.listen({ port, host });
    for (const name of [host, new URL(url).hostname]) hosts.listenOn(name);
    return { url };
  } catch (cause) {
    throw new UsageError('cannot-listen', `The service cannot listen on ${host}, port ${port}.`, {
      hint: 'Another program may be using the port. Choose another port; port 0 picks a free port.',
      cause,
    });
  }
}
