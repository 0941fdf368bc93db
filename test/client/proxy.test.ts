import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { inspect } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { secret, undiciTransport } from '../../src/client/index.ts';
import type { UndiciOptions } from '../../src/client/transport.ts';
import type { HttpRequest, SendOptions } from '../../src/contract/http.ts';
import { TransportError } from '../../src/errors.ts';
import { certificateFor } from '../support/network/certificate.ts';
import { aProxy, type ProxyBehaviour, type TestProxy } from '../support/network/proxy.ts';

/** A name that nothing but the proxy can reach. */
const HOST = 'api.trueup.invalid';
const certificate = certificateFor([HOST, 'localhost']);
const before = getCACertificates('default');

beforeAll(() => setDefaultCACertificates([...before, certificate.cert]));
afterAll(() => setDefaultCACertificates([...before]));

/** Resources that a test opened. They are closed after it. */
const open: { close(): unknown }[] = [];

afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

const OK: RequestListener = (request, response) => void response.end(JSON.stringify(request.headers));

async function aHost(answer: RequestListener = OK): Promise<number> {
  // The server offers HTTP/2 to clients that support it.
  const server: Server = createServer({ ...certificate, ALPNProtocols: ['h2', 'http/1.1'] }, answer);
  open.push({ close: () => server.closeAllConnections() }, server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

interface Sent {
  readonly proxy: TestProxy;
  send(url?: string, options?: SendOptions): ReturnType<ReturnType<typeof undiciTransport>['send']>;
  failure(url?: string, options?: SendOptions): Promise<TransportError>;
}

/** A transport behind a proxy that leads to a host of the test. */
async function behindProxy(
  given: Partial<ProxyBehaviour> & {
    readonly except?: string;
    readonly user?: string;
    readonly scheme?: string;
    readonly name?: string;
  } = {},
  options: Omit<UndiciOptions, 'proxy'> = {},
): Promise<Sent> {
  const { except, user = '', scheme = 'http', name = 'localhost', ...behaviour } = given;
  const proxy = await aProxy({ port: given.port ?? (await aHost()), ...behaviour });
  open.push(proxy);
  const url = secret(`${scheme}://${user}${name}:${proxy.port}`);
  const transport = undiciTransport({ ...options, proxy: { url, ...(except === undefined ? {} : { except }) } });
  open.push(transport);
  const send = (to = `https://${HOST}/a?x=1`, sending?: SendOptions) => transport.send(request(to), sending);
  return { proxy, send, failure: (to, sending) => failureOf(send(to, sending)) };
}

/** A certificate for an address, trusted until the test ends. */
function trusted(address: string) {
  const own = certificateFor([address]);
  setDefaultCACertificates([...before, certificate.cert, own.cert]);
  open.push({ close: () => setDefaultCACertificates([...before, certificate.cert]) });
  return own;
}

function request(url: string): HttpRequest {
  return { method: 'POST', url, headers: { authorization: 'Bearer token-1' }, body: '{}' };
}

async function failureOf(sending: Promise<unknown>): Promise<TransportError> {
  const error = await sending.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof TransportError)) throw new Error(`no TransportError: ${inspect(error)}`);
  return error;
}

