import { spawnSync } from 'node:child_process';
import { cp, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Service, startService } from '../../src/service/index.ts';
import { decideIn } from '../support/consent.ts';
import { projectText, TOKEN } from '../support/project.ts';
import { redirectPort } from '../support/redirect-port.ts';
import { aShell, type Shell, type ShellOptions } from '../support/world.ts';

let service: Service & { readonly url: string };
let port: string;

beforeEach(async () => {
  service = await startService();
  port = await redirectPort(service);
});

afterEach(() => service.close());

const APP = { TRUEUP_CLIENT_ID: 'trueup-dev', TRUEUP_CLIENT_SECRET: 'trueup-dev-secret' };

async function shellFor(options: ShellOptions): Promise<Shell> {
  const env = { ...APP, TRUEUP_BASE_URL: service.url, TRUEUP_SURFACE: 'documented', ...options.env };
  return aShell({ ...options, env });
}

function person(decision: 'allow' | 'deny', seen: URL[] = [], hubId = 1001) {
  return (address: string): Promise<boolean> => {
    seen.push(new URL(address));
    return decideIn(address, decision, hubId);
  };
}

test('login requests the needed scopes with state and challenge, and saves tokens privately', async () => {
  const seen: URL[] = [];
  const shell = await shellFor({ openBrowser: person('allow', seen) });
  await shell.write(
    'trueup.yaml',
    'version: 1\nobjects: { contacts: { groups: { g: { displayName: G, properties: { p: { label: P, type: string, fieldType: text } } } } } }\n',
  );
  await shell.write('tokens.env', 'OTHER=kept\nTRUEUP_REFRESH_TOKEN=old\n');
  const { code, stdout, stderr } = await shell.run('auth', 'login', '--port', port, '--save', 'tokens.env');
  expect(code).toBe(0);
  expect(seen[0]?.searchParams.get('scope')).toBe('oauth crm.schemas.contacts.read crm.schemas.contacts.write');
  expect(seen[0]?.searchParams.get('code_challenge_method')).toBe('S256');
  expect(seen[0]?.searchParams.get('redirect_uri')).toBe(`http://localhost:${port}/callback`);
  const saved = await readFile(join(shell.cwd, 'tokens.env'), 'utf8');
  expect((await stat(join(shell.cwd, 'tokens.env'))).mode & 0o777).toBe(0o600);
  const values = Object.fromEntries(
    saved
      .trim()
      .split('\n')
      .map((line) => line.split(/=(.*)/s)),
  );
  expect({ ...values, TRUEUP_REFRESH_TOKEN: '' }).toEqual({
    ...APP,
    OTHER: 'kept',
    TRUEUP_BASE_URL: service.url,
    TRUEUP_HUB_ID: '1001',
    TRUEUP_SURFACE: 'documented',
    TRUEUP_REFRESH_TOKEN: '',
  });
  expect(values['TRUEUP_REFRESH_TOKEN']).not.toBe('old');
  expect(stdout + stderr).not.toContain(values['TRUEUP_REFRESH_TOKEN']);
  const status = await aShell({ env: values });
  expect((await status.run('auth', 'status')).code).toBe(0);
});

test('login saves the refresh token that the auth entry of the account needs', async () => {
  await service.addAccount({ hubId: 7007 });
  const seen: URL[] = [];
  const shell = await aShell({
    env: { TRUEUP_BASE_URL: service.url, CLIENT_ID: 'trueup-dev', CLIENT_SECRET: 'trueup-dev-secret' },
    openBrowser: person('allow', seen, 7007),
  });
  await cp('examples/two-accounts/trueup.yaml', join(shell.cwd, 'trueup.yaml'));
  const { code, stdout, stderr } = await shell.run(
    'auth',
    'login',
    '--port',
    port,
    '--account',
    'production',
    '--save',
    'production.env',
  );
  const page = await (await fetch(seen[0] ?? '')).text();
  expect([seen[0]?.pathname, page.includes('7007'), page.includes('1001')]).toEqual([
    '/oauth/7007/authorize',
    true,
    false,
  ]);
  expect(stderr).toContain('Choose account 7007 (production) there.\n');
  expect({ code, account: /^account +(\d+)$/m.exec(stdout)?.[1] }).toEqual({ code: 0, account: '7007' });
  const saved = await readFile(join(shell.cwd, 'production.env'), 'utf8');
  expect(saved).toMatch(
    /^CLIENT_ID=trueup-dev\nCLIENT_SECRET=trueup-dev-secret\nPRODUCTION_REFRESH_TOKEN=refresh-\S+$/m,
  );
  const load = stdout.trimEnd().split('\n').at(-1) ?? '';
  expect(load).toBe('Load it before a run: set -a; . ./production.env; set +a');
  // As the text says, and with nothing else in the environment but the developer key that the example sets first.
  const loaded = spawnSync('sh', ['-c', `${load.replace('Load it before a run: ', '')}; env`], {
    cwd: shell.cwd,
    env: {},
  });
  const env = Object.fromEntries(
    loaded.stdout
      .toString()
      .split('\n')
      .map((line) => line.split(/=(.*)/s)),
  );
  const after = await aShell({ env: { ...env, APP_2001_KEY: 'trueup-dev-developer-key' } });
  await cp('examples/two-accounts/trueup.yaml', join(after.cwd, 'trueup.yaml'));
  expect((await after.run('auth', 'status', '--account', 'production')).code).toBe(0);
});

