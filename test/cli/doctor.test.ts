// biome-ignore-all lint/suspicious/noTemplateCurlyInString: interpolations of the configuration, not of this language
/** Tests that `trueup doctor` runs every check, writes nothing and sends tokens only to allowed hosts. */

import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { checkProgram } from '../../src/cli/doctor/program.ts';
import { checkClock } from '../../src/cli/doctor/token.ts';
import { SURFACES } from '../../src/contract/surfaces.ts';
import { CHECK_NAMES, type Checkup } from '../../src/model/checkup.ts';
import { startService } from '../../src/service/index.ts';
import { projectText, sandboxText, TOKEN } from '../support/project.ts';
import { aSandbox, type Sandbox } from '../support/sandbox.ts';
import { aShell, type Shell } from '../support/world.ts';

const DOCUMENTED = { surface: 'documented' } as const;
let service: Sandbox['service'];
let shell: Sandbox['shell'];

beforeEach(async () => {
  ({ service, shell } = await aSandbox((url) => projectText(url, DOCUMENTED)));
});

/** Creates another folder with other variables. */
async function aFolder(env: Readonly<Record<string, string>>, text?: string): Promise<Shell> {
  const other = await aShell({ env });
  onTestFinished(() => rm(other.cwd, { recursive: true }));
  if (text !== undefined) await other.write('trueup.yaml', text);
  return other;
}

async function checkup(of: Shell = shell, ...words: readonly string[]) {
  const { code, document } = await of.json('doctor', ...words);
  const { checks, works, fails, account } = document as Checkup;
  expect(CHECK_NAMES.filter((name) => name !== 'github' && !checks.some(({ check }) => check === name))).toEqual([]);
  const told = (status: string) =>
    checks.filter((one) => one.status === status).map(({ check, message }) => `${check}: ${message}`);
  return { code, account, works, fails, warnings: told('warning'), problems: told('problem'), checks };
}

describe.each(SURFACES)('on the %s surface', (surface) => {
  test('a working project has no problems, and doctor only reads', async () => {
    await shell.write('trueup.yaml', projectText(service.url, { surface }));
    const { code, problems, account } = await checkup();
    expect([code, problems]).toEqual([0, []]);
    expect(account).toEqual({ name: 'sandbox', hubId: 1001, baseUrl: service.url, surface });
    expect(await readdir(shell.cwd)).toEqual(['trueup.yaml']);
    const reads = (await service.calls()).filter(({ path }) => path.startsWith('/crm') || path.startsWith('/prop'));
    expect(reads).toMatchObject([{ method: 'GET', status: 200 }]);
  });
});

test.each([
  ['documented', 'dated', 'surface: dated'],
  ['dated', 'documented', ''],
] as const)('a missing surface is a problem for doctor and for plan: %s', async (surface, served, advice) => {
  const other = await startService({ surface: served });
  onTestFinished(() => other.close());
  // A token of a private app tells its account on both surfaces.
  const folder = await aFolder({ SANDBOX_TOKEN: 'pat-na1-trueup-dev' }, projectText(other.url, { surface }));
  const { code, problems, checks, works, fails } = await checkup(folder);
  expect([code, problems]).toEqual([1, [expect.stringMatching(/^surface: GET .* does not exist, /)]]);
  expect(checks.find(({ check }) => check === 'surface')?.hint ?? '').toContain(advice);
  expect(works.map(({ what }) => what)).toEqual(['validate, docs, graph, types']);
  expect(fails).toContainEqual({ what: 'plan, drift, list, pull', how: 'until this is resolved: surface' });
  expect((await folder.run('plan')).code).toBe(1);
});

test('lists the settings without a call for the declared resources', async () => {
  const { document } = await shell.json('doctor');
  expect((document as Checkup).notCovered?.[0]).toEqual({
    what: 'Conditional property logic',
    where: 'Settings > Properties > Conditional logic',
  });
  const { stdout } = await shell.run('doctor');
  expect(stdout).toMatch(/\n\nNot covered, set by hand in HubSpot\n {2}Conditional property logic {5,}Settings > /);
  const empty = await aFolder({ SANDBOX_TOKEN: TOKEN.SANDBOX_TOKEN }, sandboxText(service.url));
  expect((await empty.json('doctor')).document).not.toHaveProperty('notCovered');
});

test('a read that the token may not make, or that the service fails, is told', async () => {
  service.faults.add({ do: 'status', status: 403, endpoint: 'listProperties', times: 'always' });
  const refused = await checkup();
  expect([refused.code, refused.problems]).toEqual([0, []]);
  expect(refused.warnings).toContainEqual(expect.stringMatching(/^surface: GET .* failed/));
});