describe('a request through a proxy', () => {
  it('goes through a tunnel to the host, with the credentials for the proxy alone', async () => {
    const { proxy, send } = await behindProxy({ user: 'me:p%40ss%3Aword@' });
    const { status, body } = await send();
    const basic = `Basic ${Buffer.from('me:p@ss:word').toString('base64')}`;
    expect(proxy.asked).toEqual([
      { to: `${HOST}:443`, headers: expect.objectContaining({ host: HOST, 'proxy-authorization': basic }) },
    ]);
    expect(JSON.stringify(proxy.asked)).not.toContain('token-1');
    expect([status, JSON.parse(body)]).toEqual([
      200,
      { host: HOST, connection: 'keep-alive', authorization: 'Bearer token-1', 'content-length': '2' },
    ]);
  });

  it('names the port of the host', async () => {
    const { proxy, send } = await behindProxy();
    await send(`https://${HOST}:8443/`);
    expect(proxy.asked.map(({ to }) => to)).toEqual([`${HOST}:8443`]);
  });

  it('reuses the tunnel of an earlier request', async () => {
    const { proxy, send } = await behindProxy({}, { connections: 1 });
    for (let count = 0; count < 3; count += 1) await send();
    expect(proxy.asked.length).toBe(1);
  });

  it('goes through a proxy that is reached over TLS', async () => {
    const { proxy, send } = await behindProxy({ certificate, scheme: 'https' });
    expect((await send()).status).toBe(200);
    expect(proxy.asked.map(({ to }) => to)).toEqual([`${HOST}:443`]);
  });

  it('reaches a proxy over TLS by its IP address, without a server name', async () => {
    const warned: string[] = [];
    const warn = ({ code, name }: Error & { readonly code?: string }) => void warned.push(code ?? name);
    process.on('warning', warn);
    open.push({ close: () => process.off('warning', warn) });
    const { proxy, send } = await behindProxy({
      certificate: trusted('127.0.0.1'),
      scheme: 'https',
      name: '127.0.0.1',
    });
    expect((await send()).status).toBe(200);
    expect(proxy.asked.map(({ to }) => to)).toEqual([`${HOST}:443`]);
    expect(warned).toEqual([]);
  });

  it('compares the certificate of such a proxy with its address', async () => {
    const { proxy, failure } = await behindProxy({
      certificate: trusted('10.0.0.1'),
      scheme: 'https',
      name: '127.0.0.1',
    });
    expect(await failure()).toMatchObject({ code: 'tls-failed', sent: 'no' });
    expect(proxy.asked).toEqual([]);
  });

  it('stays refused over plain http', async () => {
    const { proxy, failure } = await behindProxy();
    expect(await failure(`http://${HOST}/`)).toMatchObject({ code: 'insecure-address', sent: 'no' });
    expect(proxy.asked).toEqual([]);
  });

  it('leaves no tunnel open after the transport is closed', async () => {
    const { proxy, send } = await behindProxy();
    await send();
    expect(proxy.open()).toBe(1);
    await open.at(-1)?.close();
    await expect.poll(() => proxy.open()).toBe(0);
  });

  it('fails as unsent if the transport closes before the tunnel opens', async () => {
    const { proxy, failure } = await behindProxy({ answer: () => undefined });
    const failing = failure();
    await expect.poll(() => proxy.asked.length).toBe(1);
    await open.at(-1)?.close();
    expect(await failing).toMatchObject({ code: 'transport-closed', sent: 'no' });
  });
});

describe('which requests go through the proxy', () => {
  it.each([
    ['', true],
    [HOST, false],
    ['API.TRUEUP.INVALID.', false],
    ['trueup.invalid', false],
    ['.trueup.invalid', false],
    ['*.trueup.invalid', false],
    ['invalid', false],
    ['*', false],
    [`${HOST}:443`, false],
    [`${HOST}:8443`, true],
    ['trueup.invalid:443', false],
    ['rueup.invalid', true],
    ['other.test, api.trueup.invalid', false],
    ['other.test api.trueup.invalid', false],
    ['trueup', true],
  ])('those to a host that NO_PROXY=%j does not list (%j)', async (except, through) => {
    const { proxy, send } = await behindProxy({ except });
    const reply = await send().catch((error: unknown) => (error instanceof TransportError ? error.code : 'unknown'));
    expect([typeof reply === 'string' ? reply : reply.status, proxy.asked.length]).toEqual(
      through ? [200, 1] : ['dns-failed', 0],
    );
  });

  it.each(['localhost', '127.0.0.1', '[::1]'])('none to %s, which is this machine', async (name) => {
    const { proxy, send } = await behindProxy();
    // The port is closed. The test only checks that the proxy was not asked.
    await send(`http://${name}:9/`).catch(() => undefined);
    await send(`https://${name}:9/`).catch(() => undefined);
    expect(proxy.asked).toEqual([]);
  });

  it('go direct in any environment unless the transport has a proxy', async () => {
    const variables = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY', 'no_proxy', 'NO_PROXY'];
    const own = variables.map((name) => [name, process.env[name]] as const);
    try {
      // A client with a proxy setting ignores the proxies and exceptions of the environment.
      for (const name of variables) process.env[name] = name.toLowerCase() === 'no_proxy' ? '*' : '::';
      const { proxy, send } = await behindProxy();
      expect((await send()).status).toBe(200);
      for (const name of variables) {
        process.env[name] = name.toLowerCase() === 'no_proxy' ? '' : `http://localhost:${proxy.port}`;
      }
      const transport = undiciTransport();
      open.push(transport);
      expect(await failureOf(transport.send(request(`https://${HOST}/`)))).toMatchObject({ code: 'dns-failed' });
      expect(proxy.asked.length).toBe(1);
    } finally {
      for (const [name, value] of own) {
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      }
    }
  });
});

