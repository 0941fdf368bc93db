import { cp, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { projectText, TOKEN } from '../support/project.ts';
import { aFolder, inTerminal, type Served, serve, trueup, write } from './installed.ts';
import { runWell } from './programs.ts';

const HOME = join(inject('installed'), 'node_modules', 'trueup');
const SUBSCRIPTION = 'webhook-subscription:2001/contact.propertyChange/loyaltytier';
const APP = { TRUEUP_CLIENT_ID: 'trueup-dev', TRUEUP_CLIENT_SECRET: 'trueup-dev-secret' };

/** First and last characters of each report format. */
const FORMS: Readonly<Record<string, RegExp>> = {
  text: /\S[\s\S]*\n$/,
  json: /^\{\s*"format": "trueup\.[a-z]+\/\d+"[\s\S]*\}\n$/,
  markdown: /^(#|\*\*|<!--)[\s\S]*\n$/,
  html: /^<!doctype html>[\s\S]*<script>'use strict';\(function runPage\(\) \{[\s\S]*\}\)\(\);<\/script>\s*<\/body>\s*<\/html>\n$/,
};

let folder: string;
let service: Served;
let label = 0;
/** Commands that were run here. */
const ran = new Set<string>(['serve']);

beforeAll(async () => {
  folder = await aFolder();
  // The reply of the first subscription is lost, so a person has to settle it.
  service = await serve(folder, '--fault', 'do=drop-after,endpoint=createSubscription,nth=1');
  await write(folder, 'trueup.yaml', projectText(service.url));
});

afterAll(async () => {
  expect(await service.stop()).toBe(0);
});

async function run(command: string, ...words: readonly string[]) {
  ran.add(command);
  return trueup([...command.split(' '), ...words], { cwd: folder, env: TOKEN });
}

/** Changes the declaration, so that the next plan has a change. */
async function change(): Promise<void> {
  label += 1;
  await write(folder, 'trueup.yaml', projectText(service.url, { label: `Loyalty tier ${label}` }));
}

/** The forms that the help of a command offers. */
async function formsOf(command: string): Promise<readonly string[]> {
  const { stdout } = await trueup([command, '--help'], { cwd: folder });
  const [, listed = ''] = /--format <format>[\s\S]*?\(choices:([^)]*)\)/.exec(stdout) ?? [];
  return [...listed.matchAll(/"(\w+)"/g)].map(([, form = '']) => form);
}

const WORDS_OF_LEDGER: Readonly<Record<string, readonly string[]>> = {
  ...{ 'ledger show': [SUBSCRIPTION], 'ledger forget': [SUBSCRIPTION], 'ledger adopt': [SUBSCRIPTION] },
  'ledger settle': [SUBSCRIPTION, '--as', 'applied'],
};

describe('the installed program', () => {
  test('says its version', async () => {
    const { version } = JSON.parse(await readFile(join(HOME, 'package.json'), 'utf8'));
    expect(await trueup(['--version'], { cwd: folder })).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
    expect((await runWell('npx', ['trueup', '--version'], { cwd: folder })).stdout).toBe(`${version}\n`);
  });

  test('plans, saves and applies a plan, and settles an uncertain call', async () => {
    expect((await run('validate')).code).toBe(0);
    const planned = await run('plan', '-o', 'first.plan.json', '--detailed-exitcode');
    expect(planned).toMatchObject({ code: 2, stderr: expect.stringMatching(/^Saved to first\.plan\.json, .*\n$/) });
    expect(planned.stdout).toContain('+ 1 new property in loyalty');
    expect((await run('explain', 'first.plan.json', '--verbose')).stdout).toContain('(property:contacts/loyaltytier)');
    expect((await run('apply', 'first.plan.json')).code).toBe(5);
    const listed = await run('ledger list');
    expect([listed.code, listed.stdout]).toEqual([0, expect.stringContaining(SUBSCRIPTION)]);
    expect((await run('ledger settle', SUBSCRIPTION, '--as', 'applied')).code).toBe(0);
    expect((await run('plan', '--detailed-exitcode', '--quiet')).code).toBe(0);
    expect((await run('drift')).code).toBe(0);
  });

  test('keeps the ledger', async () => {
    expect((await run('ledger show', SUBSCRIPTION)).code).toBe(0);
    expect((await run('ledger forget', SUBSCRIPTION)).code).toBe(0);
    expect((await run('ledger adopt', SUBSCRIPTION)).code).toBe(0);
    const runs = await run('ledger runs');
    expect([runs.code, runs.stdout]).toEqual([0, expect.stringContaining(SUBSCRIPTION)]);
  });

  test('repairs a ledger that is gone from the history beside it', async () => {
    const ledger = join(folder, '.trueup', 'sandbox.ledger.json');
    await rm(ledger);
    expect((await run('plan')).code).toBe(1);
    expect((await run('ledger repair')).code).toBe(0);
    expect((await stat(ledger)).isFile()).toBe(true);
    expect((await run('plan')).code).toBe(0);
  });

  test.each([
    ['plan', 4],
    ['validate', 2],
    ['drift', 4],
  ] as const)('prints every form of %s', async (command, count) => {
    await change();
    const forms = await formsOf(command);
    expect(forms).toHaveLength(count);
    for (const form of forms) {
      const { code, stdout, stderr } = await run(command, '--format', form);
      expect([form, code, stderr]).toEqual([form, 0, '']);
      expect(stdout, `${command} --format ${form}`).toMatch(FORMS[form] ?? /^never$/);
    }
  });

  test('prints every form of apply, and of the revert that takes it back', async () => {
    const forms = await formsOf('apply');
    expect(forms).toEqual(await formsOf('revert'));
    for (const form of forms) {
      await change();
      for (const command of ['apply', 'revert']) {
        const { code, stdout, stderr } = await run(command, '--auto-approve', '--format', form);
        expect([command, form, code, stderr]).toEqual([command, form, 0, '']);
        expect(stdout, `${command} --format ${form}`).toMatch(FORMS[form] ?? /^never$/);
      }
    }
  });

  test('reports a proxy that cannot be reached', async () => {
    const cwd = await aFolder();
    await write(cwd, 'trueup.yaml', 'version: 1\n');
    const env = {
      HTTPS_PROXY: 'http://127.0.0.1:9',
      TRUEUP_BASE_URL: 'https://api.example',
      TRUEUP_ALLOWED_HOSTS: 'api.example',
      TRUEUP_ACCESS_TOKEN: 'token',
    };
    const { code, stderr } = await trueup(['plan'], { cwd, env });
    expect([code, stderr]).toEqual([1, expect.stringContaining('[proxy-unreachable]')]);
  });

  test('asks in a terminal, and shows its progress there', async () => {
    await change();
    const question = 'Apply these changes to sandbox?';
    const asked = { cwd: folder, env: TOKEN, question };
    const refused = await inTerminal(['apply'], { ...asked, answer: '\r' });
    expect(refused).toEqual({ code: 3, shown: expect.stringContaining('Nothing was changed.') });
    const applied = await inTerminal(['apply'], { ...asked, answer: 'y' });
    expect(applied.code).toBe(0);
    expect(stripVTControlCharacters(applied.shown)).toContain('1 applied');
    expect(applied.shown).toContain('\u001b[');
  });

  test('lists the resources of the account', async () => {
    const listed = await run('list', '--object', 'contacts');
    expect([listed.code, listed.stdout]).toEqual([
      0,
      expect.stringMatching(/^ {2}default +property:contacts\/email /m),
    ]);
    const { stdout } = await run('list', 'webhook-subscription', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ format: 'trueup.list/1', resources: [{ address: SUBSCRIPTION }] });
  });

  test('pulls an account into files', async () => {
    const cwd = await aFolder();
    const env = { TRUEUP_BASE_URL: service.url, TRUEUP_ACCESS_TOKEN: 'trueup-dev-token', TRUEUP_SURFACE: 'dated' };
    const pulled = await trueup(['pull', '--object', 'contacts'], { cwd, env });
    expect([pulled.code, pulled.stdout]).toEqual([0, expect.stringContaining('2 files written')]);
    const planned = await trueup(['plan', '--quiet'], { cwd, env });
    expect([planned.code, planned.stdout]).toEqual([0, 'Nothing to do.\n']);
    const checked = await trueup(['fmt', '--check'], { cwd, env });
    expect([checked.code, checked.stdout]).toEqual([0, '']);
    for (const command of ['pull', 'fmt']) ran.add(command);
  });

  test('compares the account with the files', async () => {
    const same = await run('compare', 'files', 'sandbox');
    expect([same.code, same.stdout]).toEqual([0, expect.stringContaining('No difference')]);
    await change();
    for (const form of await formsOf('compare')) {
      const { code, stdout, stderr } = await run('compare', 'files', 'sandbox', '--format', form);
      expect([form, code, stderr]).toEqual([form, 2, '']);
      expect(stdout, `compare --format ${form}`).toMatch(FORMS[form] ?? /^never$/);
    }
  });

  test('writes reports in addition to its output', async () => {
    await change();
    expect((await run('plan', '--report', 'plan.html')).code).toBe(0);
    expect((await run('apply', '--auto-approve', '--report', 'outcome.html')).code).toBe(0);
    expect((await run('drift', '--report', 'drift.html')).code).toBe(0);
    for (const file of ['plan.html', 'outcome.html', 'drift.html']) {
      expect(await readFile(join(folder, file), 'utf8'), file).toMatch(FORMS['html'] ?? /^never$/);
    }
  });

  test('logs in, shows the token, and revokes it', async () => {
    const env = { ...APP, TRUEUP_BASE_URL: service.url };
    const cwd = await aFolder();
    await write(cwd, 'trueup.yaml', 'version: 1\n');
    let consent: Promise<unknown> | undefined;
    const watch = (stderr: string) => {
      const [address] = /^http\S*\n/m.exec(stderr) ?? [];
      if (address !== undefined) consent ??= agree(address.trim());
    };
    const words = ['--no-browser', '--scopes', 'oauth', '--save', 'tokens.env', '--timeout', '60'];
    const login = await trueup(['auth', 'login', ...words], { cwd, env, watch });
    await consent;
    expect([login.code, (await stat(join(cwd, 'tokens.env'))).mode & 0o777]).toEqual([0, 0o600]);
    const saved = await readFile(join(cwd, 'tokens.env'), 'utf8');
    const [, token = ''] = /^TRUEUP_REFRESH_TOKEN=(.*)$/m.exec(saved) ?? [];
    const signedIn = { ...env, TRUEUP_REFRESH_TOKEN: token };
    expect((await trueup(['auth', 'status'], { cwd, env: signedIn })).code).toBe(0);
    expect((await trueup(['auth', 'revoke'], { cwd, env: signedIn })).code).toBe(0);
    expect((await trueup(['auth', 'status'], { cwd, env: signedIn })).code).toBe(1);
    for (const command of ['auth login', 'auth status', 'auth revoke']) ran.add(command);
  });

  test('exports the subscriptions of an app', async () => {
    const flags = ['--target-url', 'https://example.com/hook', '--max-concurrent-requests', '10'];
    const exported = await run('generate hsmeta', ...flags, '-o', 'hsmeta.json');
    expect(exported).toMatchObject({ code: 0, stdout: expect.stringContaining('to hsmeta.json.\n'), stderr: '' });
    expect(await json(folder, 'hsmeta.json')).toMatchObject({ uid: 'webhooks', type: 'webhooks' });
  });

  test('starts a project that is valid, with the workflows of the package', async () => {
    const env = { TRUEUP_ACCESS_TOKEN: 'a-token' };
    expect(
      await run('init', 'started', '--no-pull', '--github', '--surface', 'dated', '--hub-id', '1001'),
    ).toMatchObject({ code: 0 });
    const validated = await trueup(['validate', '-C', 'started'], { cwd: folder, env });
    expect(validated).toEqual({ code: 0, stdout: '6 files, 1 account: no findings.\n', stderr: '' });
    expect(await readdir(join(folder, 'started', '.github', 'workflows'))).toContain('trueup-plan.yml');
  });

  test('explains a saved plan, and shows a dry run of pull', async () => {
    expect((await run('plan', '-o', 'shown.plan.json')).code).toBe(0);
    expect((await run('explain', 'shown.plan.json')).code).toBe(0);
    expect((await run('pull', '--dry-run')).code).toBe(0);
  });

  test('checks what works with the account', async () => {
    const { code, stdout } = await run('doctor');
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^Checkup for sandbox [\s\S]*\nWorks\n/)]);
  });

  test('explains a finding and an address', async () => {
    expect(await run('explain', 'bad-key')).toMatchObject({ code: 0, stderr: '' });
    expect((await run('explain', 'property:contacts/email')).code).toBe(0);
  });

  test.each([
    ['generate types', 'crm.ts'],
    ['generate docs', 'crm.md'],
    ['generate graph', 'crm.mmd'],
  ])('%s writes %s from the declarations and finds it current', async (command, file) => {
    expect((await run(command, '-o', file)).code).toBe(0);
    expect(await run(command, '-o', file, '--check')).toMatchObject({ code: 0, stderr: '' });
  });

  test('sends events, in both shapes', async () => {
    await write(folder, 'events.yaml', '- { eventTemplateId: template-1, email: a@example.com, tokens: {} }\n');
    expect((await run('timeline send', 'events.yaml')).code).toBe(0);
    await write(folder, 'legacy.yaml', '- { id: e1, eventTypeId: template-1, email: a@example.com }\n');
    expect((await run('timeline send', 'legacy.yaml', '--legacy', '--app', '2001')).code).toBe(0);
  });

  test('has the fleet commands, which name the package of a folder database', async () => {
    const own = (await commandsIn(['fleet'])).map((name) => `fleet ${name}`);
    const ofLedger = Object.keys(WORDS_OF_LEDGER);
    const names = [...own, ...ofLedger];
    expect(own.length).toBeGreaterThan(12);
    await write(folder, 'accounts.ndjson', '');
    // All commands except import need an existing database.
    await mkdir(join(folder, '.trueup', 'fleet', 'data'), { recursive: true });
    const words: Readonly<Record<string, readonly string[]>> = {
      ...{ 'fleet import': ['accounts.ndjson'], 'fleet revert': ['a'], 'fleet sample': ['a', 'b'] },
      ...Object.fromEntries(ofLedger.map((name) => [name, ['--hub-id', '1', ...(WORDS_OF_LEDGER[name] ?? [])]])),
    };
    for (const name of names) {
      const { code, stderr } = await run(name, ...(words[name] ?? []));
      expect([name, code, stderr], name).toEqual([
        name,
        1,
        expect.stringContaining('npm install @electric-sql/pglite'),
      ]);
    }
  });

  test('writes the schemas that the package has', async () => {
    expect((await run('generate schema', 'written')).code).toBe(0);
    const files = await readdir(join(folder, 'written'));
    expect(files.toSorted()).toEqual((await readdir(join(HOME, 'schemas'))).toSorted());
    for (const file of files) {
      const [written, packed] = await Promise.all(
        [join(folder, 'written'), join(HOME, 'schemas')].map((dir) => json(dir, file)),
      );
      expect(written, file).toEqual(packed);
    }
  });

  test.each(['bash', 'zsh', 'fish', 'powershell'])('completes words in %s', async (shell) => {
    const script = await run('completion', shell);
    expect([script.code, script.stdout]).toEqual([0, expect.stringContaining('trueup')]);
    const completed = await trueup(['complete', '--', 'pl'], { cwd: folder });
    expect(completed.stdout).toMatch(/^plan\b/m);
  });

  test('plans its examples, as their pages say', async () => {
    for (const example of ['starter', 'complete']) {
      const cwd = join(await aFolder(), example);
      await cp(join(HOME, 'examples', example), cwd, { recursive: true });
      const fresh = await serve(cwd, '--data', 'data');
      onTestFinished(async () => void (await fresh.stop()));
      const env = { TRUEUP_BASE_URL: fresh.url, TRUEUP_ACCESS_TOKEN: fresh.accessToken };
      const { code, stdout } = await trueup(['plan', '-o', 'example.plan.json'], { cwd, env });
      const expected = await readFile(join(HOME, 'examples', example, 'expected-plan.txt'), 'utf8');
      const shown = stdout.replaceAll(fresh.url, 'http://127.0.0.1:4010').replace(/(?<=--digest )\w+/, 'DIGEST');
      expect([code, shown]).toEqual([0, expected]);
      expect((await trueup(['apply', '--auto-approve'], { cwd, env })).code).toBe(0);
      expect((await trueup(['plan', '--detailed-exitcode'], { cwd, env })).code).toBe(0);
      expect(await fresh.stop()).toBe(0);
    }
  });

  test('was asked everything that its help names', async () => {
    expect([...ran].toSorted()).toEqual((await namedBelow([])).toSorted());
  });
});

