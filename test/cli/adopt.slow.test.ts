import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { projectText } from '../support/project.ts';
import { aSandbox, type Sandbox } from '../support/sandbox.ts';

const SUBSCRIPTION = 'webhook-subscription:2001/contact.propertyChange/loyaltytier';
const TIER = 'property:contacts/loyaltytier';
let service: Sandbox['service'];
let shell: Sandbox['shell'];

beforeEach(async () => {
  ({ service, shell } = await aSandbox());
  expect((await shell.run('apply', '--auto-approve')).code).toBe(0);
});

const ledger = () => readFile(join(shell.cwd, '.trueup/sandbox.ledger.json'), 'utf8');
/** Subscriptions are in the ledger of their app. */
const recordOf = async (address: string) => {
  const ofApp = await readFile(join(shell.cwd, '.trueup/app@2001.ledger.json'), 'utf8');
  return { ...JSON.parse(await ledger()).records, ...JSON.parse(ofApp).records }[address];
};

test('a different record is refused with every difference and kept unchanged', async () => {
  const other = projectText(service.url, { active: false, label: 'Tier', options: ['gold', 'bronze'] });
  await shell.write('trueup.yaml', other);
  const before = await ledger();
  const refused = await shell.run('ledger', 'adopt', SUBSCRIPTION);
  expect([refused.code, refused.stdout]).toEqual([3, '']);
  expect(refused.stderr).toContain('active: true in the ledger, false in the files.');
  expect(refused.stderr).toContain(
    `error: The ledger has another record of ${SUBSCRIPTION}, and was not changed. [refused]`,
  );
  expect(refused.stderr).toContain(`trueup ledger adopt ${SUBSCRIPTION} --overwrite`);
  expect(await ledger()).toBe(before);
});

test('a readable resource is compared with the account, and every difference is refused together', async () => {
  const other = projectText(service.url, { active: false, label: 'Tier', options: ['gold', 'bronze'] });
  await shell.write('trueup.yaml', other);
  await rm(join(shell.cwd, '.trueup'), { recursive: true });
  const finding = { code: 'account-differs', severity: 'error', address: TIER };
  for (const more of [[], ['--overwrite']]) {
    const { code, document } = await shell.json('ledger', 'adopt', TIER, SUBSCRIPTION, ...more);
    expect(code).toBe(3);
    expect(document).toMatchObject({
      message: `Could not confirm that the account has ${TIER} as declared, so nothing was recorded.`,
      hint: 'Apply the declaration, or declare the values in the account.',
      fix: [{ action: 'apply', addresses: [TIER] }],
      findings: [
        { ...finding, message: 'label: "Loyalty tier" in the account, "Tier" in the files.' },
        {
          ...finding,
          message: expect.stringMatching(/^options: \[\] in the account, \[\{.*"bronze"\}\] in the files\.$/),
        },
      ],
    });
  }
  await shell.write('trueup.yaml', projectText(service.url));
  expect((await shell.run('ledger', 'adopt', TIER)).stdout).toBe(
    `Recorded ${TIER} as declared. Nothing was sent to the account.\n`,
  );
  expect(await recordOf(TIER)).toMatchObject({ basis: 'observed', fields: { label: 'Loyalty tier' } });
  expect((await shell.run('ledger', 'adopt', TIER)).stdout).toContain('as declared: nothing to record.');
  expect((await shell.run('drift')).code).toBe(0);
});

test('the advised command overwrites the changes in the account if drift is held', async () => {
  const text = projectText(service.url).replace('    protected: false\n', '    drift: hold\n');
  await shell.write('trueup.yaml', text);
  // A change that only the file makes is not drift.
  await shell.write('trueup.yaml', text.replace('label: gold', 'label: Gold'));
  expect((await shell.json('ledger', 'adopt', TIER)).document).toMatchObject({
    fix: [{ action: 'apply', addresses: [TIER] }],
  });
  await shell.write('trueup.yaml', text);
  await service.admin(1001).editProperty('contacts', 'loyaltytier', { label: 'By hand' });
  const held = { action: 'apply', addresses: [TIER], overwrite: true };
  for (const more of [[], ['--overwrite']]) {
    expect((await shell.json('ledger', 'adopt', TIER, ...more)).document).toMatchObject({ fix: [held] });
  }
  const refused = await shell.run('ledger', 'adopt', TIER);
  const advised = /^ *trueup (apply .*)$/m.exec(refused.stderr)?.[1];
  expect(advised).toBe(`apply --target ${TIER} --overwrite ${TIER}`);
  expect((await shell.run(...(advised?.split(' ') ?? []), '--auto-approve')).code).toBe(0);
  expect((await shell.run('ledger', 'adopt', TIER)).code).toBe(0);
});

