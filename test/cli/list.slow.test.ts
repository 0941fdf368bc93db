import { beforeEach, expect, test } from 'vitest';
import { projectText } from '../support/project.ts';
import { aSandbox, type Sandbox } from '../support/sandbox.ts';
import { aShell } from '../support/world.ts';

const TIER = 'property:contacts/loyaltytier';
const SUBSCRIPTION = 'webhook-subscription:2001/contact.propertyChange/loyaltytier';
let service: Sandbox['service'];
let shell: Sandbox['shell'];

beforeEach(async () => {
  ({ service, shell } = await aSandbox());
});

interface Listed {
  readonly code: number;
  readonly document: {
    readonly kinds: readonly { readonly kind: string; readonly source: string; readonly total: number }[];
    readonly resources: readonly { readonly address: string; readonly defined?: string }[];
  };
}

/** Returns the document as its schema describes it. */
async function listed(...words: readonly string[]): Promise<Listed> {
  const { code, document } = await shell.json('list', ...words);
  return { code, document: Object(document) };
}

const addresses = ({ document }: Listed) => document.resources.map(({ address }) => address);

test('lists every readable resource with its origin, and writes nothing', async () => {
  const before = await listed('property', '--object', 'contact');
  const held = (await service.snapshot(1001)).properties['contacts'] ?? [];
  expect(addresses(before).toSorted()).toEqual(held.map(({ name }) => `property:contacts/${name}`).toSorted());
  expect(before.document.resources.find(({ address }) => address === 'property:contacts/email')).toMatchObject({
    kind: 'property',
    defined: 'default',
    basis: 'observed',
    fields: { label: 'Email', type: 'string', fieldType: 'text' },
    recorded: false,
  });
  expect((await service.calls()).filter(({ method }) => method !== 'GET')).toEqual([]);

  await shell.run('apply', '--auto-approve');
  const after = await listed('property', '--object', '0-1');
  expect(addresses(after)).toEqual([...addresses(before), TIER].toSorted());
  expect(after.document.resources.find(({ address }) => address === TIER)).toMatchObject({
    defined: 'custom',
    basis: 'observed',
    recorded: true,
  });
  expect(after.document.kinds).toEqual([
    { kind: 'property', source: 'account', total: held.length + 1, default: held.length, custom: 1 },
  ]);
});

test('kinds without a read come from the ledger, and are unknown during a call', async () => {
  service.faults.add({ do: 'drop-after', endpoint: 'createSubscription' });
  expect((await shell.run('apply', '--auto-approve')).code).toBe(5);
  const open = await listed('webhook-subscription');
  expect(open).toMatchObject({
    code: 0,
    document: {
      objectTypes: [],
      kinds: [{ kind: 'webhook-subscription', source: 'ledger', total: 0 }],
      open: [{ covers: [SUBSCRIPTION], settledBy: 'person' }],
      findings: [{ code: 'open-call', address: SUBSCRIPTION }],
    },
  });
  await shell.run('ledger', 'settle', SUBSCRIPTION, '--as', 'applied');
  expect(await listed('webhook-subscription')).toMatchObject({
    document: {
      resources: [{ address: SUBSCRIPTION, basis: 'recorded', recorded: true, fields: { active: true } }],
      findings: [],
    },
  });
  const { stdout } = await shell.run('list', 'webhook-subscription');
  expect(stdout).toContain('Webhook subscriptions: 1\n  Recorded in the ledger, not read from the account.');
  expect(stdout).toMatch(
    /^ {2}webhook-subscription:2001\/contact\.propertyChange\/loyaltytier {2}active {2}recorded /m,
  );
});

test('the text shows the origin, the ledger state and the other object types', async () => {
  await shell.run('apply', '--auto-approve');
  const { code, stdout } = await shell.run('list', '--object', 'contacts');
  expect(code).toBe(0);
  expect(stdout).toMatch(/^ {2}default {2}property:contacts\/email +"Email", string\/text, in contactinformation$/m);
  expect(stdout).toMatch(/^ {2}custom {3}property:contacts\/loyaltytier +"Loyalty tier", .*in the ledger$/m);
  expect(stdout).toMatch(/^ {2}property-group:contacts\/loyalty +"Loyalty programme" {2}recorded /m);
  expect(stdout).toMatch(/^ {2}property-group:contacts\/contactinformation +inferred from its properties$/m);
  expect(stdout).toContain('Object types: contacts.');
  expect(stdout).not.toContain('property:companies');
  expect(await shell.run('list', 'property', '--object', 'contacts', '--quiet')).toMatchObject({
    stdout: expect.stringMatching(/^Properties: \d+ \(\d+ default, 1 custom\)\n$/),
  });
});