test.each([['status'], ['revoke']])(
  'auth %s names the unset variables of the auth entry as a plan does',
  async (command) => {
    const app = { CLIENT_ID: 'trueup-dev', CLIENT_SECRET: 'trueup-dev-secret', APP_2001_KEY: 'developer-key-1' };
    const env = { TRUEUP_BASE_URL: service.url, ...app };
    for (const [unset, line, column] of [
      ['CLIENT_ID', 16, 17],
      ['PRODUCTION_REFRESH_TOKEN', 18, 21],
    ] as const) {
      const shell = await aShell({ env: { ...env, PRODUCTION_REFRESH_TOKEN: 'refresh-1', [unset]: undefined } });
      await cp('examples/two-accounts/trueup.yaml', join(shell.cwd, 'trueup.yaml'));
      const { document } = await shell.json('plan', '--account', 'production');
      expect(document).toMatchObject({
        code: 'config-invalid',
        findings: [
          {
            code: 'credential-unset',
            message: `The environment variable ${unset} is not set.`,
            provenance: { line, column },
          },
        ],
      });
      expect((await shell.json('auth', command, '--account', 'production')).document).toEqual(document);
    }
  },
);

test('a saved secret stays one word when a shell reads the file', async () => {
  const clientSecret = "it's $(echo a) && `b`;";
  await service.addApp({ appId: 2002, clientId: 'quoted', clientSecret });
  const shell = await shellFor({
    env: { TRUEUP_CLIENT_ID: 'quoted', TRUEUP_CLIENT_SECRET: clientSecret },
    openBrowser: person('allow'),
  });
  expect((await shell.run('auth', 'login', '--port', port, '--scopes', 'oauth', '--save', 'tokens.env')).code).toBe(0);
  const read = spawnSync('sh', ['-c', '. ./tokens.env; printf %s "$TRUEUP_CLIENT_SECRET"'], { cwd: shell.cwd });
  expect(read.stdout.toString()).toBe(clientSecret);
});

test('login appends to an existing file, and a shell reads the new token', async () => {
  const shell = await shellFor({ openBrowser: person('allow') });
  const before = "export TRUEUP_REFRESH_TOKEN='first'\nLAST=1";
  await shell.write('tokens.env', before);
  expect((await shell.run('auth', 'login', '--port', port, '--scopes', 'oauth', '--save', 'tokens.env')).code).toBe(0);
  const saved = await readFile(join(shell.cwd, 'tokens.env'), 'utf8');
  expect(saved.startsWith(`${before}\n`)).toBe(true);
  const read = spawnSync('sh', ['-c', '. ./tokens.env; printf %s "$TRUEUP_REFRESH_TOKEN $LAST"'], { cwd: shell.cwd });
  expect(read.stdout.toString()).toMatch(/^(?!first)\S+ 1$/);
  expect((await readdir(shell.cwd)).filter((name) => name.includes('tokens.env'))).toEqual(['tokens.env']);
});

test('login refuses to throw tokens away, and shows them only when asked', async () => {
  const shell = await shellFor({ openBrowser: person('allow') });
  expect((await shell.run('auth', 'login')).code).toBe(1);
  const shown = await shell.run('auth', 'login', '--port', port, '--show-token', '--scopes', 'oauth');
  expect(shown.code).toBe(0);
  expect(shown.stdout).toMatch(/^refreshToken {2}\S+$/m);
});

test('login asks for optional scopes, which the person may leave out (interface 5.1)', async () => {
  const seen: URL[] = [];
  const shell = await shellFor({ openBrowser: person('allow', seen) });
  const flags = ['--scopes', 'oauth', '--optional-scopes', 'tickets,timeline'];
  const { code, stdout } = await shell.run('auth', 'login', '--port', port, '--show-token', ...flags);
  expect(seen[0]?.searchParams.get('optional_scopes')).toBe('tickets timeline');
  expect([code, /^scopes +(.*)$/m.exec(stdout)?.[1]]).toEqual([0, 'oauth']);
});

