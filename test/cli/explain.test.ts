import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { startService } from '../../src/service/index.ts';
import { projectText, sandboxText } from '../support/project.ts';
import { aSandbox, type Sandbox } from '../support/sandbox.ts';
import { aShell } from '../support/world.ts';

const TIER = 'property:contacts/loyaltytier';
let service: Sandbox['service'];
let shell: Sandbox['shell'];

beforeEach(async () => {
  ({ service, shell } = await aSandbox((url) => projectText(url, { surface: 'documented' })));
});

async function explained(address: string): Promise<Readonly<Record<string, unknown>>> {
  const { document } = await shell.json('explain', address);
  return Object(document);
}

test('an address is declared, absent and about to be created before the first apply', async () => {
  expect(await explained(TIER)).toMatchObject({
    address: TIER,
    declared: { fields: { name: 'loyaltytier' }, provenance: { file: 'trueup.yaml' } },
    sighting: 'absent',
    live: null,
    recorded: null,
    change: { action: 'create', because: 'missing' },
  });
});

test('shows all sides and the effect of an edit after the apply', async () => {
  await shell.run('apply', '--auto-approve');
  await shell.write('trueup.yaml', projectText(service.url, { label: 'Tier' }));
  expect(await explained(TIER)).toMatchObject({
    declared: { fields: { label: 'Tier' } },
    sighting: 'present',
    live: { basis: 'observed', fields: { label: 'Loyalty tier' } },
    recorded: { fields: { label: 'Loyalty tier' } },
    change: { action: 'update', because: 'file-differs' },
  });
  const { code, stdout } = await shell.run('explain', TIER);
  expect(code).toBe(0);
  for (const heading of ['The next plan', 'Declared', 'In the account', 'In the ledger']) {
    expect(stdout).toContain(`\n\n${heading}\n`);
  }
  expect(stdout).toContain('label  "Loyalty tier" -> "Tier"');
});

test('shows a retired and an added option of a list', async () => {
  await shell.run('apply', '--auto-approve');
  const text = projectText(service.url, { options: ['gold', 'plus'] });
  await shell.write(
    'trueup.yaml',
    text.replace(/( +)options:/, '$1retire: [{ value: silver, stage: hide }]\n$1options:'),
  );
  const { stdout } = await shell.run('explain', TIER);
  expect(stdout).toContain('The file declares another value.');
  // A retired option is none that is added.
  expect(stdout).not.toContain('silver  added');
  expect(stdout).toContain('["hide silver"]');
});

test('shows the live fields of an undeclared address, and that an address is unknown', async () => {
  expect(await explained('property:contacts/email')).toMatchObject({
    declared: null,
    sighting: 'present',
    live: { defined: 'default' },
    recorded: null,
    change: null,
  });
  const { stdout } = await shell.run('explain', 'property:contacts/nothing');
  expect(stdout).toContain('It is not in the account.');
  expect(stdout).toContain('Nothing: it is neither declared nor recorded.');
});

test('reports a dropped address as recorded', async () => {
  expect((await shell.run('apply', '--auto-approve')).code).toBe(0);
  await shell.write('trueup.yaml', sandboxText(service.url));
  const { stdout } = await shell.run('explain', TIER);
  expect(stdout).toContain('\nThe next plan\n  Nothing: it is recorded, and no file declares it any more.\n');
});

test('an address without a read is unknown instead of absent', async () => {
  expect(await explained('webhook-subscription:2001/contact.creation')).toMatchObject({
    sighting: 'unknown',
    live: null,
  });
});

