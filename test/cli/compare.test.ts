import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Comparison } from '../../src/index.ts';
import { aPromotion } from '../support/promotion.ts';
import type { Shell } from '../support/world.ts';

const KEPT = ['sandbox', 'production', 'files'];

async function compared(shell: Shell, ...words: readonly string[]) {
  const { code, document } = await shell.json('compare', ...words);
  return { code, comparison: document as Comparison };
}

test('two accounts differ until the same files are applied to both; what only production has stays', async () => {
  const { shell } = await aPromotion();
  await shell.run('apply', '--account', 'sandbox', '--auto-approve');
  const before = await compared(shell, 'sandbox', 'production');
  expect(before.code).toBe(2);
  expect(before.comparison.resources.map(({ status, address }) => `${status} ${address}`)).toEqual([
    'different property-group:contacts/loyalty',
    'only-left property:contacts/loyalty_since',
    'different property:contacts/loyalty_tier',
    'only-left webhook-subscription:2001/contact.propertyChange/loyalty_tier',
  ]);
  await shell.run('apply', '--account', 'production', '--auto-approve', '--confirm', '7007');
  const after = await compared(shell, 'sandbox', 'production');
  expect(after.comparison.resources).toMatchObject([
    {
      address: 'property:contacts/loyalty_tier',
      fields: [{ field: 'options', options: [{ value: 'partner', status: 'only-right' }] }],
    },
  ]);
  const files = await compared(shell, 'sandbox', 'files');
  expect([files.code, files.comparison.resources]).toEqual([0, []]);
});

test('the text says which side is which, how many differ, each difference, and what to do next', async () => {
  const { shell } = await aPromotion();
  await shell.run('apply', '--account', 'sandbox', '--auto-approve');
  const { code, stdout, stderr } = await shell.run('compare', 'sandbox', 'production');
  expect([code, stderr]).toEqual([2, '']);
  expect(stdout).toBe(`\
Comparison
  - sandbox (account 1001, dated surface)
  + production (account 7007, dated surface)
2 different, 2 only in sandbox, 27 the same.

Object contacts
  ~ property-group:contacts/loyalty
      displayName  "Loyalty programme" -> "Loyalty"
  - property:contacts/loyalty_since  only in sandbox
      "Member since", date/date, in loyalty
  ~ property:contacts/loyalty_tier
      label    "Loyalty tier" -> "Tier"
      options  - bronze   "Bronze"
               + partner  "Partner"
               ~ silver   label "Silver" -> "Silver (old)"

Webhooks of app 2001
  - webhook-subscription:2001/contact.propertyChange/loyalty_tier  only in sandbox
      active

They differ.

Next, to see what the files would change in production:
  trueup plan --account production
`);
  const quiet = await shell.run('compare', 'files', 'production', '--quiet');
  expect(quiet).toEqual({ code: 2, stdout: '2 different, 2 only in files.\n', stderr: '' });
});

test('a word that stands for no side lists what there is, and the nearest name', async () => {
  const { shell, service } = await aPromotion();
  const refused = async (...words: readonly string[]) => {
    const { code, stdout, stderr } = await shell.run('compare', ...words);
    expect([code, stdout]).toEqual([1, '']);
    return stderr;
  };
  const unknown = await refused('sandbx', 'production');
  expect(unknown).toContain('[operand-unknown]');
  expect(unknown).toContain('Did you mean sandbox?');
  for (const name of KEPT) expect(unknown).toContain(name);
  expect(await refused('sandbox')).toContain('trueup compare sandbox production');
  expect(await refused('files', 'files')).toContain('[usage]');
  expect(await refused('sandbox', 'production', '--account', 'sandbox')).toContain('--account');
  expect(await refused('sandbox', 'production', 'contacts')).toContain('[not-a-pattern]');
  expect(await refused('sandbox', 'production', '--kind', 'propery')).toContain('property');
  expect(await refused('files', 'production', '--account', 'nobody')).toContain('[account-needed]');
  expect((await service.calls()).length).toBe(0);
});

