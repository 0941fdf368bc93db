import { expect, test } from 'vitest';
import { listNotCovered } from '../../src/contract/not-covered.ts';
import type { Comparison } from '../../src/index.ts';
import { aPromotion } from '../support/promotion.ts';
import type { Shell } from '../support/world.ts';

const SIDES = ['sandbox', 'production', 'files'];

async function compared(shell: Shell, ...words: readonly string[]) {
  const { code, document } = await shell.json('compare', ...words);
  return { code, comparison: document as Comparison };
}

test('reports only an additional option after the same files are applied to both accounts', async () => {
  const { shell } = await aPromotion();
  await shell.run('apply', '--account', 'sandbox', '--auto-approve');
  const before = await compared(shell, 'sandbox', 'production');
  expect(before.code).toBe(2);
  expect(before.comparison.resources.map(({ status, address }) => `${status} ${address}`)).toEqual([
    'different property-group:contacts/loyalty',
    'only-left property:contacts/loyalty_since',
    'different property:contacts/loyalty_tier',
    'only-left webhook-subscription:2002/contact.propertyChange/loyalty_tier',
  ]);
  await shell.run('apply', '--account', 'production', '--auto-approve', '--confirm', '7007');
  const after = await compared(shell, 'sandbox', 'production');
  expect(after.comparison.resources).toMatchObject([
    {
      address: 'property:contacts/loyalty_tier',
      fields: [{ field: 'options', options: [{ value: 'partner', change: 'remove' }] }],
    },
  ]);
  const files = await compared(shell, 'files', 'sandbox');
  expect([files.code, files.comparison.resources]).toEqual([0, []]);
  expect(files.comparison.notCovered).toEqual(listNotCovered(['property']));
  const groups = await compared(shell, 'files', 'sandbox', 'property-group');
  expect(groups.comparison).not.toHaveProperty('notCovered');
});

test('the text names the sides, the counts, each difference and the next command', async () => {
  const { shell } = await aPromotion();
  await shell.run('apply', '--account', 'sandbox', '--auto-approve');
  const { code, stdout, stderr } = await shell.run('compare', 'sandbox', 'production');
  expect([code, stderr]).toEqual([2, '']);
  expect(stdout.replaceAll(/http:\S+/g, 'URL')).toBe(`\
Comparison (sandbox and production)
  left   sandbox (account 1001, dated surface), URL
  right  production (account 7007, dated surface), URL

Object contacts
  ~ different       property-group:contacts/loyalty
      displayName  "Loyalty" -> "Loyalty programme"
  + only in sandbox property:contacts/loyalty_since  "Member since", date/date, in loyalty
  ~ different       property:contacts/loyalty_tier
      label    "Tier" -> "Loyalty tier"
      options  - partner  "Partner"
               ~ silver   label "Silver (old)" -> "Silver"
               + bronze   "Bronze"

Webhooks of app 2002
  + only in sandbox webhook-subscription:2002/contact.propertyChange/loyalty_tier  active

Not covered, set by hand in HubSpot
  Conditional property logic: Settings > Properties > Conditional logic
  Field permissions: Settings > Properties > [property]
  Creation of rollup properties: Settings > Properties > Create property
  Removal of validation rules: Settings > Properties > [property] > Rules
  Record layouts: Settings > Objects > [object] > Record Customization
  Saved views: CRM > [object] > All views

They differ. 2 different, 2 only in sandbox, 28 the same.
Not compared: memberships, tickets. --object NAME compares them.

Next, to see what the files would change in production:
  trueup plan --account production
`);
  const quiet = await shell.run('compare', 'files', 'production', '--quiet');
  expect(quiet).toEqual({ code: 2, stdout: '2 different, 2 only in files.\n', stderr: '' });
});

test('names a custom object that only one account has and no file names', async () => {
  const { shell, service } = await aPromotion();
  await service.admin(7007).addSchema({
    name: 'ovens',
    labels: { singular: 'Oven', plural: 'Ovens' },
    primaryDisplayProperty: 'hs_object_id',
  });
  const { comparison } = await compared(shell, 'sandbox', 'production');
  expect(comparison.otherObjects).toEqual({ objectTypes: ['memberships', 'ovens', 'tickets'], complete: true });
  const named = await compared(shell, 'sandbox', 'production', '--object', 'ovens');
  expect(named.comparison).not.toHaveProperty('otherObjects');
  expect(named.comparison.resources).toContainEqual(expect.objectContaining({ address: 'object-schema:ovens' }));
});