test('reads nothing if the token belongs to another account', async () => {
  await shell.write('trueup.yaml', projectText(service.url, { ...DOCUMENTED, hubId: 7007 }));
  const { warnings } = await checkup();
  expect(warnings).toContainEqual(expect.stringMatching(/^surface: .* Skipped/));
  expect((await service.calls()).filter(({ path }) => path.includes('/properties/'))).toEqual([]);
});

test('prints each check as a row with its remedy, and repeats the blockers', async () => {
  const other = await aFolder({}, projectText(service.url));
  const { code, stdout } = await other.run('doctor');
  expect(code).toBe(1);
  expect(stdout).toMatch(
    /^Checkup for sandbox \(account 1001, http:\/\/127\.0\.0\.1:\d+\)\n\n {2}ok {7}program {8}trueup /,
  );
  expect(stdout).toMatch(/\n {2}problem {2}token {10}\S/);
  expect(stdout).toMatch(/\nDoes not work\n {2}plan, drift, list, pull {2,}until this is resolved: token\n/);
  const quiet = await other.run('doctor', '--quiet');
  expect([quiet.code, /^ {2}ok /m.test(quiet.stdout)]).toEqual([1, false]);
});

test('a token that the service refuses is a problem, and the other checks run', async () => {
  const other = await aFolder({ SANDBOX_TOKEN: 'canary-wrong-token' }, projectText(service.url, DOCUMENTED));
  const { code, problems, warnings } = await checkup(other);
  expect([code, problems]).toEqual([1, [expect.stringMatching(/^token: /)]]);
  expect(warnings.map((text) => text.split(':')[0])).toEqual(['account', 'scopes', 'surface']);
  expect((await other.run('doctor')).stdout).not.toContain('canary');
});

