import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Service, startService } from '../../src/service/index.ts';
import { decideIn } from '../support/consent.ts';
import { redirectPort } from '../support/redirect-port.ts';
import { aShell, type ShellOptions } from '../support/world.ts';

const APP = { TRUEUP_CLIENT_ID: 'trueup-dev', TRUEUP_CLIENT_SECRET: 'trueup-dev-secret' };
const addresses = Object.values(networkInterfaces()).flatMap((own) => own ?? []);
const hasIpv6Loopback = addresses.some(({ address }) => address === '::1');
const outside = addresses.find(({ internal, family }) => !internal && family === 'IPv4')?.address;

let service: Service & { readonly url: string };
let held: Server | undefined;

beforeEach(async () => {
  service = await startService();
});

afterEach(async () => {
  held?.close();
  held = undefined;
  await service.close();
});

async function login(options: ShellOptions, ...flags: readonly string[]) {
  const shell = await aShell({ ...options, env: { ...APP, TRUEUP_BASE_URL: service.url, ...options.env } });
  return shell.run('auth', 'login', '--show-token', '--scopes', 'oauth', ...flags);
}

/** Opens the port from another program. A port that is already in use serves the test as well. */
async function hold(port: number, host: string): Promise<void> {
  held = createServer().listen(port, host);
  await once(held, 'listening').catch(() => undefined);
}

describe('the redirect of a login', () => {
  test('has an address that is told before the browser opens', async () => {
    const port = await redirectPort(service);
    let before = '';
    const { code } = await login(
      {
        openBrowser: async (address, told) => {
          before = told;
          return decideIn(address, 'allow', 1001);
        },
      },
      ...['--port', port],
    );
    expect([code, before]).toEqual([0, `The app must have this redirect URI: http://localhost:${port}/callback\n`]);
  });

  test('listens on every address of localhost and on no other interface', async () => {
    const port = await redirectPort(service);
    const seen: (readonly [string, number | 'refused'])[] = [];
    const { code } = await login(
      {
        openBrowser: async (address) => {
          for (const host of ['localhost', '127.0.0.1', ...(hasIpv6Loopback ? ['[::1]'] : []), outside ?? '']) {
            if (host === '') continue;
            const reply = await fetch(`http://${host}:${port}/elsewhere`).catch(() => undefined);
            seen.push([host, reply?.status ?? 'refused']);
          }
          return decideIn(address, 'allow', 1001);
        },
      },
      ...['--port', port],
    );
    expect(code).toBe(0);
    expect(seen).toEqual([
      ['localhost', 404],
      ['127.0.0.1', 404],
      ...(hasIpv6Loopback ? [['[::1]', 404]] : []),
      ...(outside === undefined ? [] : [[outside, 'refused']]),
    ]);
  });

  test('listens on port 4011, and names the remedy if the port is taken', async () => {
    await hold(4011, '127.0.0.1');
    expect(await login({})).toEqual({
      code: 1,
      stdout: '',
      stderr: `error: Cannot listen for the redirect on localhost, port 4011. [cannot-listen]
help:  Another program may be using the port. Choose another port with --port, and register http://localhost:PORT/callback in the app with that port.
`,
    });
  });

  test.skipIf(!hasIpv6Loopback)('is not left to another program at the IPv6 address of localhost', async () => {
    const port = await redirectPort(service);
    await hold(Number(port), '::1');
    const { code, stderr } = await login({}, '--port', port);
    expect([code, stderr]).toEqual([1, expect.stringContaining('[cannot-listen]')]);
  });

  test.each(['https://api.hubapi.com', 'https://api-eu1.hubapi.com'])(
    'begins at the vendor’s consent page of the configured account, for %s',
    async (baseUrl) => {
      const port = await redirectPort(service);
      let page = '';
      const openBrowser = async (address: string) => {
        const { origin, pathname, searchParams } = new URL(address);
        page = `${origin}${pathname}`;
        await fetch(`${searchParams.get('redirect_uri')}?error=no&state=${searchParams.get('state')}`);
        return true;
      };
      const env = { TRUEUP_BASE_URL: baseUrl, TRUEUP_HUB_ID: '7007' };
      const { stderr } = await login({ env, openBrowser }, '--port', port);
      expect([page, stderr]).toEqual([
        'https://app.hubspot.com/oauth/7007/authorize',
        expect.stringContaining('The app was not authorized: no.'),
      ]);
    },
  );
});
