/** Tests of names that a pull writes instead of ids, and of object types that it skips. */

import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type Seed, startService } from '../../src/service/index.ts';
import { aShell, type Shell } from '../support/world.ts';

const label = (name: string, text: string) => ({ from: 'contacts', to: 'companies', name, label: text });

async function anAccount(surface = 'dated') {
  const seed: Seed = {
    accounts: [
      {
        hubId: 1001,
        objectTypes: [
          { id: '2-11', name: 'cars' },
          { id: '2-12', name: 'boats' },
        ],
        associationLabels: [
          label('board', 'Board: member'),
          label('owner', 'Owner'),
          label('twin', 'Owner'),
          label('seven', '7'),
        ],
      },
    ],
  };
  const service = await startService({ rateLimit: false, seed });
  const env = { TRUEUP_BASE_URL: service.url, TRUEUP_ACCESS_TOKEN: 'trueup-dev-token', TRUEUP_SURFACE: surface };
  const shell = await aShell({ env });
  onTestFinished(async () => {
    await service.close();
    await rm(shell.cwd, { recursive: true });
  });
  const called = async () => (await service.calls()).map(({ endpoint }) => endpoint ?? '');
  return { service, shell, called };
}

/** Each label has an id for each direction. */
const LIMITS = [1, 3, 5, 7].map((typeId) => `{ category: USER_DEFINED, typeId: ${typeId}, maxToObjectIds: ${typeId} }`);
const AUTH = 'auth: { accessToken: "$' + '{env.TRUEUP_ACCESS_TOKEN}" }';
const PAIR = 'association-limit:contacts/companies';
/** A pull without words declares the labels too. No limit is among them. */
const LABELS = ['board', 'owner', 'seven', 'twin'].map((name) => `association-label:contacts/companies/${name}`);

/** Sets the limits from another project, which is removed afterwards. Only the account remains. */
async function limited(shell: Shell): Promise<void> {
  const limits = `associationLimits: [{ from: contacts, to: companies, limits: [${LIMITS.join(', ')}] }]\n`;
  await shell.write('trueup.yaml', `version: 1\n${limits}`);
  expect(await shell.run('apply', '--auto-approve', '--ledger', 'other')).toMatchObject({ code: 0 });
  await rm(join(shell.cwd, 'trueup.yaml'));
}

async function pulled(shell: Shell, ...words: readonly string[]) {
  const { code, document } = await shell.json('pull', ...words);
  const { taken, otherObjects } = Object(document);
  return { code, taken: (taken as { address: string }[]).map(({ address }) => address), otherObjects };
}

const summaryOf = async (shell: Shell) => Object((await shell.json('plan')).document).summary;

test('a limit is declared by the label text if the text is unique', async () => {
  const { shell, called } = await anAccount();
  await limited(shell);
  const before = (await called()).filter((one) => one === 'listAssociationLabels').length;
  expect(await pulled(shell, `${PAIR}/*`)).toMatchObject({
    code: 0,
    // Two labels have one text, and a text of digits would be read as an id.
    taken: [
      `${PAIR}/USER_DEFINED/3`,
      `${PAIR}/USER_DEFINED/5`,
      `${PAIR}/USER_DEFINED/7`,
      `${PAIR}/USER_DEFINED/Board:%20member`,
    ],
  });
  expect(await readFile(join(shell.cwd, 'schema/association-limits.yaml'), 'utf8')).toContain('label: "Board: member"');
  const after = (await called()).filter((one) => one === 'listAssociationLabels').length;
  // The read of the texts tells the meaning of the label in the new file.
  expect(after - before).toBe(1);
  expect(await summaryOf(shell)).toMatchObject({ create: 0, update: 0, forget: 0, keep: 4 });
  expect(Object.keys(Object((await shell.json('ledger', 'list')).document).records)).toContain(
    `${PAIR}/USER_DEFINED/Board:%20member`,
  );
  expect((await pulled(shell)).taken).toEqual(LABELS);
  expect(await summaryOf(shell)).toMatchObject({ create: 0, update: 0, forget: 0, keep: 8 });
});

test('a limit keeps an id that is in use, typed, or without readable labels', async () => {
  const { service, shell } = await anAccount();
  await limited(shell);
  expect((await pulled(shell, `${PAIR}/USER_DEFINED/1`, '--dry-run')).taken).toEqual([`${PAIR}/USER_DEFINED/1`]);
  expect((await pulled(shell, `${PAIR}/*`, '--dry-run', '--ledger', 'other')).taken).toContain(
    `${PAIR}/USER_DEFINED/1`,
  );
  service.faults.add({ do: 'status', endpoint: 'listAssociationLabels', status: 403 });
  expect((await pulled(shell, `${PAIR}/*`)).taken).toContain(`${PAIR}/USER_DEFINED/1`);
  service.faults.clear();
  expect(await pulled(shell)).toMatchObject({ code: 0, taken: LABELS });
});

