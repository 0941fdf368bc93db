/** The section of docs/schema.md about several accounts, followed for both of its accounts against the embedded service. */

import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Service, startService } from '../../src/service/index.ts';
import { aShell, type Shell } from '../support/world.ts';

const PAGE = readFileSync(join(import.meta.dirname, '../../docs/schema.md'), 'utf8');
const FILES = [...PAGE.matchAll(/^```yaml\n# (\S+)\n([\s\S]*?)^```$/gm)].map(([, name = '', text = '']) => [
  name,
  text,
]);
const [SHOWN = ''] = [...PAGE.matchAll(/\n\n```\n([\s\S]*?)^```$/gm)].map(([, text]) => text);
const SCOPES = ['crm.schemas.contacts.read', 'crm.schemas.contacts.write'];
const SEED = { accounts: [{ hubId: 7007, privateAppTokens: [{ token: 'pat-na1-production', scopes: SCOPES }] }] };

let service: Service & { readonly url: string };
let shell: Shell;

beforeEach(async () => {
  service = await startService({ seed: SEED });
  const env = {
    TRUEUP_SURFACE: 'documented',
    TRUEUP_BASE_URL: service.url,
    SANDBOX_TOKEN: 'trueup-dev-token',
    PRODUCTION_TOKEN: 'pat-na1-production',
  };
  shell = await aShell({ env });
  for (const [name = '', text = ''] of FILES) await shell.write(name, `# ${name}\n${text}`);
});
afterEach(async () => {
  await service.close();
  await rm(shell.cwd, { recursive: true });
});

async function loyaltyOf(hubId: number): Promise<readonly string[]> {
  const { properties } = await service.snapshot(hubId);
  return (properties['contacts'] ?? [])
    .filter(({ groupName }) => groupName === 'loyalty')
    .map(({ name, label, options }) => [name, label, ...options.map((one) => one.label)].join(' | '))
    .sort();
}

test('each account gets the described state, and the next plan is empty', async () => {
  expect(FILES.map(([name]) => name)).toEqual(['trueup.yaml', 'schema.yaml']);
  const planned = await shell.run('plan', '--account', 'sandbox');
  for (const part of SHOWN.split('  ...\n')) expect(planned.stdout).toContain(part);
  for (const account of ['sandbox', 'production']) {
    expect(await shell.run('apply', '--auto-approve', '--account', account)).toMatchObject({ code: 0, stderr: '' });
    expect((await shell.run('plan', '--quiet', '--account', account)).stdout).toBe('Nothing to do.\n');
  }
  expect(await loyaltyOf(1001)).toEqual(['probe | Probe', 'tier | Tier (test) | Gold | Silver test | Trial']);
  expect(await loyaltyOf(7007)).toEqual(['legacy | Legacy', 'tier | Tier | Gold | Silver | Bronze']);
  expect((await shell.run('validate')).stdout).toBe('2 files, 2 accounts: no findings.\n');
  expect((await shell.run('explain', 'property:contacts/tier', '--account', 'sandbox')).stdout).toContain(
    'Overridden for the account sandbox: label trueup.yaml:17:19',
  );
  const typesOf = async (...flags: readonly string[]) => (await shell.run('generate', 'types', ...flags)).stdout;
  expect(await typesOf()).toBe(await typesOf('--account', 'production'));
  expect(await typesOf()).toContain("'bronze'");
  expect(await typesOf('--account', 'sandbox')).toContain("probe: 'probe'");
});

test('a resource omitted after an apply is undeclared, and its deletion needs consent', async () => {
  await shell.run('apply', '--auto-approve', '--account', 'production');
  const [, main = ''] = FILES.find(([name]) => name === 'trueup.yaml') ?? [];
  const overrides = `    overrides: { objects: { contacts: { groups: { loyalty: { properties: { legacy: { omit: true } } } } } } }\n`;
  await shell.write('trueup.yaml', `# trueup.yaml\n${main}${overrides}`);
  const { code, stdout } = await shell.run('plan', '--account', 'production');
  expect(code).toBe(0);
  expect(stdout).toContain('The account production leaves it out.');
  expect(stdout).toContain('warning[not-declared] trueup.yaml:29:86');
  expect(stdout).not.toContain('DELETE');
});

