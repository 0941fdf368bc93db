/** A credential that got into the account, or that a file tries to publish, is in nothing that a command or the Action writes. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: interpolations of the configuration, not of this language

import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Service, startService } from '../../src/service/index.ts';
import { projectText } from '../support/project.ts';
import { aShell, type Shell } from '../support/world.ts';

const TOKEN = 'canary/+=token.of-the_account';
const OTHER = 'canary/+=token.of-another_one';
const ENV = { SANDBOX_TOKEN: TOKEN, OTHER_TOKEN: OTHER, TRUEUP_DEBUG: '1', TRUEUP_SURFACE: 'documented' };

let service: Service & { readonly url: string };
let shell: Shell;

beforeEach(async () => {
  service = await startService();
  await service.issueToken({ hubId: 1001, appId: 2001, accessToken: TOKEN });
  shell = await aShell({ env: ENV });
});

afterEach(() => service.close());

/** The usual project, and a second account that is only named. */
function project(options: Parameters<typeof projectText>[1] = {}): string {
  const other = 'accounts:\n  other: { hubId: 9, auth: { accessToken: "${env.OTHER_TOKEN}" } }\n';
  return projectText(service.url, options).replace('accounts:\n', other);
}

const ON = ['--account', 'sandbox', '--verbose'] as const;

async function filesOf(folder: string): Promise<string> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const texts = names
    .filter((entry) => entry.isFile())
    .map((entry) => readFile(join(entry.parentPath, entry.name), 'utf8'));
  return (await Promise.all(texts)).join('\n');
}

/** Everything that was written, of which nothing may hold a credential in any form. */
async function written(...commands: readonly (readonly string[])[]): Promise<string> {
  const parts: string[] = [];
  for (const words of commands) {
    const { stdout, stderr } = await shell.run(...words);
    parts.push(`${words.join(' ')}\n${stdout}\n${stderr}`);
  }
  return [...parts, await filesOf(shell.cwd)].join('\n');
}

function leaks(text: string): readonly string[] {
  const forms = [TOKEN, OTHER].flatMap((secret) => [
    ...[
      secret,
      encodeURIComponent(secret),
      JSON.stringify(secret).slice(1, -1),
      secret.slice(0, 12),
      secret.slice(-12),
    ],
    ...[Buffer.from(secret).toString('base64').slice(0, -4)],
  ]);
  return forms.filter((form) => text.includes(form));
}

describe('a text in the account that holds a credential', () => {
  beforeEach(async () => {
    await shell.write('trueup.yaml', project());
    expect((await shell.run('apply', '--auto-approve', ...ON)).code).toBe(0);
  });

  it('is hidden in every output of every command, and the next apply overwrites it', async () => {
    await service.admin(1001).editProperty('contacts', 'loyaltytier', { label: `Tier ${TOKEN} and ${OTHER}` });
    const told = await written(
      ['validate'],
      ...['text', 'json', 'markdown', 'html'].map((format) => ['plan', '--format', format, ...ON]),
      ['plan', '-o', 'saved.json', '--report', 'plan.html', ...ON],
      ...['text', 'json', 'markdown', 'html'].map((format) => ['drift', '--format', format, ...ON]),
      ['drift', '--report', 'drift.html', ...ON],
      ['apply', 'saved.json', '--report', 'outcome.html', ...ON],
      ['plan', '--detailed-exitcode', ...ON],
      ['revert', '--auto-approve', ...ON],
      ...[['list'], ['runs'], ['show', 'property:contacts/loyaltytier']].map((words) => [
        'ledger',
        ...words,
        '--account',
        'sandbox',
        '--json',
      ]),
      ['auth', 'status', '--account', 'sandbox'],
    );
    expect(leaks(told)).toEqual([]);
    expect(told).toContain('Tier [secret] and [secret]');
    const { properties } = await service.snapshot(1001);
    expect(properties['contacts']?.find(({ name }) => name === 'loyaltytier')?.label).toBe('Loyalty tier');
  });

  it('is refused by a revert, which writes no mask to the account', async () => {
    await service.admin(1001).editProperty('contacts', 'loyaltytier', { label: `Tier ${TOKEN}` });
    expect((await shell.run('apply', '--auto-approve', ...ON)).code).toBe(0);
    const reverted = await shell.run('revert', '--auto-approve', ...ON);
    expect([reverted.code, reverted.stdout]).toEqual([3, expect.stringContaining('error[secret-in-account]')]);
    const { properties } = await service.snapshot(1001);
    expect(properties['contacts']?.find(({ name }) => name === 'loyaltytier')?.label).toBe('Loyalty tier');
  });

  it('in an option of another user refuses the plan', async () => {
    const options = [
      { value: 'gold', label: 'gold' },
      { value: 'silver', label: 'silver' },
      { value: 'theirs', label: TOKEN },
    ];
    await service.admin(1001).editProperty('contacts', 'loyaltytier', { options });
    await shell.write('trueup.yaml', project({ options: ['gold', 'silver', 'bronze'] }));
    const { code, stdout, stderr } = await shell.run('apply', '--auto-approve', ...ON);
    expect(leaks(stdout + stderr)).toEqual([]);
    expect([code, stdout]).toEqual([3, expect.stringContaining('error[secret-in-account]')]);
    const { properties } = await service.snapshot(1001);
    const kept = properties['contacts']?.find(({ name }) => name === 'loyaltytier')?.options ?? [];
    expect(kept.map(({ label }) => label)).toEqual(['gold', 'silver', TOKEN]);
  });
});