test('a refusal in the browser, a foreign answer and no answer end the login', async () => {
  const denied = await shellFor({ openBrowser: person('deny') });
  const { code, stderr } = await denied.run('auth', 'login', '--port', port, '--show-token', '--scopes', 'oauth');
  expect(code).toBe(1);
  expect(stderr).toContain('The app was not authorized: access_denied.');
  const foreign = await shellFor({
    openBrowser: async (address) => {
      const redirect = new URL(address).searchParams.get('redirect_uri');
      const answer = await fetch(`${redirect}?code=stolen&state=other`);
      expect(answer.status).toBe(400);
      expect((await fetch(new URL('/favicon.ico', redirect ?? ''))).status).toBe(404);
      return true;
    },
  });
  const waited = await foreign.run(
    'auth',
    'login',
    '--port',
    port,
    '--show-token',
    '--scopes',
    'oauth',
    '--timeout',
    '1',
  );
  expect(waited.stderr).toContain('No response from the browser within 1 seconds.');
});

test('status tells whose token it is and which scopes the configuration lacks', async () => {
  const { accessToken } = await service.issueToken({ hubId: 1001, appId: 2001, scopes: ['oauth'] });
  const shell = await aShell({ env: { SANDBOX_TOKEN: accessToken } });
  await shell.write('trueup.yaml', projectText(service.url, { surface: 'documented' }));
  const { code, stdout, stderr } = await shell.run('auth', 'status');
  // A table of scopes is advice. The service may allow the token more.
  expect([code, stderr]).toEqual([0, '']);
  const one = stdout.replace(/\s+/g, ' ');
  expect(one).toContain('ok account sandbox is account 1001, as the service says.');
  expect(one).toMatch(/ok token OAuth access token .* expires \d{4}-\d\d-\d\d \d\d:\d\d UTC \(in \d+ \w+\)\./);
  expect(one).toContain(
    'seems to lack crm.schemas.contacts.read or one of 3 others, for GET /properties/v2/contacts/properties (Properties).',
  );
  expect(one).toContain(
    'seems to lack developers-write or private-apps-write, for POST /webhooks/2026-03/2001/subscriptions (Webhook subscriptions).',
  );
  expect(stdout).not.toContain(accessToken);
  const { stdout: verbose } = await shell.run('auth', 'status', '--verbose');
  expect(verbose.replace(/\s+/g, ' ').split('It has oauth')).toHaveLength(2);
  const whole = await aShell({ env: TOKEN });
  await whole.write('trueup.yaml', projectText(service.url, { surface: 'documented' }));
  const told = await whole.run('auth', 'status');
  expect([told.code, told.stdout]).toEqual([0, expect.stringMatching(/ok +scopes +.* and none is missing\.$/m)]);
});

test('revoke deletes the refresh token and mentions the remaining access tokens', async () => {
  const { refreshToken } = await service.issueToken({ hubId: 1001, appId: 2001 });
  const shell = await shellFor({ env: { TRUEUP_REFRESH_TOKEN: refreshToken } });
  const { code, stdout } = await shell.run('auth', 'revoke');
  expect(code).toBe(0);
  expect(stdout).toContain('Access tokens already issued stay valid until they expire');
  expect((await shell.run('auth', 'status')).code).toBe(1);
});

test('status shows the token type, the user and the signed token without its signature', async () => {
  const { accessToken } = await service.issueToken({ hubId: 1001, appId: 2001, scopes: ['oauth'] });
  const shell = await aShell({
    env: { TRUEUP_BASE_URL: service.url, TRUEUP_ACCESS_TOKEN: accessToken, TRUEUP_SURFACE: 'documented' },
  });
  const told: unknown = await (await fetch(`${service.url}/oauth/v1/access-tokens/${accessToken}`)).json();
  const { signature, ...signed } = Object(told).signed_access_token;
  const { code, document } = await shell.json('auth', 'status');
  expect({ code, document }).toEqual({
    code: 0,
    document: {
      format: 'trueup.auth-status/1',
      hubId: 1001,
      expectedHubId: null,
      accountType: null,
      credential: 'oauth-token',
      domain: Object(told).hub_domain,
      user: Object(told).user,
      userId: Object(told).user_id,
      appId: 2001,
      tokenType: 'access',
      scopes: ['oauth'],
      lacking: [],
      developerKeys: [],
      expiresIn: expect.any(Number),
      signedToken: { ...signed, signature: true, newSignature: true },
    },
  });
  const { stdout } = await shell.run('auth', 'status', '--verbose');
  expect(stdout.replace(/\s+/g, ' ')).toContain('The token has 1 scope; the files need none. It has oauth.');
  expect(stdout.replace(/\s+/g, ' ')).toContain(`of user ${Object(told).user}`);
  expect(stdout + JSON.stringify(document)).not.toContain(signature);
  expect(stdout + JSON.stringify(document)).not.toContain(accessToken);
});

