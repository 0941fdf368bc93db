// biome-ignore-all lint/suspicious/noTemplateCurlyInString: interpolations of the configuration, not of this language
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { listForms } from '../../src/contract/scrub.ts';
import { type Service, startService } from '../../src/service/index.ts';
import { aShell, type Ran, type Shell } from '../support/world.ts';

const KEY = 'canary-developer-key-1a2b3c';
const WRONG = 'canary-wrong-key-4d5e6f';
const TOKEN = 'pat-na1-trueup-dev';

let service: Service & { readonly url: string };

beforeEach(async () => {
  service = await startService({
    seed: { apps: [{ appId: 2002, clientId: 'shop', clientSecret: 'shop-secret', developerKey: KEY }] },
  });
});

afterEach(() => service.close());

const project = (apps: string) => `version: 1
accounts:
  sandbox: { hubId: 1001, baseUrl: "${service.url}", auth: { accessToken: "\${env.SANDBOX_TOKEN}" } }
${apps}objects:
  contacts: { groups: { loyalty: { displayName: Loyalty, properties: { tier: { label: Tier, type: string, fieldType: text } } } } }
webhooks:
  - { appId: 2002, subscriptions: [{ eventType: contact.creation }, { eventType: contact.propertyChange, propertyName: tier }] }
`;
const APPS = 'apps: { 2002: { developerKey: "${env.SHOP_KEY}" } }\n';

async function aProject(apps: string, env: Readonly<Record<string, string>> = {}): Promise<Shell> {
  const shell = await aShell({ env: { TRUEUP_SURFACE: 'documented', SANDBOX_TOKEN: TOKEN, ...env } });
  await shell.write('trueup.yaml', project(apps));
  return shell;
}

const webhookCalls = async () =>
  (await service.calls()).filter(({ endpoint }) => endpoint === 'createSubscription').map(({ status }) => status);
const writes = async () => (await service.calls()).filter(({ committed }) => committed).length;
const oneLine = (text: string) => text.replace(/\s+/g, ' ');
/** Everything in the folder but the configuration. */
async function filesOf({ cwd }: Shell): Promise<string> {
  const all = await readdir(cwd, { recursive: true, withFileTypes: true });
  const files = all.filter((entry) => entry.isFile() && entry.name !== 'trueup.yaml');
  return (await Promise.all(files.map((one) => readFile(join(one.parentPath, one.name), 'utf8')))).join('\n');
}

test('the key of the app and a private app token apply everything, once', async () => {
  const shell = await aProject(APPS, { SHOP_KEY: KEY });
  expect((await shell.run('validate')).code).toBe(0);
  const applied = await shell.run('apply', '--auto-approve');
  expect([applied.code, await webhookCalls()]).toEqual([0, [201, 201]]);
  expect((await shell.run('plan', '--detailed-exitcode')).code).toBe(0);
});

test.each([
  [
    'without a key',
    '',
    {},
    [
      'it needs the developer key of the account that owns the app',
      'apps: { "2002": { developerKey: "${env.NAME}" } }',
      'trueup generate hsmeta --app 2002',
    ],
  ],
  [
    'with a wrong key',
    APPS,
    { SHOP_KEY: WRONG },
    [
      'the service does not accept the developer key of app 2002',
      'Set SHOP_KEY to the developer API key of the account that owns the app.',
    ],
  ],
])(
  '%s only the subscriptions fail, with exit code 4, and a second apply repeats nothing',
  async (_, apps, env, why) => {
    const shell = await aProject(apps, env);
    const applied = await shell.run('apply', '--auto-approve');
    expect([applied.code, await webhookCalls()]).toEqual([4, [401, 401]]);
    const said = oneLine(applied.stdout);
    for (const one of why) expect(said).toContain(one);
    const before = await writes();
    expect((await shell.run('apply', '--auto-approve')).code).toBe(1);
    expect([await writes(), await webhookCalls()]).toEqual([before, [401, 401, 401, 401]]);
    expect((await shell.run('ledger', 'list')).stdout).toContain('2 records, 0 unsettled intentions.');
  },
);

test('a developer key stays out of every output and file, accepted or refused', async () => {
  for (const key of [KEY, WRONG]) {
    const shell = await aProject(APPS, { SHOP_KEY: key });
    const ran: Ran[] = [];
    const run = async (...words: readonly string[]) => ran.push(await shell.run(...words));
    for (const format of ['text', 'json', 'markdown', 'html']) await run('plan', '--format', format);
    await run('validate', '--json');
    await run('plan', '--verbose', '-o', 'plan.json', '--report', 'plan.html');
    await run('apply', 'plan.json', '--auto-approve', '--verbose', '--report', 'outcome.html');
    for (const format of ['json', 'markdown', 'html']) await run('apply', '--auto-approve', '--format', format);
    await run('drift', '--json');
    await run('ledger', 'list', '--json');
    await run('auth', 'status');
    await run('list', '--json');
    const printed = ran.map(({ stdout, stderr }) => stdout + stderr).join('\n');
    const seen = printed + (await filesOf(shell)) + JSON.stringify(await service.calls());
    expect(printed).toContain('POST /webhooks/2026-03/2002/subscriptions');
    expect(seen).toContain('hapikey=[secret]');
    expect(listForms(key).filter((form) => seen.includes(form))).toEqual([]);
  }
});

test('a literal key or an unset variable is refused before any request', async () => {
  const written = await aProject(`apps: { "2002": { developerKey: ${KEY} } }\n`);
  const refused = await written.run('plan');
  expect([refused.code, refused.stdout + refused.stderr]).toEqual([3, expect.stringContaining('secret-in-file')]);
  expect(refused.stdout + refused.stderr).not.toContain(KEY);
  const unset = await aProject(APPS);
  expect((await unset.run('plan')).code).toBe(3);
  expect((await unset.run('validate')).code).toBe(0);
  expect(await service.calls()).toEqual([]);
});
