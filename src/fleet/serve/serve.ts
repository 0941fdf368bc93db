/** The status page: its answers behind a socket. */

import { createHosts } from '../../contract/hosts.ts';
import { readFleet } from '../read/read.ts';
import { answer } from './answer.ts';
import { listen } from './listen.ts';
import type { Serving, StatusPage, StatusPageOptions } from './options.ts';

export async function serve(options: StatusPageOptions): Promise<StatusPage> {
  const { database, clock, host = '127.0.0.1', port = 0, allowedHosts = [], worker } = options;
  const serving: Serving = { database, read: readFleet(database), clock, worker, hosts: createHosts(allowedHosts) };
  const listening = await listen((asked) => answer(asked, serving), { host, port });
  for (const name of [host, new URL(listening.url).hostname]) serving.hosts.listenOn(name);
  return listening;
}