test('rejects a wrong side before any call, with the nearest name', async () => {
  const { shell, service } = await aPromotion();
  const refused = async (...words: readonly string[]) => {
    const { code, stdout, stderr } = await shell.run('compare', ...words);
    expect([code, stdout]).toEqual([1, '']);
    return stderr;
  };
  const unknown = await refused('sandbx', 'production');
  expect(unknown).toContain('[operand-unknown]');
  expect(unknown).toContain('Did you mean sandbox?');
  for (const name of SIDES) expect(unknown).toContain(name);
  expect(await refused('sandbox')).toContain('trueup compare sandbox ACCOUNT');
  expect(await refused('files', 'files')).toContain('[operand-unknown]');
  expect(await refused('sandbox', 'files')).toContain('trueup compare files sandbox');
  expect(await refused('sandbox', 'production', '--account', 'sandbox')).toContain('--account');
  expect(await refused('sandbox', 'production', 'contacts')).toContain('[not-a-pattern]');
  expect(await refused('sandbox', 'files')).toContain('[operand-unknown]');
  expect((await service.calls()).length).toBe(0);
});

test('reads the app of each account once', async () => {
  const { service, shell } = await aPromotion();
  await shell.run('apply', '--account', 'sandbox', '--auto-approve');
  const before = (await service.calls()).length;
  await shell.run('compare', 'sandbox', 'production');
  const apps = (await service.calls()).slice(before).flatMap(({ path }) => /\b200[12]\b/.exec(path)?.[0] ?? []);
  expect(apps).toEqual(['2001', '2002']);
});

test('rejects a pattern that matches nothing on either side', async () => {
  const { shell } = await aPromotion();
  await shell.run('apply', '--account', 'sandbox', '--auto-approve');
  const misspelt = await shell.run('compare', 'sandbox', 'production', 'property:contacts/loyalty_teir');
  expect([misspelt.code, misspelt.stdout]).toEqual([1, '']);
  expect(misspelt.stderr).toContain('[address-unknown]');
  expect(misspelt.stderr).toContain('Neither side has property:contacts/loyalty_teir.');
  expect(misspelt.stderr).toContain('Did you mean property:contacts/loyalty_tier?');
  const starred = await shell.run('compare', 'files', 'production', 'property:contacts/loyality*');
  expect([starred.code, starred.stdout]).toEqual([1, '']);
  expect(starred.stderr).toContain('[address-unknown]');
  // A second pattern that matches does not excuse the first.
  const both = ['property:contacts/email', 'property:contacts/emial'];
  expect((await shell.run('compare', 'sandbox', 'production', ...both)).stderr).toContain('[address-unknown]');
  expect((await shell.run('compare', 'sandbox', 'production', 'property:contacts/email')).code).toBe(0);
  // A kind has a fixed set of names, so it cannot be misspelt.
  expect((await shell.run('compare', 'sandbox', 'production', 'association-limit')).code).toBe(0);
});

test('lists a resource as not compared if its read failed, and exits with 1', async () => {
  const { shell } = await aPromotion(['crm.schemas.companies.read', 'crm.schemas.deals.read']);
  await shell.run('apply', '--account', 'sandbox', '--auto-approve');
  const groups = await compared(shell, 'sandbox', 'production', 'property-group');
  expect([groups.code, groups.comparison.complete, groups.comparison.resources]).toEqual([1, false, []]);
  expect(groups.comparison.notCompared).toMatchObject([
    { kind: 'property-group', side: 'right', because: 'read-failed', addresses: ['property-group:contacts/loyalty'] },
  ]);
  const { stdout } = await shell.run('compare', 'sandbox', 'production', 'property-group');
  expect(stdout).toContain('a read failed');
  const whole = await compared(shell, 'sandbox', 'production');
  expect([whole.code, whole.comparison.complete]).toEqual([2, false]);
});