/** A proxy that answers a CONNECT with these words. */
const saying =
  (text: string) =>
  (socket: Duplex): void =>
    void socket.end(text);

describe('a proxy that opens no tunnel', () => {
  it.each<readonly [string, string, (socket: Duplex) => void, string]>([
    [
      'asks for credentials',
      'proxy-refused',
      saying('HTTP/1.1 407 No\r\ncontent-length: 0\r\n\r\n'),
      'refused the credentials, or needs some (407)',
    ],
    [
      'forbids the host',
      'proxy-refused',
      saying('HTTP/1.1 403 No\r\ncontent-length: 0\r\n\r\n'),
      'refused to connect to the host (403)',
    ],
    [
      'cannot reach the host',
      'proxy-failed',
      saying('HTTP/1.1 502 No\r\ncontent-length: 4\r\n\r\nnope'),
      'did not connect to the host (502)',
    ],
    [
      'keeps the connection after a refusal',
      'proxy-failed',
      (socket) => void socket.write('HTTP/1.1 503 No\r\n\r\n'),
      'did not connect to the host (503)',
    ],
    ['hangs up', 'proxy-failed', (socket) => void socket.destroy(), 'gave no valid answer'],
    ['is no proxy', 'proxy-failed', saying('SSH-2.0 x\r\n'), 'gave no valid answer'],
    [
      'answers with too many headers',
      'proxy-failed',
      saying(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(100_000)}\r\n\r\n`),
      'gave no valid answer',
    ],
    ['does not answer', 'proxy-failed', () => undefined, 'did not answer in time'],
  ])('%s: %s, and nothing was sent', async (_, code, answer, what) => {
    const { proxy, failure } = await behindProxy({ answer, user: 'me:pass-word-1@' }, { connectTimeoutMs: 300 });
    const error = await failure();
    expect([error.code, error.sent, error.message]).toEqual([
      code,
      'no',
      `POST https://${HOST} was not sent: the proxy localhost:${proxy.port} ${what}.`,
    ]);
    expect(`${inspect(error, { depth: 10, showHidden: true })}${error.hint}`).not.toMatch(/pass-word-1|bWU6/);
    expect(proxy.asked.length).toBe(1);
    await expect.poll(() => proxy.open()).toBe(0);
  });

  it('is unreachable: proxy-unreachable, and the request is unsent', async () => {
    const { proxy, failure } = await behindProxy({ user: 'me:pass-word-1@' });
    await proxy.close();
    open.splice(open.indexOf(proxy), 1);
    const error = await failure();
    expect([error.code, error.sent, error.message]).toEqual([
      'proxy-unreachable',
      'no',
      `POST https://${HOST} was not sent: the proxy localhost:${proxy.port} could not be reached (ECONNREFUSED).`,
    ]);
  });

  it('has a name that does not exist: proxy-unreachable', async () => {
    const transport = undiciTransport({ proxy: { url: secret('http://proxy.trueup.invalid:3128') } });
    open.push(transport);
    expect(await failureOf(transport.send(request(`https://${HOST}/`)))).toMatchObject({
      code: 'proxy-unreachable',
      sent: 'no',
      message: `POST https://${HOST} was not sent: the proxy proxy.trueup.invalid:3128 could not be reached (ENOTFOUND).`,
    });
  });

  it('does not speak TLS where its address says so: tls-failed', async () => {
    const { failure } = await behindProxy({ scheme: 'https' });
    expect(await failure()).toMatchObject({
      code: 'tls-failed',
      sent: 'no',
      message: expect.stringContaining('the proxy localhost'),
    });
  });

  it('fails every request that waits for it, and serves the next', async () => {
    const answer = saying('HTTP/1.1 502 No\r\n\r\n');
    const { failure, send, proxy } = await behindProxy({ answer, times: 1 }, { connections: 1 });
    const failed = await Promise.all([failure(), failure(), failure()]);
    expect(failed.map(({ code, sent }) => [code, sent])).toEqual(Array(3).fill(['proxy-failed', 'no']));
    expect((await send()).status).toBe(200);
    expect(proxy.asked.length).toBe(2);
  });
});

