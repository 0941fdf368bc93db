import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { secret } from '../../../src/client/index.ts';
import { webhookGate } from '../../../src/fleet/index.ts';
import { BACKEND, type Backend, backend } from '../databases.ts';
import { aFleetWorld, GROUP } from '../world.ts';

type Answer = (reply: ServerResponse, request: IncomingMessage) => void;

/** A program of somebody's, and what it was sent. */
async function aServer(answer: Answer) {
  const seen: { readonly path: string; readonly authorization: string | undefined; readonly body: unknown }[] = [];
  const server = createServer(async (request, reply) => {
    const { url = '', headers } = request;
    seen.push({ path: url, authorization: headers.authorization, body: JSON.parse(await text(request)) });
    answer(reply, request);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { seen, host, address: `http://${host}/gates/s3cret` };
}

const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  (reply) =>
    reply.writeHead(code, headers).end('<html>no JSON</html>');

const NEXT = { rollout: 'r1', wave: 2, states: { applied: 2, failed: 1 } } as const;

describe('a gate by webhook', () => {
  it('is sent how the rollout stands, with the token, and opens by any 2xx whatever it says', async () => {
    const { seen, host, address } = await aServer(status(204));
    const gate = webhookGate({ token: secret('t0ken'), hosts: [host] });
    expect(await gate({ ...NEXT, address })).toBe(true);
    expect(seen).toEqual([
      {
        path: '/gates/s3cret',
        authorization: 'Bearer t0ken',
        body: { rollout: 'r1', wave: 2, states: { applied: 2, failed: 1 } },
      },
    ]);
    expect(await webhookGate()({ ...NEXT, address: null })).toBe(true);
  });

  it.each([
    ['a 500', status(500), 'answered 500.'],
    ['a 404', status(404), 'answered 404.'],
    ['a closed socket', ((_, request) => request.socket.destroy()) as Answer, 'gave no answer (connection-lost).'],
    [
      'half a reply',
      ((reply) => reply.writeHead(200, { 'content-length': '99' }).write('x', () => reply.destroy())) as Answer,
      'gave no answer (reply-cut).',
    ],
    ['no answer in time', (() => undefined) as Answer, 'gave no answer (timed-out).'],
  ])('holds the wave after %s, and tells no secret', async (_, answer, because) => {
    const { host, address } = await aServer(answer);
    const gate = webhookGate({ token: secret('t0ken'), hosts: [host], timeoutMs: 300 });
    expect(await gate({ ...NEXT, address })).toEqual({ because: `The gate ${host} ${because}` });
  });

  it('follows no redirect, which could lead the token elsewhere', async () => {
    const other = await aServer(status(200));
    const { host, address } = await aServer(status(307, { location: other.address }));
    const answer = await webhookGate({ token: secret('t0ken'), hosts: [host, other.host] })({ ...NEXT, address });
    expect(answer).toEqual({ because: `The gate ${host} answered 307, a redirect, which is not followed.` });
    expect(other.seen).toEqual([]);
  });

  it('sends its token to its hosts alone, and takes none without them', async () => {
    const { seen, host, address } = await aServer(status(200));
    const gate = webhookGate({ token: secret('t0ken'), hosts: ['gates.example'] });
    expect(await gate({ ...NEXT, address })).toEqual({
      because: `The worker does not ask the gate ${host}, but gates of gates.example alone.`,
    });
    expect(seen).toEqual([]);
    expect(() => webhookGate({ token: secret('t0ken') })).toThrow('with a token and without hosts');
    expect(() => webhookGate({ hosts: ['https://gates.example/'] })).toThrow('is not a host');
  });

  it('takes a host of this machine without a port for any port, as everywhere', async () => {
    const { address } = await aServer(status(204));
    expect(await webhookGate({ token: secret('t0ken'), hosts: ['127.0.0.1'] })({ ...NEXT, address })).toBe(true);
  });

  it.each([
    ['http://gates.example/crm', 'is not an https address'],
    ['ftp://127.0.0.1/', 'is not an https address'],
    ['https://ann:s3cret@gates.example/', 'holds a login, which would be stored with the rollout'],
    ['gates.example', 'is no address'],
  ])('sends nothing to %s', async (address, why) => {
    await expect(webhookGate()({ ...NEXT, address })).rejects.toMatchObject({
      code: 'argument-invalid',
      message: `The gate of a rollout ${why}.`,
    });
  });
});

describe('a rollout with a gate', () => {
  let place: Backend;
  beforeAll(async () => {
    place = await backend(BACKEND);
  });
  afterAll(() => place.close());

  it('waits while it is closed, tells once why, goes on with others meanwhile, and opens', async () => {
    let code = 503;
    const { seen, host, address } = await aServer((reply) => reply.writeHead(code).end());
    const world = await aFleetWorld(await place.database(), 4);
    const fleet = await world.fleet();
    const planned = async (hubIds: readonly number[], gate?: string) => {
      const rollout = await fleet.plan({ hubIds, soakMs: 0, waves: '50%,100%', ...(gate !== undefined && { gate }) });
      await fleet.approve(rollout, { names: [], all: true, by: 'ann' });
      await fleet.rollout(rollout);
      return rollout;
    };
    await expect(planned([2001, 2002], 'http://gates.example/')).rejects.toMatchObject({ code: 'argument-invalid' });
    const held = await planned([2001, 2002], address);
    const free = await planned([2003, 2004]);
    const working = fleet.work({ untilDone: true });
    const until = async (isSo: () => Promise<boolean> | boolean) => {
      while (!(await isSo())) await new Promise((done) => setTimeout(done, 10));
    };
    await until(() => seen.length > 3);
    await until(async () => (await fleet.status(free)).phase === 'done');
    expect(await fleet.status(held)).toMatchObject({ phase: 'soaking', wave: 1 });
    code = 429;
    await until(async () => (await fleet.events(held)).at(-1)?.detail['because'] === `The gate ${host} answered 429.`);
    code = 200;
    await working;
    expect(await fleet.status(held)).toMatchObject({ phase: 'done' });
    const told = (await fleet.events(held)).map(({ detail }) => detail).filter(({ kind }) => kind === 'gate-held');
    expect(told).toEqual(
      [503, 429].map((one) => ({ kind: 'gate-held', wave: 1, because: `The gate ${host} answered ${one}.` })),
    );
    expect(JSON.stringify(told)).not.toContain('s3cret');
  });

  it.each([
    ['a text that cannot be stored', { because: 'Not\0before\n\ud800 Monday.' }, 'Not before \ufffd Monday.'],
    ['a text that is too long', { because: 'x'.repeat(5_000) }, 'x'.repeat(400)],
    ['what is no answer', { because: 7 } as never, 'The gate is closed.'],
    ['nothing', undefined as never, 'The gate is closed.'],
  ])('is held by %s, which is told as one line', async (_, answer, because) => {
    const world = await aFleetWorld(await place.database(), 2);
    const fleet = await world.fleet(GROUP, { gate: async () => answer });
    const rollout = await fleet.plan({ soakMs: 0, waves: '50%,100%' });
    await fleet.approve(rollout, { names: [], all: true, by: 'ann' });
    await fleet.rollout(rollout);
    const stop = new AbortController();
    const working = fleet.work({ signal: stop.signal });
    await expect
      .poll(async () => (await fleet.events(rollout)).at(-1)?.detail['kind'], { timeout: 30_000 })
      .toBe('gate-held');
    stop.abort();
    await working;
    const told = (await fleet.events(rollout)).map(({ detail }) => detail).filter(({ kind }) => kind === 'gate-held');
    expect(told).toEqual([{ kind: 'gate-held', wave: 1, because }]);
  });

  it('works on while a gate takes its time', async () => {
    const world = await aFleetWorld(await place.database(), 4);
    let isAsked = false;
    const fleet = await world.fleet(GROUP, {
      gate: ({ rollout }) => (rollout === slow ? new Promise(() => (isAsked = true)) : Promise.resolve(true)),
    });
    const planned = async (...hubIds: readonly number[]) => {
      const rollout = await fleet.plan({ hubIds, soakMs: 0, waves: '50%,100%' });
      await fleet.approve(rollout, { names: [], all: true, by: 'ann' });
      return rollout;
    };
    const slow = await planned(2001, 2002);
    const other = await planned(2003, 2004);
    await fleet.rollout(slow);
    const stop = new AbortController();
    const working = fleet.work({ signal: stop.signal });
    while (!isAsked) await new Promise((done) => setTimeout(done, 5));
    await fleet.rollout(other);
    while ((await fleet.status(other)).phase !== 'done') await new Promise((done) => setTimeout(done, 5));
    expect(await fleet.status(slow)).toMatchObject({ phase: 'soaking' });
    stop.abort();
    await working;
  });
});
