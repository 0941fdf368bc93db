// biome-ignore-all lint/suspicious/noTemplateCurlyInString: interpolations of the configuration, not of this language
import { rm } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Service, startService } from '../../src/service/index.ts';
import { sandboxText } from '../support/project.ts';
import { aShell, type Shell } from '../support/world.ts';

const KEY = 'trueup-dev-developer-key';
const WRONG = 'canary-wrong-key-4d5e6f';
const ENV = { SANDBOX_TOKEN: 'pat-na1-trueup-dev', GOOD_KEY: KEY, WRONG_KEY: WRONG, BROKEN_KEY: `${KEY}\n` };

let service: Service & { readonly url: string };
let shell: Shell;

beforeEach(async () => {
  service = await startService();
  shell = await aShell({ env: ENV });
});

afterEach(async () => {
  await service.close();
  await rm(shell.cwd, { recursive: true });
});

const declare = (surface: string) =>
  shell.write(
    'trueup.yaml',
    `version: 1
accounts:
  sandbox: { hubId: 1001, baseUrl: "${service.url}", surface: ${surface}, auth: { accessToken: "\${env.SANDBOX_TOKEN}" } }
apps:
  "2001": { developerKey: "\${env.GOOD_KEY}" }
  "2002": { developerKey: "\${env.WRONG_KEY}" }
  "2003": { developerKey: "\${env.NO_KEY}" }
  "2004": { developerKey: "\${env.BROKEN_KEY}" }
`,
  );

const keyRows = (stdout: string) =>
  stdout
    .replace(/\n {26,}/g, ' ')
    .split('\n')
    .filter((line) => line.includes(' App 2'));
const appCalls = async () =>
  (await service.calls())
    .filter(({ path }) => path.startsWith('/webhooks/'))
    .map(({ status, path }) => `${status} ${path}`);

test('status lists each developer key as unchecked on the documented surface', async () => {
  await declare('documented');
  const { code, stdout, stderr } = await shell.run('auth', 'status');
  expect([code, stderr]).toEqual([3, '']);
  expect((await shell.run('plan')).code).toBe(3);
  const unchecked = 'not checked: the documented surface has no call that only reads with it.';
  expect(keyRows(stdout)).toEqual([
    `  warning  developer-key  App 2001: set in GOOD_KEY, ${unchecked}`,
    `  warning  developer-key  App 2002: set in WRONG_KEY, ${unchecked}`,
    '  problem  developer-key  App 2003: The environment variable NO_KEY is not set.',
    expect.stringContaining('App 2004: The environment variable BROKEN_KEY contains spaces, line breaks or other'),
  ]);
  expect(await appCalls()).toEqual([]);
});

test('status checks each developer key with a read on the dated surface', async () => {
  await declare('dated');
  const { code, stdout, stderr } = await shell.run('auth', 'status');
  expect(code).toBe(3);
  const refused = 'listSubscriptions was refused with 401: the service does not accept the developer key of app 2002.';
  expect([stderr, keyRows(stdout).slice(0, 3)]).toEqual([
    '',
    [
      '  ok       developer-key  App 2001: set in GOOD_KEY, accepted by the service.',
      expect.stringContaining(`App 2002: set in WRONG_KEY, refused by the service. ${refused}`),
      '  problem  developer-key  App 2003: The environment variable NO_KEY is not set.',
    ],
  ]);
  expect(await appCalls()).toEqual([
    '200 /webhooks/2026-03/2001/subscriptions?hapikey=[secret]',
    '401 /webhooks/2026-03/2002/subscriptions?hapikey=[secret]',
  ]);
  const { document } = await shell.json('auth', 'status');
  expect(document).toMatchObject({
    developerKeys: [
      { app: '2001', variable: 'GOOD_KEY', status: 'accepted', message: null },
      { app: '2002', variable: 'WRONG_KEY', status: 'refused', message: expect.stringContaining('refused with 401') },
      { app: '2003', variable: 'NO_KEY', status: 'not-set', message: 'The environment variable NO_KEY is not set.' },
      { app: '2004', variable: 'BROKEN_KEY', status: 'malformed', message: expect.stringContaining('BROKEN_KEY') },
    ],
  });
  expect(stdout + stderr + JSON.stringify(document)).not.toMatch(new RegExp(`${KEY}|${WRONG}`));
});

test('a refused developer key is an error, an accepted key is fine', async () => {
  const env = (name: string) =>
    `${sandboxText(service.url, 'dated')}apps: { "2001": { developerKey: "\${env.${name}}" } }\n`;
  await shell.write('trueup.yaml', env('WRONG_KEY'));
  expect((await shell.run('auth', 'status')).code).toBe(1);
  await shell.write('trueup.yaml', env('GOOD_KEY'));
  expect((await shell.run('auth', 'status')).code).toBe(0);
});

test('a read that fails for another reason says nothing of the key', async () => {
  service.faults.add({ do: 'status', status: 400, endpoint: 'listSubscriptions', times: 'always' });
  await declare('dated');
  const { document } = await shell.json('auth', 'status');
  expect(document).toMatchObject({
    developerKeys: [{ status: 'unknown' }, { status: 'unknown' }, { status: 'not-set' }, { status: 'malformed' }],
  });
});

test('status has no developer keys if apps is missing', async () => {
  await shell.write(
    'trueup.yaml',
    `version: 1\naccounts:\n  sandbox: { baseUrl: "${service.url}", auth: { accessToken: "\${env.SANDBOX_TOKEN}" } }\n`,
  );
  expect(keyRows((await shell.run('auth', 'status')).stdout)).toEqual([]);
  expect((await shell.json('auth', 'status')).document).toMatchObject({ developerKeys: [] });
});