test('a text of the account cannot write to the terminal', async () => {
  await service.admin(1001).editProperty('contacts', 'email', { label: 'E\u001b[2Jmail' });
  const { stdout } = await shell.run('list', 'property', '--object', 'contacts');
  expect([stdout.includes('\u001b[2J'), stdout.includes('mail')]).toEqual([false, true]);
});

test('the v1 list of companies leaves the origin of a property open', async () => {
  service.faults.add({ do: 'status', status: 500, endpoint: 'listProperties', times: 'always' });
  const fallen = await listed('property', '--object', 'companies');
  expect(fallen.code).toBe(0);
  expect(fallen.document.resources.length).toBeGreaterThan(0);
  expect(fallen.document.resources.filter((resource) => 'defined' in resource)).toEqual([]);
});

test('a read that fails leaves the list incomplete, says so, and ends with 1', async () => {
  const { code, document } = await listed('--object', 'contacts', '--object', 'nosuch');
  expect([code, document]).toMatchObject([
    1,
    { objectTypes: ['contacts', 'nosuch'], complete: false, findings: [{ code: 'read-failed' }] },
  ]);
  expect(document.resources.length).toBeGreaterThan(0);
  expect((await shell.run('list', '--object', 'nosuch')).stdout).toContain('0 resources, plus what could not be read.');
});

test('list refuses an object type for webhooks, and an unknown kind', async () => {
  expect(await shell.json('list', 'webhook-subscription', '--object', 'contacts')).toMatchObject({
    code: 1,
    document: {
      code: 'usage',
      message: 'A webhook-subscription is independent of object types, so it cannot be listed by object type.',
    },
  });
  for (const words of [['properties'], ['--object', '']]) {
    expect(await shell.json('list', ...words)).toMatchObject({ code: 1, document: { code: 'usage' } });
  }
});

test('list uses the account of the environment and the three standard objects by default', async () => {
  shell = await aShell({
    env: { TRUEUP_SURFACE: 'documented', TRUEUP_BASE_URL: service.url, TRUEUP_ACCESS_TOKEN: 'trueup-dev-token' },
  });
  const { code, document } = await listed();
  expect([code, document]).toMatchObject([0, { objectTypes: ['contacts', 'companies', 'deals'], complete: true }]);
  expect(document.kinds.map(({ kind, source }) => `${kind} ${source}`)).toEqual([
    'object-schema ledger',
    'property-group account',
    'property account',
    'pipeline ledger',
    'webhook-subscription ledger',
    'event-definition-property ledger',
    'association-label ledger',
    'association-limit ledger',
  ]);
});

test('a token of another account lists nothing', async () => {
  await service.addAccount({ hubId: 7007 });
  const { accessToken } = await service.issueToken({ hubId: 7007, appId: 2001 });
  shell = await aShell({ env: { TRUEUP_SURFACE: 'documented', SANDBOX_TOKEN: accessToken } });
  await shell.write('trueup.yaml', projectText(service.url));
  expect(await shell.json('list')).toMatchObject({ code: 3, document: { code: 'wrong-account' } });
});

test('--undeclared lists custom resources and options that are missing in the files', async () => {
  await shell.run('apply', '--auto-approve');
  const at = `${service.url}/properties/v2/contacts`;
  const headers = { authorization: 'Bearer trueup-dev-token', 'content-type': 'application/json' };
  const post = (path: string, body: object) =>
    fetch(`${at}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  await post('/groups', { name: 'theirs', displayName: 'Theirs' });
  await post('/properties', { name: 'extra', label: 'Extra', groupName: 'theirs', type: 'string', fieldType: 'text' });
  const options = ['gold', 'silver', 'legacy'].map((value) => ({ value, label: value }));
  await fetch(`${at}/properties/named/loyaltytier`, {
    method: 'PATCH',
    headers,
    body: JSON.stringify({ options }),
  });
  const of = async (...words: readonly string[]) => {
    const { document } = await listed('--undeclared', ...words);
    return document.resources.map((one) => [one.address, Object(one).undeclaredOptions ?? []]);
  };
  const group = ['property-group:contacts/theirs', []];
  const rest = [
    ['property:contacts/extra', []],
    ['property:contacts/loyaltytier', [{ value: 'legacy', label: 'legacy' }]],
  ];
  expect(await of()).toEqual([group, ...rest]);
  expect(await of('property-group')).toEqual([group]);
  const { stdout } = await shell.run('list', '--undeclared');
  expect(stdout).toContain('Undeclared resources of sandbox');
  expect(stdout).toContain('\n      1 undeclared: legacy\n');
  expect(stdout).toContain('Properties: 2 (0 default, 2 custom)');
  expect(stdout).toContain('Groups that hold definitions of the service are not listed:');
  const { document } = await listed('--undeclared');
  expect(Object(document).leftOut).toContain('property-group:contacts/contactinformation');
});