test('the code of a finding or an error is explained without a configuration', async () => {
  const bare = await aShell();
  const { code, stdout } = await bare.run('explain', 'bad-key');
  expect([code, stdout.startsWith('# bad-key\n\nError. A key that is a name has an invalid form.')]).toEqual([0, true]);
  expect((await bare.run('explain', 'cannot-save')).stdout).toMatch(/^# cannot-save\n\nA file cannot be written/);
  const { document } = await bare.json('explain', 'bad-key');
  expect(document).toMatchObject({ code: 'bad-key', text: expect.stringMatching(/^# bad-key\n/) });
});

test('the explanation of a code ends before the next heading, and its links are texts', async () => {
  const bare = await aShell();
  const last = await bare.run('explain', 'findings-left-out');
  expect(last.stdout.match(/^#.*$/gm)).toEqual(['# findings-left-out']);
  const lastOfFiles = await bare.run('explain', 'too-deep');
  expect(lastOfFiles.stdout.match(/^#.*$/gm)).toEqual(['# too-deep']);
  const lastOfFindings = await bare.run('explain', 'number-rounded');
  expect(lastOfFindings.stdout.match(/^#.*$/gm)).toEqual(['# number-rounded']);
  const { stdout } = await bare.run('explain', 'bad-key');
  expect(stdout).toContain('name-unusual');
  expect(stdout).not.toContain('](');
});

test.each([
  ['the risk of a consent', 'option-removal', 'blocked-change'],
  ['a fault of YAML', 'yaml-bad-indent', 'yaml-bad-indent'],
  ['a setting on GitHub', 'github-action-not-pinned', 'github-action-not-pinned'],
])('%s is explained: %s', async (_what, code, heading) => {
  const explained = await (await aShell()).run('explain', code);
  expect([explained.code, explained.stdout.split('\n')[0]]).toEqual([0, `# ${heading}`]);
});

test.each([
  ['host-403', 'host-NNN', 'The Git host answered with the failure status NNN'],
  ['api-429', 'api-NNN', 'The service answered with the failure status NNN'],
])('explains the status code %s with the section of its family', async (code, heading, text) => {
  const bare = await aShell();
  const explained = await bare.run('explain', code);
  expect([explained.code, explained.stdout]).toEqual([0, expect.stringContaining(`${heading}\n\n${text}`)]);
  expect((await bare.run('explain', `${code}9`)).code).toBe(1);
});

test('an unknown code is an error with the nearest code', async () => {
  const { code, stderr } = await shell.run('explain', 'bad-kex');
  expect([code, stderr.includes('[code-unknown]'), stderr.includes('Did you mean bad-key?')]).toEqual([1, true, true]);
  expect((await shell.run('explain', '../README')).code).toBe(1);
});

test('the example code in its help exists', async () => {
  const { stdout } = await shell.run('explain', '--help');
  const [, code = ''] = /such as (\S+) or/.exec(stdout) ?? [];
  expect((await shell.run('explain', code)).code).toBe(0);
});

describe('other spellings of an address', () => {
  const LIMITS = (limit: string) => `associationLimits: [{ from: contacts, to: companies, limits: [${limit}] }]\n`;

  test.each([
    ['property:contact/loyaltytier', TIER],
    ['property:0-1/loyaltytier', TIER],
    ['association-limit:contact/0-2/HUBSPOT_DEFINED/279', 'association-limit:contacts/companies/SERVICE_DEFINED/279'],
  ])('%s is explained as %s', async (asked, address) => {
    const found = await explained(asked);
    expect(found).toEqual({ ...(await explained(address)), asked });
    expect((await shell.run('explain', asked)).stdout).toContain(`${address}\n  Asked for as ${asked}.\n`);
  });

  test('a blank stands for its percent-encoded form', async () => {
    const limit = '{ category: USER_DEFINED, label: Decision maker, maxToObjectIds: 3 }';
    await shell.write('trueup.yaml', sandboxText(service.url, 'dated') + LIMITS(limit));
    const address = 'association-limit:contacts/companies/USER_DEFINED/Decision%20maker';
    expect(await explained('association-limit:contacts/companies/USER_DEFINED/Decision maker')).toMatchObject({
      address,
      declared: { fields: { label: 'Decision maker' } },
    });
  });

  test.each([
    ['declared by name and asked for by id', 'ovens', '2-7'],
    ['declared by id and asked for by name', '2-7', 'ovens'],
  ])('a custom object is found: %s', async (_what, declared, asked) => {
    const other = await startService({
      seed: { accounts: [{ hubId: 1001, objectTypes: [{ id: '2-7', name: 'ovens' }] }] },
    });
    onTestFinished(() => other.close());
    await shell.write(
      'trueup.yaml',
      `${sandboxText(other.url, 'dated')}objects: { ${declared}: { groups: { heat: { displayName: Heat, properties: { temp: { label: Temp, type: number, fieldType: number } } } } } }\n`,
    );
    const before = await shell.json('plan');
    expect(await explained(`property:${asked}/temp`)).toMatchObject({
      address: `property:${declared}/temp`,
      asked: `property:${asked}/temp`,
      sighting: 'absent',
      change: { action: 'create' },
      findings: [],
    });
    expect((await shell.run('apply', '--auto-approve')).code).toBe(0);
    expect(before.code).toBe(0);
    expect(await explained(`property:${asked}/temp`)).toMatchObject({
      sighting: 'present',
      declared: { fields: { label: 'Temp' } },
      recorded: { address: `property:${declared}/temp` },
    });
  });

  test('a resource that is recorded under another name is shown with its record', async () => {
    const other = await startService({
      seed: { accounts: [{ hubId: 1001, objectTypes: [{ id: '2-7', name: 'ovens' }] }] },
    });
    onTestFinished(() => other.close());
    const text = (name: string) =>
      `${sandboxText(other.url, 'dated')}objects: { ${name}: { groups: { heat: { displayName: Heat } } } }\n`;
    await shell.write('trueup.yaml', text('2-7'));
    expect((await shell.run('apply', '--auto-approve')).code).toBe(0);
    await shell.write('trueup.yaml', text('ovens'));
    expect(await explained('property-group:ovens/heat')).toMatchObject({
      declared: { fields: { displayName: 'Heat' } },
      recorded: { address: 'property-group:2-7/heat' },
    });
  });

  test('an address that nothing has names the nearest that is declared or recorded', async () => {
    const asked = 'property:contacts/loyaltyteir';
    const document = await explained(asked);
    const { stdout } = await shell.run('explain', asked);
    expect(document).toMatchObject({ declared: null, live: null, recorded: null, hint: `Did you mean ${TIER}?` });
    expect(stdout).toContain(`\n  Did you mean ${TIER}?\n`);
    expect(await explained('property:contacts/email')).not.toHaveProperty('hint');
    expect(await explained('property:contacts/unlike')).not.toHaveProperty('hint');
  });
});

test.each([
  ['association-limit:contacts', 'association-limit:FROM/TO/CATEGORY/TYPE'],
  ['event-definition-property:../x', 'event-definition-property:EVENT/PROPERTY'],
  ['event-definition-property:../x/y', 'event-definition-property:EVENT/PROPERTY'],
  ['webhook-subscription:../x', 'webhook-subscription:APP/EVENT'],
  ['property:contacts', 'property:OBJECT/PROPERTY'],
  ['property-group:contacts/', 'property-group:OBJECT/GROUP'],
])('%s has not the form of its kind', async (address, form) => {
  const { code, stderr } = await shell.run('explain', address);
  expect([code, stderr.includes('[address-malformed]'), stderr.includes(form)]).toEqual([1, true, true]);
});
