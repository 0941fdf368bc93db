import { expect, test } from 'vitest';
import { rememberingTransport } from '../../src/cli/watch/remembering.ts';
import type { HttpReply, HttpRequest } from '../../src/contract/http.ts';

const READ: HttpRequest = { method: 'GET', url: 'https://service/properties', headers: {} };
const TOKEN: HttpRequest = { method: 'POST', url: 'https://service/oauth/v1/token', headers: {}, body: 'refresh' };
const reply = (status: number): HttpReply => ({ status, headers: {}, body: '' });

/** A service that gives these one after the other. */
function serving(...statuses: readonly number[]) {
  let sent = 0;
  let time = 0;
  const remembering = rememberingTransport(
    {
      send: async () => {
        sent += 1;
        return reply(statuses[sent - 1] ?? 200);
      },
      close: async () => undefined,
    },
    () => {
      time += 1;
      return time;
    },
  );
  return { ...remembering, sent: () => sent };
}

test('sends the same read once, until it is forgotten', async () => {
  const service = serving();
  expect(service.readSince()).toBeUndefined();
  await service.send(READ);
  await service.send({ ...READ, headers: { authorization: 'other' } });
  await service.send({ ...READ, body: 'other' });
  expect([service.sent(), service.readSince()]).toEqual([2, 1]);
  service.forget();
  expect(service.readSince()).toBeUndefined();
  await service.send(READ);
  expect([service.sent(), service.readSince()]).toEqual([3, 3]);
});

test.each([401, 408, 429, 500, 503])('keeps no reply of status %d', async (status) => {
  const service = serving(status);
  expect((await service.send(READ)).status).toBe(status);
  expect((await service.send(READ)).status).toBe(200);
});

test('a refused token is asked for again, and nothing else is', async () => {
  const service = serving(200, 200, 401);
  await service.send(TOKEN);
  await service.send(READ);
  await service.send({ ...READ, body: 'refused' });
  await service.send(READ);
  expect(service.sent()).toBe(3);
  await service.send(TOKEN);
  expect(service.sent()).toBe(4);
});
