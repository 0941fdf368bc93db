import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { aShell } from '../support/world.ts';

const ACCOUNT = `version: 1
accounts:
  production:
    baseUrl: "\${env.CRM_URL}"
    auth: { clientId: app, clientSecret: "\${env.SECRET}", refreshToken: "\${env.REFRESH}" }
`;
const SECRETS = { SECRET: 'a-secret-of-the-app', REFRESH: 'a-refresh-token' };

/** Starts a proxy that counts the requests to other machines. */
async function countingProxy() {
  let asked = 0;
  const server = createServer((_request, reply) => reply.writeHead(502).end());
  server.on('connect', (_request, socket) => {
    asked += 1;
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, asked: () => asked, close: () => server.close() };
}

test.each([['status'], ['revoke'], ['login', '--save', 'saved.env', '--no-browser']])(
  'auth %s avoids the default host if the configured base URL is unset',
  async (...words) => {
    const proxy = await countingProxy();
    const shell = await aShell({ env: { ...SECRETS, HTTPS_PROXY: proxy.url } });
    await shell.write('trueup.yaml', ACCOUNT);
    const { code, stderr } = await shell.run('auth', ...words, '--account', 'production');
    expect([code, stderr]).toEqual([3, expect.stringContaining('base-url-refused')]);
    expect(proxy.asked()).toBe(0);
    proxy.close();
  },
);

test('auth status sends no token to the default host in place of a refused TRUEUP_BASE_URL', async () => {
  const proxy = await countingProxy();
  const env = { TRUEUP_BASE_URL: 'http://crm.example', TRUEUP_ACCESS_TOKEN: 'some-token', HTTPS_PROXY: proxy.url };
  const shell = await aShell({ env });
  const { code, stderr } = await shell.run('auth', 'status');
  expect([code, stderr]).toEqual([3, expect.stringContaining('base-url-refused')]);
  expect(proxy.asked()).toBe(0);
  proxy.close();
});