test.each(['pat-na1-trueup-dev', 'pat-eu1-trueup-dev'])('status shows the known facts of %s', async (token) => {
  const shell = await aShell({ env: { SANDBOX_TOKEN: token } });
  await shell.write('trueup.yaml', projectText(service.url, { surface: 'documented' }));
  expect(await shell.json('auth', 'status')).toMatchObject({
    code: 0,
    document: {
      format: 'trueup.auth-status/1',
      hubId: 1001,
      expectedHubId: 1001,
      accountType: 'DEVELOPER_TEST',
      credential: 'app-token',
      domain: null,
      user: null,
      userId: 50_001_001,
      appId: 60_001_001,
      tokenType: null,
      scopes: expect.arrayContaining(['crm.schemas.contacts.write']),
      lacking: [],
      expiresIn: null,
      signedToken: null,
    },
  });
  const { code, stdout, stderr } = await shell.run('auth', 'status', '--verbose');
  expect(code).toBe(0);
  const one = stdout.replace(/\s+/g, ' ');
  expect(one).toContain('sandbox is account 1001 (DEVELOPER_TEST), as the service says.');
  expect(one).toMatch(/ok token Token of a private app, or service key .* expiry unknown\./);
  expect(stderr).toContain('POST /oauth/v2/private-apps/get/access-token-info 200');
  expect(stdout + stderr).not.toContain(token);
});

test('status reports unknown scopes without a warning if the service hides them', async () => {
  service.faults.add({ do: 'status', status: 404, endpoint: 'readTokenInfo', times: 'always' });
  service.faults.add({ do: 'status', status: 403, endpoint: 'readAccessToken', times: 'always' });
  for (const [token, credential] of [
    ['pat-na1-trueup-dev', 'app-token'],
    ['trueup-dev-token', 'unknown'],
  ]) {
    const shell = await aShell({ env: { SANDBOX_TOKEN: token ?? '' } });
    await shell.write('trueup.yaml', projectText(service.url, { surface: 'documented' }));
    expect(await shell.json('auth', 'status')).toMatchObject({
      code: 0,
      document: { hubId: 1001, credential, accountType: 'DEVELOPER_TEST', scopes: null, lacking: [] },
    });
    const { code, stdout, stderr } = await shell.run('auth', 'status');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('The check of the scopes was skipped, because the service does not list the');
    expect(stdout).not.toContain('lack');
  }
});

test('status fails and names the variable if the token or its account is unknown', async () => {
  const shell = await aShell({ env: { SANDBOX_TOKEN: 'pat-na1-nobody-has-it' } });
  await shell.write('trueup.yaml', projectText(service.url, { surface: 'documented' }));
  const unknown = await shell.run('auth', 'status');
  expect([unknown.code, unknown.stdout]).toEqual([1, '']);
  expect(unknown.stderr).toContain('does not know the access token in SANDBOX_TOKEN. [token-unknown]');
  service.faults.add({ do: 'status', status: 404, endpoint: 'readAccountDetails', times: 'always' });
  service.faults.add({ do: 'status', status: 404, endpoint: 'readTokenInfo', times: 'always' });
  const unproven = await shell.run('auth', 'status');
  expect(unproven.code).toBe(1);
  expect(unproven.stderr).toContain('[account-unproven]');
});

test('missing credentials are listed together with every variable a login needs', async () => {
  const shell = await aShell();
  await shell.write('trueup.yaml', 'version: 1\n');
  const { stderr } = await shell.run('auth', 'status');
  for (const needed of ['TRUEUP_ACCESS_TOKEN', 'private app', 'TRUEUP_CLIENT_ID and TRUEUP_CLIENT_SECRET'])
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain(needed);
  const login = await shell.run('auth', 'login', '--save', 'trueup.env');
  expect(login.stderr).toContain('The id or the secret of the app is unknown. [app-unknown]');
  expect(login.stderr).toContain('Set TRUEUP_CLIENT_ID and TRUEUP_CLIENT_SECRET.');
});
