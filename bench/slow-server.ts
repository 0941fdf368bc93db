/**
 * Runs a minimal service in another process. It answers every call after the given milliseconds, and supports only an
 * apply of new groups, properties and subscriptions. The time is therefore that of the program. Prints its address.
 */

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Given, liveDefinition } from './live-definition.ts';

const latency = Number(process.argv[2]);
const properties = new Map<string, object[]>();
let subscriptions = 0;

const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  await sleep(latency);
  const text = Buffer.concat(chunks).toString();
  const { status, body } = answer(request.method ?? '', request.url ?? '', text);
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
// The measurement holds the other end: when it is gone, so is this.
process.stdin.resume().once('end', () => process.exit());

function answer(method: string, path: string, text: string): { readonly status: number; readonly body: unknown } {
  const [, , , objectType = ''] = path.split('/');
  const list = properties.get(objectType) ?? [];
  switch (`${method} ${path.replace(/\d+/g, 'N')}`) {
    case 'GET /oauth/vN/access-tokens/bench':
      return { status: 200, body: METADATA };
    case `GET /properties/vN/${objectType}/properties`:
      return { status: 200, body: list };
    case `POST /properties/vN/${objectType}/properties`: {
      const given: Given = JSON.parse(text);
      // The two times are equal: an earlier createdAt would mean a restored property.
      const now = Date.now();
      const made = { ...liveDefinition({ ...given, displayOrder: list.length }), createdAt: now, updatedAt: now };
      properties.set(objectType, [...list, made]);
      return { status: 201, body: made };
    }
    case `POST /properties/vN/${objectType}/groups`:
      return { status: 200, body: { portalId: 1001, displayOrder: 0, serviceDefined: false, ...JSON.parse(text) } };
    case 'POST /webhooks/N-N/N/subscriptions':
      subscriptions += 1;
      return { status: 201, body: { id: String(subscriptions), createdAt: CREATED, ...JSON.parse(text) } };
    default:
      return { status: 404, body: { status: 'error', message: `${method} ${path} is not part of the measurement.` } };
  }
}

const CREATED = '2026-01-01T00:00:00Z';
const METADATA = {
  token: 'bench',
  hub_id: 1001,
  app_id: 2001,
  user_id: 1,
  expires_in: 1800,
  token_type: 'access',
  scopes: ['crm.schemas.contacts.write', 'developers-write'],
};
