import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Service, startService } from '../../src/service/index.ts';
import { decideIn } from '../support/consent.ts';
import { redirectPort } from '../support/redirect-port.ts';
import { aShell } from '../support/world.ts';

let service: Service & { readonly url: string };

beforeEach(async () => {
  service = await startService({ surface: 'dated' });
});

afterEach(() => service.close());

const APP = { TRUEUP_CLIENT_ID: 'trueup-dev', TRUEUP_CLIENT_SECRET: 'trueup-dev-secret' };
const REFRESH = { ...APP, TRUEUP_REFRESH_TOKEN: 'trueup-dev-refresh' };

const shellWith = (env: Readonly<Record<string, string>>, openBrowser?: (url: string) => Promise<boolean>) =>
  aShell({ env: { TRUEUP_BASE_URL: service.url, ...env }, ...(openBrowser && { openBrowser }) });

async function pathsCalled(): Promise<readonly string[]> {
  return (await service.calls()).map(({ method, path }) => `${method} ${path}`);
}

test('status introspects the token of an app, and reads the token of a private app', async () => {
  const ofApp = await (await shellWith(REFRESH)).json('auth', 'status');
  expect(ofApp).toMatchObject({
    code: 0,
    document: {
      hubId: 1001,
      credential: 'oauth-token',
      appId: 2001,
      tokenType: 'bearer',
      lacking: [],
      signedToken: null,
    },
  });
  expect(await pathsCalled()).toEqual(['POST /oauth/2026-03/token', 'POST /oauth/2026-03/token/introspect']);
  const ofPrivateApp = await (await shellWith({ TRUEUP_ACCESS_TOKEN: 'pat-na1-trueup-dev' })).json('auth', 'status');
  expect(ofPrivateApp).toMatchObject({
    code: 0,
    document: { hubId: 1001, credential: 'app-token', accountType: 'DEVELOPER_TEST', tokenType: null },
  });
  expect((await pathsCalled()).slice(2)).toEqual([
    'GET /account-info/2026-03/details',
    'POST /oauth/v2/private-apps/get/access-token-info',
  ]);
});

test('login exchanges the code on the default surface and saves no surface', async () => {
  const port = await redirectPort(service);
  const shell = await shellWith(APP, (address) => decideIn(address, 'allow', 1001));
  expect((await shell.run('auth', 'login', '--port', port, '--save', 'tokens.env')).code).toBe(0);
  expect(await pathsCalled()).toEqual(['POST /oauth/2026-03/token']);
  const saved = await readFile(join(shell.cwd, 'tokens.env'), 'utf8');
  expect(saved.split('\n')).not.toContainEqual(expect.stringContaining('SURFACE'));
  // Runs the command from the project folder.
  await mkdir(join(shell.cwd, 'crm'));
  const below = await shell.run('-C', 'crm', 'auth', 'login', '--port', port, '--save', 'tokens.env');
  expect(below.stdout).toContain('set -a; . crm/tokens.env; set +a');
  const values = Object.fromEntries(saved.split('\n').map((line) => line.split(/=(.*)/s)));
  expect((await (await aShell({ env: values })).run('auth', 'status')).code).toBe(0);
});

test('revoke deletes the refresh token, and a second revoke reports it as inactive', async () => {
  const shell = await shellWith(REFRESH);
  expect(await shell.json('auth', 'revoke')).toMatchObject({ code: 0, document: { revoked: true } });
  expect(await shell.json('auth', 'revoke')).toMatchObject({ code: 0, document: { revoked: false } });
  expect(await shell.run('auth', 'revoke')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Nothing was deleted: the refresh token is inactive\./),
  });
  expect(await shell.run('auth', 'status')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('[refresh-refused]'),
  });
  const [revoke, introspect] = ['POST /oauth/2026-03/token/revoke', 'POST /oauth/2026-03/token/introspect'];
  expect(await pathsCalled()).toEqual([revoke, revoke, introspect, revoke, introspect, 'POST /oauth/2026-03/token']);
});
