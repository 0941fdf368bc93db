/**
 * Runs the embedded service in a process, with its rate limit and the given milliseconds before each answer. Prints its
 * address and the token of a private app.
 */

import { startService } from '../src/service/index.ts';

const service = await startService({ port: 0 });
service.faults.add({ do: 'latency', ms: Number(process.argv[2]), times: 'always' });
console.log(JSON.stringify({ url: service.url, token: service.development.privateAppToken }));
// The measurement holds the other end: when it is gone, so is this.
process.stdin.resume().once('end', () => process.exit());