test('a pull updates overrides in place and lists the other differences', async () => {
  await shell.run('apply', '--auto-approve', '--account', 'sandbox');
  await shell.run('apply', '--auto-approve', '--account', 'production');
  const account = service.admin(1001);
  await account.editProperty('contacts', 'tier', { label: 'By hand', description: 'By hand' });
  await account.editProperty('contacts', 'probe', { label: 'By: hand' });
  await account.addProperty('contacts', {
    name: 'legacy',
    label: 'Legacy',
    groupName: 'loyalty',
    type: 'string',
    fieldType: 'text',
  });
  const { code, document } = await shell.json('pull', '--account', 'sandbox');
  expect(code).toBe(4);
  expect(document).toMatchObject({
    files: [{ path: 'trueup.yaml' }],
    taken: [
      {
        address: 'property:contacts/probe',
        file: 'trueup.yaml',
        fields: [{ field: 'label', before: 'Probe', after: 'By: hand' }],
      },
    ],
    conflicts: [
      {
        ...{ address: 'property:contacts/tier', field: 'label', reason: 'It is written with a variable.' },
        provenance: { file: 'trueup.yaml', line: 17 },
      },
    ],
    left: expect.arrayContaining([
      { address: 'property:contacts/legacy', because: 'left-out', reason: 'The account sandbox leaves it out.' },
    ]),
  });
});

const valued = (text: string): string => text.replace(/Tier \(\$\{values\.stage\}\)/, 'Tier test');
const TOKEN = '"$' + '{env.SANDBOX_TOKEN}"';
const mainNow = (): string => readFileSync(join(shell.cwd, 'trueup.yaml'), 'utf8');

test('a literal in an override is updated there, and the other account is unchanged', async () => {
  const [, main = ''] = FILES.find(([name]) => name === 'trueup.yaml') ?? [];
  await shell.write('trueup.yaml', `# trueup.yaml\n${valued(main)}`);
  for (const account of ['sandbox', 'production'])
    expect((await shell.run('apply', '--auto-approve', '--account', account)).code).toBe(0);
  await shell.run('fmt');
  const [before, shared] = [mainNow(), readFileSync(join(shell.cwd, 'schema.yaml'), 'utf8')];
  await service.admin(1001).editProperty('contacts', 'tier', { label: 'By hand' });
  await service.admin(1001).editProperty('contacts', 'probe', { label: 'Probe by hand' });
  expect(await shell.run('pull', '--drift', '--account', 'sandbox')).toMatchObject({ code: 0, stderr: '' });
  expect(mainNow()).toBe(before.replace('Tier test', 'By hand').replace('label: Probe,', 'label: Probe by hand,'));
  expect(readFileSync(join(shell.cwd, 'schema.yaml'), 'utf8')).toBe(shared);
  for (const account of ['sandbox', 'production'])
    expect((await shell.run('plan', '--quiet', '--account', account)).stdout).toBe('Nothing to do.\n');
});

test('a pull keeps a conflicting override and a shared option, and reports both', async () => {
  const [, main = ''] = FILES.find(([name]) => name === 'trueup.yaml') ?? [];
  await shell.write('trueup.yaml', `# trueup.yaml\n${valued(main)}`);
  expect((await shell.run('apply', '--auto-approve', '--account', 'sandbox')).code).toBe(0);
  await shell.write('trueup.yaml', mainNow().replace('Tier test', 'Tier of ours'));
  const before = mainNow();
  const options = [
    ['gold', 'Or'],
    ['silver', 'Argent'],
    ['trial', 'Trial'],
  ].map(([value = '', label = ''], displayOrder) => ({ value, label, displayOrder, hidden: false }));
  await service.admin(1001).editProperty('contacts', 'tier', { label: 'By hand', options });
  const { code, document } = await shell.json('pull', '--account', 'sandbox');
  expect({ code, conflicts: Object(document).conflicts }).toMatchObject({
    code: 4,
    conflicts: [
      {
        field: 'label',
        reason: 'It changed in the files and in the account since the last apply.',
        provenance: { file: 'trueup.yaml', line: 17 },
      },
      {
        field: 'options',
        reason: 'The account sandbox overrides it: change it there.',
        declared: [{ label: 'Gold' }, { label: 'Silver test' }, { label: 'Trial' }],
        live: [{ label: 'Or' }, { label: 'Argent' }, { label: 'Trial' }],
        provenance: { file: 'trueup.yaml', line: 20 },
      },
    ],
  });
  expect(mainNow()).toBe(before);
});