/** The commands that do something, those of groups with the names of their groups. */
async function namedBelow(group: readonly string[]): Promise<readonly string[]> {
  const named: string[] = [];
  for (const command of await commandsIn(group)) {
    const inside = await namedBelow([...group, command]);
    named.push(...(inside.length === 0 ? [[...group, command].join(' ')] : inside));
  }
  return named;
}

/** The commands that a help lists. */
async function commandsIn(words: readonly string[]): Promise<readonly string[]> {
  const { stdout } = await trueup([...words, '--help'], { cwd: folder });
  const [, list = ''] = /\n(?:Commands|Start):\n([\s\S]*)$/.exec(stdout) ?? [];
  return [...list.matchAll(/^ {2}([a-z-]+)\b/gm)].map(([, name = '']) => name).filter((name) => name !== 'help');
}

async function json(dir: string, file: string): Promise<unknown> {
  return JSON.parse(await readFile(join(dir, file), 'utf8'));
}

/** Accepts the installation, as a person does in the browser. */
async function agree(address: string): Promise<void> {
  const url = new URL(address);
  const form = new URLSearchParams([...url.searchParams, ['decision', 'allow'], ['hub_id', '1001']]);
  await fetch(`${url.origin}${url.pathname}`, { method: 'POST', body: form });
}
