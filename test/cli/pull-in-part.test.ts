/** Tests of a pull while a user edits the files and others change the account. */

import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startService } from '../../src/service/index.ts';
import { aShell } from '../support/world.ts';

const FILE = 'schema/contacts.yaml';
const TIER = 'property:contacts/tier';
const GOLD = { value: 'gold', label: 'Gold', displayOrder: 0, hidden: false };
const ODD = { value: 'odd', label: 'Odd', displayOrder: 1, hidden: false };
const SEED = {
  objectType: 'contacts',
  ...{ name: 'tier', label: 'Tier', description: 'Ours', groupName: 'contactinformation', displayOrder: 1 },
  ...{ type: 'enumeration', fieldType: 'select', options: [GOLD] },
} as const;

/** Taken over; then its description is edited in the files, and not applied. */
async function edited() {
  const service = await startService({ rateLimit: false, seed: { accounts: [{ hubId: 1001, properties: [SEED] }] } });
  const env = { TRUEUP_BASE_URL: service.url, TRUEUP_ACCESS_TOKEN: 'trueup-dev-token', TRUEUP_SURFACE: 'dated' };
  const shell = await aShell({ env });
  onTestFinished(async () => {
    await service.close();
    await rm(shell.cwd, { recursive: true });
  });
  expect((await shell.run('init')).code).toBe(0);
  await shell.write(
    FILE,
    (await readFile(join(shell.cwd, FILE), 'utf8')).replace('description: Ours', 'description: Mine'),
  );
  /** By a colleague, in the account. */
  const change = (fields: object) =>
    fetch(`${service.url}/crm/properties/2026-09/contacts/tier`, {
      method: 'PATCH',
      headers: { authorization: 'Bearer trueup-dev-token', 'content-type': 'application/json' },
      body: JSON.stringify(fields),
    });
  const planned = async () => {
    const { document } = await shell.json('plan');
    const { changes } = document as {
      readonly changes: readonly { readonly address: string; readonly fields: readonly { readonly field: string }[] }[];
    };
    return changes.filter(({ address }) => address === TIER).flatMap(({ fields }) => fields.map(({ field }) => field));
  };
  return { service, shell, change, planned };
}

test('a pulled value that the account corrects is pulled again', async () => {
  const { shell, change, planned } = await edited();
  await change({ label: 'Mistake' });
  expect((await shell.run('pull')).stdout).toContain('"Tier" -> "Mistake"');
  await change({ label: 'Tier' });
  expect((await shell.run('pull')).stdout).toContain('"Mistake" -> "Tier"');
  expect(await planned()).toEqual(['description']);
  await change({ label: 'Rank' });
  expect((await shell.run('pull')).code).toBe(0);
  expect(await planned()).toEqual(['description']);
});

test('an option that was taken and is gone again is not created anew', async () => {
  const { shell, change, planned } = await edited();
  await change({ options: [GOLD, ODD] });
  expect((await shell.run('pull')).stdout).toContain('odd');
  await change({ options: [GOLD] });
  expect((await shell.run('pull')).code).toBe(0);
  expect(await readFile(join(shell.cwd, FILE), 'utf8')).not.toContain('odd');
  expect(await planned()).toEqual(['description']);
});

test('the pulled part next to a conflict is recorded, and the conflict stays', async () => {
  const { shell, change } = await edited();
  await change({ label: 'Mistake', description: 'Theirs' });
  expect((await shell.run('pull')).code).toBe(4);
  await change({ label: 'Tier' });
  const again = await shell.run('pull');
  expect([again.code, again.stdout]).toEqual([4, expect.stringContaining('"Mistake" -> "Tier"')]);
  expect(again.stdout).toContain('"Mine" in the files, "Theirs" in the account');
});

test('a second pull writes and records nothing', async () => {
  const { shell, change } = await edited();
  await change({ label: 'Mistake', options: [GOLD, ODD] });
  await shell.run('pull');
  const [files, ledger] = [await readFile(join(shell.cwd, FILE), 'utf8'), await shell.json('ledger', 'list')];
  expect((await shell.json('pull')).document).toMatchObject({ files: [], taken: [], unrecorded: [] });
  expect([await readFile(join(shell.cwd, FILE), 'utf8'), await shell.json('ledger', 'list')]).toEqual([files, ledger]);
});

test('a list that cannot be edited is one conflict, however many of its options changed', async () => {
  const { shell, change } = await edited();
  const text = await readFile(join(shell.cwd, FILE), 'utf8');
  await shell.write(FILE, text.replace('options:', 'options: &all'));
  await change({ options: [{ ...GOLD, label: 'Or' }, ODD, { ...ODD, value: 'more', label: 'More' }] });
  const { document } = await shell.json('pull');
  expect((document as { readonly conflicts: readonly unknown[] }).conflicts).toHaveLength(1);
});

test('new files go into the same folder for a project file or folder', async () => {
  const { service, shell } = await edited();
  await service.admin(1001).addProperty('deals', { ...SEED, groupName: 'dealinformation' });
  const before = await readdir(shell.cwd, { recursive: true });
  expect((await shell.run('pull', '-f', '.', '--object', 'deals')).code).toBe(0);
  const more = (await readdir(shell.cwd, { recursive: true })).filter((path) => !before.includes(path));
  expect(more).toContain('schema/deals.yaml');
});