test('a token or a ledger of another account is a problem', async () => {
  await shell.write('trueup.yaml', projectText(service.url, { ...DOCUMENTED, hubId: 7007 }));
  expect(await checkup()).toMatchObject({
    code: 1,
    account: { hubId: 7007 },
    problems: ['account: The token is of account 1001, and sandbox is account 7007.'],
  });
  const { stdout } = await shell.run('doctor');
  expect(stdout).toMatch(/^Checkup for sandbox \(account 7007, /);
  const onOneLine = (text: string) => text.replace(/\s+/g, ' ');
  expect(onOneLine(stdout)).toContain(
    'Use a token of account 7007. Only if account 1001 is the one you mean, correct hubId.',
  );
  const env = { TRUEUP_BASE_URL: service.url, TRUEUP_ACCESS_TOKEN: TOKEN.SANDBOX_TOKEN, TRUEUP_HUB_ID: '7007' };
  const ofEnvironment = await aFolder(env);
  expect(onOneLine((await ofEnvironment.run('doctor')).stdout)).toContain('you mean, correct TRUEUP_HUB_ID.');
  await ofEnvironment.write('trueup.yaml', 'version: 1\n');
  const plan = await ofEnvironment.run('plan');
  expect([plan.code, onOneLine(plan.stderr)]).toEqual([3, expect.stringContaining('you mean, correct TRUEUP_HUB_ID.')]);
  await shell.write('trueup.yaml', projectText(service.url));
  await shell.run('apply', '--auto-approve');
  await shell.write('trueup.yaml', projectText(service.url, { ...DOCUMENTED, hubId: 7007 }));
  expect((await checkup()).problems).toEqual([
    'account: sandbox is account 7007 in the configuration, and the ledger was written for 1001.',
  ]);
});

test('an account without an id is told where to set the one of its token', async () => {
  const ofFiles = projectText(service.url).replace(/ +hubId: 1001\n/, '');
  const env = { TRUEUP_BASE_URL: service.url, TRUEUP_ACCESS_TOKEN: TOKEN.SANDBOX_TOKEN };
  const hints = [await aFolder(TOKEN, ofFiles), await aFolder(env)].map(async (folder) => {
    const { checks } = await checkup(folder);
    return checks.find(({ check }) => check === 'account')?.hint;
  });
  expect(await Promise.all(hints)).toEqual([
    'Set hubId: 1001 in the account, so that no token of another account is taken.',
    'Set TRUEUP_HUB_ID=1001, so that no token of another account is taken.',
  ]);
});

test('the token is never sent to a forbidden host', async () => {
  const env = { TRUEUP_BASE_URL: 'https://crm.example.com', TRUEUP_ACCESS_TOKEN: 'canary-token' };
  const { code, problems, checks } = await checkup(await aFolder(env));
  expect([code, problems]).toEqual([1, [expect.stringMatching(/^token: Not sent: .*crm\.example\.com/)]]);
  expect(checks.find(({ check }) => check === 'token')?.fix).toEqual([
    { action: 'allow-host', host: 'crm.example.com' },
  ]);
});

test('a missing scope is a warning that names the call', async () => {
  const scopes = ['crm.schemas.contacts.read', 'crm.schemas.contacts.write'];
  const limited = await startService({
    seed: { accounts: [{ hubId: 1001, privateAppTokens: [{ token: 'pat-na1-contacts-only', scopes }] }] },
  });
  onTestFinished(() => limited.close());
  const { code, warnings } = await checkup(
    await aFolder({ SANDBOX_TOKEN: 'pat-na1-contacts-only' }, projectText(limited.url, DOCUMENTED)),
  );
  expect(code).toBe(0);
  expect(warnings.filter((text) => text.startsWith('scopes:'))).toContainEqual(
    expect.stringMatching(
      /^scopes: The token seems to lack behavioral_events\S+, for \w+ \S+ \(Event-definition properties\)\.$/,
    ),
  );
});

test('each app has a row for its developer key', async () => {
  const env = { SANDBOX_TOKEN: 'pat-na1-trueup-dev', KEY: 'trueup-dev-developer-key' };
  const keyed = await aFolder(
    env,
    `${sandboxText(service.url, 'documented')}apps: { "2001": { developerKey: "\${env.KEY}" }, "2002": { developerKey: "\${env.NONE}" } }\n`,
  );
  const { problems, warnings } = await checkup(keyed);
  expect(warnings).toContainEqual(expect.stringMatching(/^developer-key: App 2001: set in KEY, not checked/));
  expect(problems).toEqual(['developer-key: App 2002: The environment variable NONE is not set.']);
});

test('webhooks with a private app token need a developer key instead of a scope', async () => {
  const env = { SANDBOX_TOKEN: 'pat-na1-trueup-dev', KEY: 'trueup-dev-developer-key' };
  const text = `${sandboxText(service.url, 'documented')}webhooks: [{ appId: 2001, subscriptions: [{ eventType: contact.creation }] }]\n`;
  const { warnings } = await checkup(await aFolder(env, text));
  const about = (check: string, of: readonly string[]) => of.filter((one) => one.startsWith(`${check}:`));
  expect([about('scopes', warnings), about('developer-key', warnings)]).toEqual([
    [],
    [expect.stringMatching(/^developer-key: POST \S+ \(Webhook subscriptions\) needs the developer key of the app/)],
  ]);
  const keyed = await checkup(await aFolder(env, `${text}apps: { "2001": { developerKey: "\${env.KEY}" } }\n`));
  expect(about('developer-key', keyed.warnings)).toEqual([
    expect.stringMatching(/^developer-key: App 2001: set in KEY/),
  ]);
});

test('checks the developer keys even if the token is invalid', async () => {
  const text = sandboxText(service.url);
  const apps = 'apps: { "2001": { developerKey: "${env.KEY}" }, "2002": { developerKey: "${env.WRONG}" } }\n';
  const env = { SANDBOX_TOKEN: 'pat-na1-wrong', KEY: 'trueup-dev-developer-key', WRONG: 'canary-key' };
  const { problems, checks } = await checkup(await aFolder(env, text + apps));
  expect(problems.map((found) => found.split(':')[0])).toEqual(['token', 'developer-key']);
  expect(checks).toContainEqual({
    check: 'developer-key',
    status: 'ok',
    message: 'App 2001: set in KEY, accepted by the service.',
  });
});

test('the surface of the vendor is told with the dates on which it ends', async () => {
  const env = { TRUEUP_BASE_URL: 'https://api.hubapi.com', TRUEUP_SURFACE: 'documented' };
  const { warnings, problems } = await checkup(await aFolder(env));
  expect(warnings).toContainEqual(expect.stringMatching(/^surface: .*2027-02-16/));
  expect(problems).toEqual([expect.stringMatching(/^token: The account default has no credentials/)]);
});

test('a ledger that cannot be read, and calls that are open, are told', async () => {
  service.faults.add({ do: 'drop-after', endpoint: 'createSubscription', nth: 1 });
  await shell.run('apply', '--auto-approve');
  const open = await checkup();
  expect([open.code, open.warnings]).toEqual([
    0,
    expect.arrayContaining(['ledger: 1 call of earlier runs is open. 1 of them to be settled by a person.']),
  ]);
  const file = join(shell.cwd, '.trueup', 'sandbox.ledger.json');
  await writeFile(file, '{');
  const broken = await checkup();
  expect([broken.code, broken.problems]).toEqual([1, [expect.stringMatching(/^ledger: /)]]);
  expect(await readFile(file, 'utf8')).toBe('{');
});

test('a locked ledger is a warning with the owner and the time', async () => {
  await shell.run('apply', '--auto-approve');
  const holder = {
    token: 't',
    owner: 'ann',
    host: 'elsewhere',
    pid: 1,
    purpose: 'apply',
    at: new Date().toISOString(),
  };
  await writeFile(join(shell.cwd, '.trueup', 'sandbox.lock'), JSON.stringify(holder));
  const { code, warnings } = await checkup();
  expect([code, warnings]).toEqual([0, expect.arrayContaining(['ledger: It is locked by ann, since just now.'])]);
});

test('a ledger of another host and a folder that takes none are problems', async () => {
  await shell.run('apply', '--auto-approve');
  const file = join(shell.cwd, '.trueup', 'sandbox.ledger.json');
  const ledger = JSON.parse(await readFile(file, 'utf8'));
  await writeFile(file, JSON.stringify({ ...ledger, account: { ...ledger.account, host: 'https://crm.example.com' } }));
  const { problems } = await checkup();
  expect(problems).toEqual([
    'ledger: It was written for https://crm.example.com, and the account is at http://localhost.',
  ]);
  await shell.write('file', '');
  expect((await checkup(shell, '--ledger', 'file/below')).problems).toEqual([expect.stringMatching(/^ledger: .*file/)]);
});

test('a faulty configuration or an open choice of account leaves the other checks running', async () => {
  await shell.write('trueup.yaml', `${projectText(service.url)}nonsense: 1\n`);
  const wrong = await checkup();
  expect([wrong.code, wrong.problems]).toEqual([1, ['configuration: 1 file, with 1 error.']]);
  expect(wrong.account.hubId).toBe(1001);
  await shell.write('trueup.yaml', 'version: 1\naccounts: { one: { hubId: 1 }, two: { hubId: 2 } }\n');
  const undecided = await checkup();
  expect([undecided.code, undecided.account.name]).toEqual([1, null]);
  expect(undecided.problems).toContain('account: The configuration has 2 accounts, and none was chosen.');
  expect((await checkup(shell, '--account', 'one')).account.name).toBe('one');
});

test('the proxy is named without its password', async () => {
  const proxied = {
    ...TOKEN,
    HTTPS_PROXY: 'http://user:canary-pass@proxy.example:3128',
    NODE_TLS_REJECT_UNAUTHORIZED: '0',
  };
  const good = await aFolder(proxied, projectText(service.url));
  const { stdout } = await good.run('doctor');
  expect(stdout).toMatch(/ok +network +Requests to other machines go through the proxy in HTTPS_PROXY\./);
  expect(stdout).toContain('NODE_TLS_REJECT_UNAUTHORIZED=0');
  expect(stdout).not.toContain('canary');
  const bad = { ...TOKEN, HTTPS_PROXY: 'socks5://user:canary-pass@proxy.example' };
  const { problems } = await checkup(await aFolder(bad, projectText(service.url)));
  expect(problems.filter((text) => text.startsWith('network:'))).toEqual([
    expect.stringMatching(/^network: HTTPS_PROXY has a scheme other than/),
  ]);
});

test('clocks that are apart are told, and a Node.js that is too old', () => {
  const date = 'Wed, 18 Nov 2026 10:00:00 GMT';
  const at = (seconds: number) => {
    const { status, message } = checkClock(Date.parse(date) + seconds * 1000, date);
    return [status, message.replace('The clock of this machine ', '')];
  };
  expect([at(1), at(90), at(600), at(-7200)]).toEqual([
    ['ok', 'agrees with that of the service.'],
    ['ok', 'is 1 minute ahead of that of the service.'],
    ['warning', 'is 10 minutes ahead of that of the service.'],
    ['problem', 'is 2 hours behind that of the service.'],
  ]);
  expect(checkClock(0, undefined)).toMatchObject({ status: 'warning' });
  expect(['22.19.9', '22.20.0', '100.0.0'].map((one) => checkProgram(one)[0]?.status)).toEqual(['problem', 'ok', 'ok']);
});
