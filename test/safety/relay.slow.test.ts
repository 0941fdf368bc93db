/** A relay between us and the service that passes a write on and then answers something of its own. */

import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { HttpRequest } from '../../src/contract/http.ts';
import { createService, type Service } from '../../src/service/index.ts';
import { aShell } from '../support/world.ts';

let service: Service;
let relay: Server;
let elsewhere: Server;
let visitors: number;
/** Written to the socket in place of the service's reply to the next create of a subscription. */
let answer: string | undefined;

beforeEach(async () => {
  service = await createService();
  answer = undefined;
  visitors = 0;
  relay = createServer(async (request, response) => {
    const reply = await service.transport.send(await passedOn(request));
    if (answer !== undefined && request.method === 'POST' && request.url?.includes('/subscriptions')) {
      request.socket.end(answer);
      answer = undefined;
      return;
    }
    response.writeHead(reply.status, { ...reply.headers });
    response.end(reply.body);
  });
  elsewhere = createServer((_, response) => {
    visitors += 1;
    response.end('{}');
  });
  for (const server of [relay, elsewhere]) {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  }
});

afterEach(async () => {
  for (const server of [relay, elsewhere]) {
    server.closeAllConnections();
    server.close();
  }
  await service.close();
});

async function passedOn(request: IncomingMessage): Promise<HttpRequest> {
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  const body = await text(request);
  return {
    method: request.method as HttpRequest['method'],
    url: `http://127.0.0.1${request.url}`,
    headers,
    ...(body === '' ? {} : { body }),
  };
}

function addressOf(server: Server): string {
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const PROJECT = `version: 1
webhooks:
  - appId: 2001
    subscriptions:
      - { eventType: contact.creation, active: true }
`;

async function projectBehindTheRelay() {
  const env = {
    TRUEUP_BASE_URL: `http://${addressOf(relay)}`,
    TRUEUP_ACCESS_TOKEN: 'trueup-dev-token',
    TRUEUP_SURFACE: 'documented',
  };
  const shell = await aShell({ env });
  await shell.write('trueup.yaml', PROJECT);
  return shell;
}

/** As one line: the terminal's width breaks it anywhere. */
const oneLine = (shown: string) => shown.replace(/\s+/g, ' ');

const page = (status: string, more = '') =>
  `HTTP/1.1 ${status}\r\n${more}content-type: text/html\r\ncontent-length: 9\r\n\r\n<p>No</p>`;

test.each([
  ['301 Moved Permanently', page('301 Moved', 'location: /elsewhere\r\n')],
  ['302 Found', page('302 Found', 'location: https://login.test/?token=CANARY\r\n')],
  ['303 See Other', page('303 See Other', 'location: /subscriptions/7\r\n')],
  ['304 Not Modified', 'HTTP/1.1 304 Not Modified\r\n\r\n'],
  ['307 Temporary Redirect', page('307 Temporary Redirect', 'location: https://other.test/\r\n')],
  ['308 Permanent Redirect', page('308 Permanent Redirect', 'location: https://other.test/\r\n')],
  ['a page with 400', page('400 Bad Request')],
  ['a page with 403', page('403 Forbidden')],
  ['a page with 401', page('401 Unauthorized')],
  ['a page with 404', page('404 Not Found')],
  ['405 without a body', 'HTTP/1.1 405 Method Not Allowed\r\ncontent-length: 0\r\n\r\n'],
  ['406 Not Acceptable', page('406 Not Acceptable')],
  ['a page with 407', page('407 Proxy Authentication Required')],
  ['a page with 423', page('423 Locked')],
  ['a page with 429', page('429 Too Many Requests', 'retry-after: 0\r\n')],
  ['a page with 477', page('477 Moving', 'retry-after: 0\r\n')],
  ['409 and {}', 'HTTP/1.1 409 Conflict\r\ncontent-length: 2\r\n\r\n{}'],
  ['403 and words of its own', 'HTTP/1.1 403 Forbidden\r\ncontent-length: 19\r\n\r\n{"error":"blocked"}'],
  ['408 Request Timeout', page('408 Request Timeout')],
  ['499', page('499 Client Closed Request')],
  ['504 Gateway Timeout', page('504 Gateway Timeout')],
  ['600', page('600 Nothing Known')],
  ['100 Continue and a reply', `HTTP/1.1 100 Continue\r\n\r\n${page('201 Created')}`],
  ['101 Switching Protocols', 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'],
  ['101 without an upgrade', 'HTTP/1.1 101 Switching Protocols\r\n\r\n'],
  ['103 Early Hints and the end', 'HTTP/1.1 103 Early Hints\r\n\r\n'],
])('a subscription whose create was answered with %s is uncertain, and is not created again', async (_, raw) => {
  const shell = await projectBehindTheRelay();
  answer = raw;
  const first = await shell.run('apply', '--auto-approve');
  expect(first.code).toBe(5);
  expect(oneLine(first.stdout)).toContain('It is unknown whether it took effect');
  expect(`${first.stdout}${first.stderr}`).not.toContain('CANARY');
  expect(answer).toBeUndefined();

  const second = await shell.run('apply', '--auto-approve');
  expect(second.code).not.toBe(0);
  const creates = (await service.calls()).filter(({ endpoint }) => endpoint === 'createSubscription');
  expect(creates).toHaveLength(1);
});

test('redirects are ignored: the token and the call stay at the configured host', async () => {
  const shell = await projectBehindTheRelay();
  answer = page('307 Temporary Redirect', `location: http://${addressOf(elsewhere)}/CANARY?x=CANARY\r\n`);
  const { stdout, stderr } = await shell.run('apply', '--auto-approve', '--verbose');
  expect(oneLine(stdout)).toContain(
    `createSubscription was redirected with 307 to ${addressOf(elsewhere)}: redirects are not followed.`,
  );
  expect(`${stdout}${stderr}`).not.toContain('CANARY');
  expect(visitors).toBe(0);
});