test('a limit omitted by label or id is not pulled by the other key', async () => {
  const { service, shell } = await anAccount();
  await limited(shell);
  const limit = (type: string) => `{ category: USER_DEFINED, ${type}, maxToObjectIds: 9 }`;
  const omitted = (type: string) => `{ category: USER_DEFINED, ${type}, omit: true }`;
  const pair = (limits: string) => `[{ from: contacts, to: companies, limits: [${limits}] }]`;
  for (const type of ['label: "Board: member"', 'typeId: 1']) {
    const account = `{ surface: dated, hubId: 1001, baseUrl: "${service.url}", ${AUTH}, overrides: { associationLimits: ${pair(omitted(type))} } }`;
    const text = `version: 1\naccounts: { sandbox: ${account} }\nassociationLimits: ${pair(limit(type))}\n`;
    await shell.write('trueup.yaml', text);
    const { document } = await shell.json('pull', `${PAIR}/*`, '--dry-run');
    const { taken, left } = Object(document);
    const addresses = (taken as { address: string }[]).map(({ address }) => address);
    expect(addresses, type).toEqual([3, 5, 7].map((typeId) => `${PAIR}/USER_DEFINED/${typeId}`));
    expect(left, type).toMatchObject([{ because: 'left-out' }]);
  }
});

test('a pull names undeclared object types after one read and pulls none of them', async () => {
  const { shell, called } = await anAccount();
  const { taken, otherObjects } = await pulled(shell, '--dry-run');
  expect(otherObjects).toEqual({ objectTypes: ['boats', 'cars', 'memberships', 'tickets'], complete: true });
  expect(taken.filter((one) => /cars|boats|tickets/.test(one))).toEqual([]);
  expect((await called()).filter((one) => one === 'listDatedSchemas')).toHaveLength(1);
  const shown = await shell.run('pull', '--dry-run');
  expect(shown.stdout).toContain(
    'Not included: boats, cars, memberships, tickets. To include them:\n  trueup pull --object boats --object cars --object memberships --object tickets\n',
  );
  for (const words of [['--object', 'contacts'], ['property'], ['--drift']])
    expect((await pulled(shell, ...words, '--dry-run')).otherObjects, words.join(' ')).toBeUndefined();

  await shell.write('trueup.yaml', 'version: 1\nobjects: { cars: { groups: { g: { displayName: G } } } }\n');
  const before = (await called()).length;
  expect((await pulled(shell, '--dry-run')).otherObjects).toMatchObject({
    objectTypes: ['boats', 'memberships', 'tickets'],
  });
  expect((await called()).slice(before).filter((one) => one === 'listDatedSchemas')).toHaveLength(1);
});

test('list --undeclared names the other object types too', async () => {
  const { service, shell } = await anAccount();
  const listed = async (...words: readonly string[]) => {
    const { document } = await shell.json('list', ...words);
    return Object(document).otherObjects;
  };
  expect(await listed('--undeclared')).toEqual({
    objectTypes: ['boats', 'cars', 'memberships', 'tickets'],
    complete: true,
  });
  expect((await shell.run('list', '--undeclared')).stdout).toContain('trueup list --undeclared --object boats');
  expect([await listed(), await listed('--undeclared', '--object', 'deals')]).toEqual([undefined, undefined]);
  expect(await listed('webhook-subscription', '--undeclared')).toBeUndefined();
  await shell.write('trueup.yaml', 'version: 1\nobjects: { 2-11: { groups: { g: { displayName: G } } } }\n');
  expect(await listed('--undeclared')).toMatchObject({
    objectTypes: ['boats', 'companies', 'contacts', 'deals', 'memberships', 'tickets'],
  });
  service.faults.add({ do: 'status', endpoint: 'listDatedSchemas', status: 403, times: 'always' });
  expect(await listed('--undeclared')).toEqual({
    objectTypes: ['companies', 'contacts', 'deals', 'tickets'],
    complete: false,
  });
});

test('on the documented surface no call lists custom objects', async () => {
  const { shell, called } = await anAccount('documented');
  expect((await pulled(shell, '--dry-run')).otherObjects).toEqual({ objectTypes: ['tickets'], complete: false });
  expect(await called()).not.toContain('listDatedSchemas');
});

test.each([
  ['cars', '2-11'],
  ['cars', 'p1001_cars'],
  ['2-11', 'cars'],
])('a pull of an object declared as %s is refused by the name %s', async (first, second) => {
  const { shell, service } = await anAccount();
  const property = { label: 'Colour', groupName: 'cars_information', type: 'string', fieldType: 'text' };
  await service.admin(1001).addProperty('2-11', { ...property, name: 'colour' });
  expect((await pulled(shell, '--object', first)).taken).toContain(`property:${first}/colour`);
  for (const words of [['--object', second], [`property:${second}/*`], [`property:${second}/colour`]])
    expect(await shell.run('pull', ...words), words.join(' ')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('[object-named-otherwise]'),
    });
});

test('a pull of an object by two names is refused', async () => {
  const { shell } = await anAccount();
  const { code, stderr } = await shell.run('pull', '--object', '2-11', '--object', 'cars');
  expect([code, stderr]).toEqual([1, expect.stringContaining('[object-named-otherwise]')]);
});