describe('a request through an open tunnel', () => {
  it('is checked for permission to leave once the tunnel is open', async () => {
    const arrived: string[] = [];
    const port = await aHost((given, response) => {
      arrived.push(given.method ?? '');
      response.end('{}');
    });
    const { proxy, send, failure } = await behindProxy({ port }, { connections: 1 });
    const held = await failure(undefined, { mayLeave: () => proxy.asked.length === 0 });
    expect(held).toMatchObject({ code: 'held-back', sent: 'no' });
    expect((await send(undefined, { mayLeave: () => proxy.asked.length === 1 })).status).toBe(200);
    expect([arrived, proxy.asked.length]).toEqual([['POST'], 1]);
  });

  it('has an unknown effect if the tunnel breaks', async () => {
    const port = await aHost((given) => given.socket.destroy());
    const { failure } = await behindProxy({ port });
    expect(await failure()).toMatchObject({ code: 'connection-lost', sent: 'maybe' });
  });

  it('is unsent if the deadline ends before the tunnel, and uncertain after it', async () => {
    const silent = await behindProxy({ answer: () => undefined });
    expect(await silent.failure(undefined, { timeoutMs: 50 })).toMatchObject({ code: 'timed-out', sent: 'no' });
    const port = await aHost(() => undefined);
    const slow = await behindProxy({ port });
    expect(await slow.failure(undefined, { timeoutMs: 300 })).toMatchObject({ code: 'timed-out', sent: 'maybe' });
  });

  it('is unsent if the certificate of the host is untrusted', async () => {
    setDefaultCACertificates([...before]);
    try {
      const { proxy, failure } = await behindProxy();
      expect(await failure()).toMatchObject({
        code: 'tls-failed',
        sent: 'no',
        message: `POST https://${HOST} failed: no trusted TLS connection (DEPTH_ZERO_SELF_SIGNED_CERT).`,
      });
      await expect.poll(() => proxy.open()).toBe(0);
    } finally {
      setDefaultCACertificates([...before, certificate.cert]);
    }
  });

  it('is refused if the certificate has another name', async () => {
    const { failure } = await behindProxy();
    expect(await failure('https://other.trueup.invalid/')).toMatchObject({ code: 'tls-failed', sent: 'no' });
  });
});

describe('the address of a proxy', () => {
  const made = (url: string, source?: string) => {
    const transport = undiciTransport({ proxy: { url: secret(url), ...(source === undefined ? {} : { source }) } });
    return transport.close();
  };

  it.each([
    'proxy.test:3128',
    'http://proxy.test',
    'HTTPS://proxy.test:443/',
    'http://[::1]:3128',
    ' http://u:p@proxy.test ',
  ])('may be %j', async (url) => {
    await expect(made(url)).resolves.toBe(undefined);
  });

  const OTHER_SCHEME = 'proxy.url has a scheme other than http and https, which is not supported.';

  it.each([
    ['', 'proxy.url is not the address of a proxy.'],
    ['http://', 'proxy.url is not the address of a proxy.'],
    ['http://me:pa/ss-word@proxy.test:3128', 'proxy.url is not the address of a proxy.'],
    ['http://me:12#ss-word@proxy.test:3128', 'proxy.url is not the address of a proxy.'],
    ['http://me:12/ss-word@proxy.test:3128', 'proxy.url is not the address of a proxy.'],
    ['socks5://me:pass-word@proxy.test', OTHER_SCHEME],
    ['Passw0rd://bob@x', OTHER_SCHEME],
  ])('cannot be %j, and the error hides it', (url, message) => {
    expect(() => made(url)).toThrow(expect.objectContaining({ code: 'proxy-invalid', message }));
  });

  it.each(['http://me:pass-word@proxy.test', { url: 'http://me:pass-word@proxy.test' }, {}])(
    'is a secret, and %j is none',
    (proxy) => {
      expect(() => Reflect.apply(undiciTransport, undefined, [{ proxy }])).toThrow(
        expect.objectContaining({ code: 'proxy-invalid', message: 'proxy.url is not a secret: pass secret(ADDRESS).' }),
      );
    },
  );

  it('is named as its source names it', () => {
    expect(() => made('::', 'HTTPS_PROXY')).toThrow('HTTPS_PROXY is not the address of a proxy.');
  });
});