test('a pattern that matches nothing on either side is no success, and the nearest name is asked about', async () => {
  const { shell } = await aPromotion();
  await shell.run('apply', '--account', 'sandbox', '--auto-approve');
  const misspelt = await shell.run('compare', 'sandbox', 'production', 'property:contacts/loyalty_teir');
  expect([misspelt.code, misspelt.stdout]).toEqual([1, '']);
  expect(misspelt.stderr).toContain('[address-unknown]');
  expect(misspelt.stderr).toContain('Nothing that sandbox or production shows matches property:contacts/loyalty_teir.');
  expect(misspelt.stderr).toContain('Did you mean property:contacts/loyalty_tier?');
  const starred = await shell.run('compare', 'files', 'production', 'property:contacts/loyality*');
  expect([starred.code, starred.stdout]).toEqual([1, '']);
  expect(starred.stderr).toContain('Did you mean property:contacts/loyalty*?');
  // One name that nothing has is not the same on both sides, whatever another pattern matches.
  const both = ['property:contacts/email', 'property:contacts/emial'];
  expect((await shell.run('compare', 'sandbox', 'production', ...both)).stderr).toContain('[address-unknown]');
  expect((await shell.run('compare', 'sandbox', 'production', 'property:contacts/email')).code).toBe(0);
  expect((await shell.run('compare', 'sandbox', 'production', 'property:contacts/email', 'property:x*')).code).toBe(0);
  // A kind of which nobody has anything is an answer.
  expect((await shell.run('compare', 'sandbox', 'production', 'association-limit')).code).toBe(0);
});

test('a read that fails on one side leaves what the other has uncompared; without a difference the exit code is 1', async () => {
  const { shell } = await aPromotion(['crm.schemas.companies.read', 'crm.schemas.deals.read']);
  await shell.run('apply', '--account', 'sandbox', '--auto-approve');
  const groups = await compared(shell, 'sandbox', 'production', '--kind', 'property-group');
  expect([groups.code, groups.comparison.complete, groups.comparison.resources]).toEqual([1, false, []]);
  const [cause, ...others] = groups.comparison.notCompared;
  expect([cause, others]).toMatchObject([
    { kind: 'property-group', of: 'contacts', side: 'right', because: 'read-failed' },
    [],
  ]);
  expect(cause?.addresses).toContain('property-group:contacts/loyalty');
  const { stdout } = await shell.run('compare', 'sandbox', 'production', '--kind', 'property-group');
  expect(stdout).toContain('a read failed');
  const whole = await compared(shell, 'sandbox', 'production');
  expect([whole.code, whole.comparison.complete]).toEqual([2, false]);
});

test('what the service stored in its own form is no difference from the files that were applied, as for a plan', async () => {
  const { service, shell } = await aPromotion();
  await shell.run('apply', '--account', 'sandbox', '--auto-approve');
  const path = join(shell.cwd, '.trueup/sandbox.ledger.json');
  const ledger = JSON.parse(await readFile(path, 'utf8'));
  const record = ledger.records['property:contacts/loyalty_since'];
  const label = record.fields.label.toLowerCase();
  await service.admin(1001).editProperty('contacts', 'loyalty_since', { label });
  expect((await compared(shell, 'sandbox', 'files')).comparison.resources).toMatchObject([
    { address: 'property:contacts/loyalty_since', fields: [{ field: 'label' }] },
  ]);
  // As an apply records it that sees this form.
  record.stored = { label };
  await writeFile(path, JSON.stringify(ledger));
  expect((await shell.run('plan', '--account', 'sandbox', '--quiet')).stdout).toContain('Nothing to do');
  for (const sides of [
    ['sandbox', 'files'],
    ['files', 'sandbox'],
  ]) {
    const { code, comparison } = await compared(shell, ...sides);
    expect([code, comparison.resources], sides.join(' ')).toEqual([0, []]);
  }
});