describe('a credential that a ledger or the command line holds', () => {
  it('is in nothing that is printed or saved', async () => {
    await shell.write('trueup.yaml', project());
    expect((await shell.run('apply', '--auto-approve', ...ON)).code).toBe(0);
    const ledger = join(shell.cwd, '.trueup', 'sandbox.ledger.json');
    const before = await readFile(ledger, 'utf8');
    // As an earlier version may have recorded it: what cannot be read is shown as it was recorded.
    const held = before.replaceAll('"Order total"', JSON.stringify(`Order ${TOKEN} ${encodeURIComponent(OTHER)}`));
    await writeFile(ledger, held);
    const told: string[] = [];
    const address = 'event-definition-property:order_placed/ordertotal';
    for (const words of [
      ['ledger', 'show', address, '--account', 'sandbox', '--json'],
      ...['text', 'json', 'markdown', 'html'].map((format) => ['plan', '--format', format, ...ON]),
      ['plan', '-o', 'saved.json', '--report', 'plan.html', ...ON],
      ['plan', '--account', TOKEN],
      ['ledger', 'show', `property:contacts/${TOKEN}`, '--account', 'sandbox'],
      ['plan', '--account', TOKEN, '--json'],
    ]) {
      const { stdout, stderr } = await shell.run(...words);
      told.push(stdout, stderr);
    }
    for (const file of ['saved.json', 'plan.html']) told.push(await readFile(join(shell.cwd, file), 'utf8'));
    expect(leaks(told.join('\n'))).toEqual([]);
    expect(told.filter((text) => text.includes('[secret]')).length).toBeGreaterThan(7);
  });
});

describe('a file that names a credential elsewhere', () => {
  it.each([
    ['in a label', { label: '"${env.SANDBOX_TOKEN}"' }],
    ['the one of another account', { label: '"${env.OTHER_TOKEN}"' }],
    ['written out', { label: TOKEN }],
    ['in an option', { options: ['gold', '"${env.SANDBOX_TOKEN}"'] }],
  ])('%s is refused by every command before anything is called', async (_, options) => {
    await shell.write('trueup.yaml', project(options));
    const calls = (await service.calls()).length;
    const codes: number[] = [];
    for (const words of [['validate'], ['plan', '-o', 'p.json', ...ON], ['apply', '--auto-approve', ...ON]]) {
      const { code, stdout, stderr } = await shell.run(...words);
      codes.push(code);
      expect(leaks(stdout + stderr)).toEqual([]);
      expect(stdout + stderr).toContain('error[secret-outside-auth]');
    }
    expect(codes).toEqual([3, 3, 3]);
    expect((await service.calls()).length).toBe(calls);
    expect(await readdir(shell.cwd)).toEqual(['trueup.yaml']);
  });
});