test('refuses a resource that the account lacks, together with a different record', async () => {
  const text = projectText(service.url, { active: false });
  await shell.write('trueup.yaml', text.replace('loyaltytier:\n', 'newtier:\n'));
  const before = await ledger();
  const { document } = await shell.json('ledger', 'adopt', 'property:contacts/newtier', SUBSCRIPTION);
  expect(document).toMatchObject({
    message: `Could not confirm that the account has property:contacts/newtier as declared, so nothing was recorded. The ledger has another record of ${SUBSCRIPTION}, and was not changed.`,
    findings: [
      { code: 'account-differs', message: 'The account does not have it.', address: 'property:contacts/newtier' },
      { code: 'record-differs', address: SUBSCRIPTION },
    ],
  });
  expect(await ledger()).toBe(before);
});

test('a record that the account bears out needs no --overwrite', async () => {
  const text = await ledger();
  await shell.write('.trueup/sandbox.ledger.json', text.replace('"Loyalty tier"', '"Tier one"'));
  expect((await shell.run('ledger', 'adopt', TIER)).stdout).toContain(`Recorded ${TIER} as declared.`);
  expect(await recordOf(TIER)).toMatchObject({ fields: { label: 'Loyalty tier' } });
});

test('records only unreadable kinds if the account is offline, and gives the reason', async () => {
  await service.close();
  const refused = await shell.run('ledger', 'adopt', TIER);
  expect([refused.code, refused.stdout]).toEqual([1, '']);
  expect(refused.stderr.replaceAll(/\s+/g, ' ')).toContain(
    `${TIER} can be read, so the account is read before it is recorded.`,
  );
  expect((await shell.run('ledger', 'adopt', SUBSCRIPTION)).code).toBe(0);
});

test('an undeclared address gets the nearest name, or the command that lists all addresses', async () => {
  const hint = async (address: string) => (await shell.run('ledger', 'adopt', address)).stderr.replaceAll(/\s+/g, ' ');
  expect(await hint('property:contacts/loyaltytire')).toContain(`Did you mean ${TIER}?`);
  expect(await hint('property:deals/amount')).toContain('See the declared resources: trueup plan --verbose');
});

test('options that say something else are shown', async () => {
  const text = projectText(service.url).replace('value: gold, label: gold', 'value: gold, label: Gold');
  await shell.write('trueup.yaml', text);
  const { document } = await shell.json('ledger', 'adopt', TIER);
  expect(document).toMatchObject({
    findings: [
      {
        message: expect.stringMatching(
          /^options: \[.*"label":"gold".* in the account, \[.*"label":"Gold".* in the files\.$/,
        ),
      },
    ],
  });
});

test('--overwrite replaces the record and keeps the id from the service', async () => {
  const { id } = await recordOf(SUBSCRIPTION);
  expect(id).toEqual(expect.any(String));
  await shell.write('trueup.yaml', projectText(service.url, { active: false }));
  const done = await shell.run('ledger', 'adopt', SUBSCRIPTION, '--overwrite');
  expect(done).toEqual({
    code: 0,
    stdout: `Recorded ${SUBSCRIPTION} as declared, in place of another record. Nothing was sent to the account.\n`,
    stderr: '',
  });
  expect(await recordOf(SUBSCRIPTION)).toMatchObject({ id, fields: { active: false }, basis: 'recorded' });
});

test('reports an equal record as unchanged', async () => {
  const before = await ledger();
  for (const more of [[], ['--overwrite']]) {
    expect((await shell.run('ledger', 'adopt', SUBSCRIPTION, ...more)).stdout).toBe(
      `The ledger already has ${SUBSCRIPTION} as declared: nothing to record. Nothing was sent to the account.\n`,
    );
  }
  expect(await ledger()).toBe(before);
});

test('records the subscription if the ledger has no record', async () => {
  await shell.run('ledger', 'forget', SUBSCRIPTION);
  expect((await shell.run('ledger', 'adopt', SUBSCRIPTION)).stdout).toBe(
    `Recorded ${SUBSCRIPTION} as declared. Nothing was sent to the account.\n`,
  );
  expect((await shell.run('plan', '--quiet')).stdout).toBe('Nothing to do.\n');
});