const listed = (...pairs: readonly (readonly [string, string])[]) =>
  pairs.map(([value, label], displayOrder) => ({ value, label, displayOrder, hidden: false }));
test('a list of options that an account overrides stays, and its change is a conflict', async () => {
  const [, main = ''] = FILES.find(([name]) => name === 'trueup.yaml') ?? [];
  await shell.write('trueup.yaml', `# trueup.yaml\n${valued(main)}`);
  expect((await shell.run('apply', '--auto-approve', '--account', 'sandbox')).code).toBe(0);
  const before = mainNow();
  const [gold, silver, trial] = [
    ['gold', 'Gold'],
    ['silver', 'Silver test'],
    ['trial', 'Trial'],
  ] as const;
  for (const options of [
    listed(gold, ['extra', 'Extra'], silver, trial),
    listed(gold, silver, trial, ['bronze', 'Bronze']),
  ]) {
    await service.admin(1001).editProperty('contacts', 'tier', { options });
    const { code, document } = await shell.json('pull', '--account', 'sandbox');
    expect({ code, conflicts: Object(document).conflicts }).toMatchObject({
      code: 4,
      conflicts: [{ field: 'options' }],
    });
    expect(mainNow()).toBe(before);
  }
});

test('a pull updates an overridden list item in any order of its keys', async () => {
  const project = (first: string, then: string) => `version: 1
accounts:
  sandbox:
    hubId: 1001
    baseUrl: ${service.url}
    surface: dated
    auth: { accessToken: ${TOKEN} }
    overrides:
      associationLimits:
        - from: contacts
          to: companies
          limits:
            - ${first}
              typeId: 279
              ${then}
associationLimits: [{ from: contacts, to: companies, limits: [{ typeId: 279, maxToObjectIds: 9 }] }]
`;
  const [category, most] = ['category: SERVICE_DEFINED', (limit: number) => `maxToObjectIds: ${limit}`];
  for (const [at, of] of [
    (limit: number) => project(category, most(limit)),
    (limit: number) => project(most(limit), category),
  ].entries()) {
    const ledger = ['--ledger', `of-${at}`];
    await shell.write('trueup.yaml', of(3));
    expect((await shell.run('apply', '--auto-approve', ...ledger)).code).toBe(0);
    await shell.write('trueup.yaml', of(5));
    expect((await shell.run('apply', '--auto-approve', '--ledger', 'other')).code).toBe(0);
    await shell.write('trueup.yaml', of(3));
    expect((await shell.run('pull', '--drift', ...ledger)).code).toBe(0);
    const pulled = mainNow();
    await shell.write('trueup.yaml', of(5));
    await shell.run('fmt');
    expect(pulled).toBe(mainNow());
  }
});

test('a pull names the other accounts of the changed declarations', async () => {
  for (const account of ['sandbox', 'production'])
    expect((await shell.run('apply', '--auto-approve', '--account', account)).code).toBe(0);
  const tier = 'property:contacts/tier';
  await service.admin(7007).editProperty('contacts', 'tier', { label: 'By hand', description: 'By hand' });
  const { document } = await shell.json('pull', '--drift', '--dry-run', '--account', 'production');
  expect(document).toMatchObject({ taken: [{ address: tier }] });
  // The sandbox overrides both fields.
  expect(document).not.toHaveProperty('otherAccounts');
  const options = ['Or', 'Silver', 'Bronze'].map((label, displayOrder) => ({
    ...{ value: ['gold', 'silver', 'bronze'][displayOrder] ?? '', label, displayOrder, hidden: false },
  }));
  await service.admin(7007).editProperty('contacts', 'tier', { options });
  const { stdout } = await shell.run('pull', '--drift', '--account', 'production');
  expect(stdout).toContain(`These files also declare other accounts. Their next apply changes there:
  sandbox: 1 resource: ${tier}
  Declare values for only production below accounts.production.overrides.`);
  expect((await shell.run('plan', '--account', 'sandbox')).stdout).toContain(`update  Tier (test) (${tier})`);
});
