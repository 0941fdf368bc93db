/**
 * Runs the service of serving.ts in another process: `server.ts DIR MS`. Each answer comes after the milliseconds.
 * Prints its address.
 */

import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { listsIn, serving } from '../serving.ts';

const [dir = '', latency = '0'] = process.argv.slice(2);
const service = serving(await listsIn(dir));

const server = createServer(async (request, response) => {
  request.resume();
  if (latency !== '0') await sleep(Number(latency));
  const { status, body } = await service.send({
    method: 'GET',
    url: `http://127.0.0.1${request.url ?? ''}`,
    headers: known(request.headers),
  });
  response.writeHead(status, { 'content-type': 'application/json' }).end(body);
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
// The measurement holds the other end: when it is gone, so is this.
process.stdin.resume().once('end', () => process.exit());

function known({ authorization = '' }: IncomingHttpHeaders) {
  return { authorization };
}
