import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Service, startService } from '../../src/service/index.ts';
import { projectText, TOKEN } from '../support/project.ts';
import { aShell, type Shell } from '../support/world.ts';

const SUBSCRIPTION = 'webhook-subscription:2001/contact.propertyChange/loyaltytier';
const TIER = 'property:contacts/loyaltytier';
let service: Service & { readonly url: string };
let shell: Shell;

beforeEach(async () => {
  service = await startService();
  shell = await aShell({ env: TOKEN });
  await shell.write('trueup.yaml', projectText(service.url));
  expect((await shell.run('apply', '--auto-approve')).code).toBe(0);
});

afterEach(async () => {
  await service.close();
  await rm(shell.cwd, { recursive: true });
});

const ledger = () => readFile(join(shell.cwd, '.trueup/sandbox.ledger.json'), 'utf8');
const recordOf = async (address: string) => JSON.parse(await ledger()).records[address];

test('a record that says something else is shown with every difference and left as it is', async () => {
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
  const { code, document } = await shell.json('ledger', 'adopt', TIER);
  expect(code).toBe(3);
  const finding = { code: 'record-differs', severity: 'error', address: TIER };
  expect(document).toMatchObject({
    findings: [
      { ...finding, message: 'label: "Loyalty tier" in the ledger, "Tier" in the files.' },
      { ...finding, message: 'options: "silver" only in the ledger; "bronze" only in the files.' },
    ],
  });
  expect(await ledger()).toBe(before);
});

test('options that stand in another order or say something else are named', async () => {
  await shell.write('trueup.yaml', projectText(service.url, { options: ['silver', 'gold'] }));
  expect((await shell.run('ledger', 'adopt', TIER)).stderr).toContain('options: the same options in another order.');
  const text = projectText(service.url).replace('value: gold, label: gold', 'value: gold, label: Gold');
  await shell.write('trueup.yaml', text);
  const { document } = await shell.json('ledger', 'adopt', TIER);
  expect(document).toMatchObject({
    findings: [
      {
        message:
          'options: {"label":"gold","value":"gold"} in the ledger, {"label":"Gold","value":"gold"} in the files.',
      },
    ],
  });
});

test('it is replaced when that is asked for, and keeps the id that the service gave', async () => {
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

test('one that says the same is left alone, and that is said', async () => {
  const before = await ledger();
  for (const more of [[], ['--overwrite']]) {
    expect((await shell.run('ledger', 'adopt', SUBSCRIPTION, ...more)).stdout).toBe(
      `The ledger has ${SUBSCRIPTION} as declared already: nothing to record. Nothing was sent to the account.\n`,
    );
  }
  expect(await ledger()).toBe(before);
});

test('where there is none it is recorded', async () => {
  await shell.run('ledger', 'forget', SUBSCRIPTION);
  expect((await shell.run('ledger', 'adopt', SUBSCRIPTION)).stdout).toBe(
    `Recorded ${SUBSCRIPTION} as declared. Nothing was sent to the account.\n`,
  );
  expect((await shell.run('plan', '--quiet')).stdout).toBe('Nothing to do.\n');
});
