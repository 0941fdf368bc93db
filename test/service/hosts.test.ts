import { request } from 'node:http';
import { hostname, networkInterfaces } from 'node:os';
import { afterEach, describe, expect, it } from 'vitest';
import { createHosts } from '../../src/contract/hosts.ts';
import { type Service, startService } from '../../src/service/index.ts';
import { aShell } from '../support/world.ts';

const open: (Service & { readonly url: string })[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((service) => service.close()));
});

async function started(options: Parameters<typeof startService>[0] = {}) {
  const service = await startService(options);
  open.push(service);
  return service;
}

interface PageReply {
  readonly status: number | undefined;
  readonly body: string;
}

/** A request as a browser sends it to a name that was pointed at this machine. */
function ask(url: string, host: string, path: string, method = 'GET'): Promise<PageReply> {
  const { hostname: address, port } = new URL(url);
  return new Promise((done, failed) => {
    const headers = { host, authorization: 'Bearer trueup-dev-token' };
    request({ host: address.replace(/[[\]]/g, ''), port, path, method, headers }, (reply) => {
      let body = '';
      reply.on('data', (part) => {
        body += String(part);
      });
      reply.on('end', () => done({ status: reply.statusCode, body }));
    })
      .on('error', failed)
      .end();
  });
}

const AUTHORIZE =
  '/oauth/authorize?client_id=trueup-dev&redirect_uri=http%3A%2F%2Flocalhost%3A4011%2Fcallback&scopes=crm.schemas.contacts.read';

describe('a request', () => {
  it.each([
    ['GET', '/'],
    ['GET', AUTHORIZE],
    ['POST', '/oauth/authorize'],
    ['GET', '/oauth/1001/authorize'],
    ['POST', '/oauth/v1/token'],
    ['GET', '/oauth/v1/access-tokens/trueup-dev-token'],
    ['GET', '/properties/v2/contacts/properties'],
    ['GET', '/nowhere'],
  ])('to a foreign name is refused and recorded: %s %s', async (method, path) => {
    const service = await started();
    const { status, body } = await ask(service.url, 'rebound.example:4010', path, method);
    expect([status, JSON.parse(body)]).toEqual([
      421,
      {
        status: 'error',
        message:
          'This service does not accept requests for the name rebound.example:4010, only for loopback addresses and the hosts allowed at its start.',
        correlationId: expect.any(String),
        category: 'VALIDATION_ERROR',
      },
    ]);
    expect((await service.calls()).map((call) => [call.endpoint, call.status])).toEqual([[undefined, 421]]);
  });

  it.each(['localhost', 'LOCALHOST:80', 'localhost.:1', '127.0.0.1:4010', '127.8.9.1', '[::1]:4010'])(
    'to loopback is answered on any port: %s',
    async (host) => {
      const service = await started();
      expect((await ask(service.url, host, '/')).status).toBe(200);
      expect((await ask(service.url, host, AUTHORIZE)).body).toContain('Connect trueup-dev');
      expect((await ask(service.url, host, '/properties/v2/contacts/properties')).status).toBe(200);
    },
  );

  it('to a name that the service was given is answered', async () => {
    const service = await started({ allowedHosts: ['CRM.test', 'fd00::5'] });
    expect((await ask(service.url, 'crm.test:9', '/')).status).toBe(200);
    expect((await ask(service.url, '[FD00::5]:9', '/')).status).toBe(200);
    expect((await ask(service.url, 'sub.crm.test', '/')).status).toBe(421);
  });

  it('to the name or address that is listened on is answered', async () => {
    const service = await started({ host: 'localhost' });
    expect((await fetch(service.url)).status).toBe(200);
    const own = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
    for (const { address } of own.filter(({ family, internal }) => family === 'IPv4' && !internal)) {
      const outward = await started({ host: address });
      expect((await fetch(outward.url)).status).toBe(200);
    }
  });

  it('to any address, but to no name, is answered where every address is listened on', async () => {
    const service = await started({ host: '0.0.0.0' });
    expect((await ask(service.url, '192.0.2.7:4010', '/')).status).toBe(200);
    expect((await ask(service.url, '[2001:db8::1]', '/')).status).toBe(200);
    expect((await ask(service.url, hostname(), '/')).status).toBe(421);
    expect((await ask(service.url, 'rebound.example', '/')).status).toBe(421);
  });
});

describe('the names of a service', () => {
  it.each([
    undefined,
    '',
    '192.0.2.7',
    'localhost.evil.example',
    'evil.example#localhost',
    'evil@localhost',
    'localhost@evil.example',
    'localhost:80:80',
    'localhost, evil.example',
    '127.0.0.1.evil.example',
    '0.0.0.0',
    '[::]',
    '[::1].evil.example',
    ':80',
  ])('do not include %s', (host) => {
    expect(createHosts([]).admits(host)).toBe(false);
  });
});

it('serve takes further names with --allow-host', async () => {
  const told = Promise.withResolvers<string>();
  let stop: () => void = () => undefined;
  const shell = await aShell({
    watch: told.resolve,
    signals: (deliver) => {
      stop = () => deliver('SIGTERM');
    },
  });
  const serving = shell.run('serve', '--port', '0', '--json', '--allow-host', 'crm.test', '--allow-host', 'trueup');
  const { url } = JSON.parse(await told.promise);
  const statuses = await Promise.all(['crm.test', 'trueup:4010', 'other'].map((host) => ask(url, host, '/')));
  expect(statuses.map(({ status }) => status)).toEqual([200, 200, 421]);
  stop();
  expect((await serving).code).toBe(0);
});
