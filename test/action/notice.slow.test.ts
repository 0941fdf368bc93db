/** Notices of drift: one when it appears, one when it ends, to an address that is kept like a secret. */

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { aRepository, type RepositoryUnderTest } from './repository.ts';

interface Chat {
  readonly url: string;
  readonly texts: string[];
  status: number;
}

let repository: RepositoryUnderTest;
let server: Server;
let chat: Chat;

beforeEach(async () => {
  repository = await aRepository();
  server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    chat.texts.push(`${request.method} ${Buffer.concat(parts).toString()}`);
    response.writeHead(chat.status).end('ok');
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  chat = { url: `http://127.0.0.1:${port}/hooks/T123-secret-part`, texts: [], status: 200 };
  await repository.write({});
  await repository.push(1);
  expect((await repository.merge(1)).code).toBe(0);
});

afterEach(async () => {
  server.close();
  await repository.close();
});

const relabel = (label: string) => repository.service.admin(1001).editProperty('contacts', 'loyaltytier', { label });

test('one notice when drift appears, none while it lasts, one when it ends', async () => {
  const notice = { 'notice-url': chat.url };
  expect((await repository.drift(notice)).code).toBe(0);
  expect(chat.texts).toEqual([]);
  await relabel('Edited');
  const first = await repository.drift(notice);
  await repository.drift(notice);
  await relabel('Loyalty tier');
  await repository.drift(notice);
  const run = (id: string) =>
    expect.stringMatching(new RegExp(`^POST \\{"text":"${id} https://github.example/.*"\\}$`));
  expect(chat.texts).toEqual([
    run('Drift in sandbox: 1 resource changed since the last apply\\.'),
    run('No more drift in sandbox\\.'),
  ]);
  expect(first.log.replace(/^::add-mask::.*$/gm, '')).not.toContain('secret-part');
});

test('every run with drift sends a notice if issues are off', async () => {
  await relabel('Edited');
  for (let night = 0; night < 2; night += 1) await repository.drift({ 'notice-url': chat.url, issue: 'false' });
  expect(chat.texts).toHaveLength(2);
});

test('an address that refuses the notice fails the step, after the issue is written', async () => {
  await relabel('Edited');
  chat.status = 404;
  const ran = await repository.drift({ 'notice-url': chat.url });
  expect(ran).toMatchObject({ code: 1, outputs: { result: 'failed', 'has-changes': 'true' } });
  expect(ran.log).toContain('The address in notice-url answered with status 404.');
  expect(ran.log.replace(/^::add-mask::.*$/gm, '')).not.toContain('secret-part');
  expect(repository.standIn.state.issues).toHaveLength(1);
});

test('an address without https is refused before anything is done', async () => {
  const ran = await repository.drift({ 'notice-url': 'http://chat.example/hooks/1' });
  expect(ran).toMatchObject({ code: 1, outputs: { result: 'failed' } });
  expect(ran.log).toContain('Invalid Action inputs: notice-url: is not an address that begins with https://');
});
