/** A subscription needs the type id of an object: what says so also says where the id is found. */

import { rm } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Service, startService } from '../../src/service/index.ts';
import { sandboxText, TOKEN } from '../support/project.ts';
import { aShell, type Shell } from '../support/world.ts';

let service: Service & { readonly url: string };
let shell: Shell;

beforeEach(async () => {
  service = await startService({ seed: { accounts: [{ hubId: 1001, objectTypes: [{ id: '2-7', name: 'ovens' }] }] } });
  shell = await aShell({ env: { ...TOKEN, TRUEUP_SURFACE: 'dated' } });
});

afterEach(async () => {
  await service.close();
  await rm(shell.cwd, { recursive: true });
});

test('a name in place of a type id is refused, with the source of the id', async () => {
  const subscriptions = '[{ eventType: object.creation, objectTypeId: ovens }]';
  await shell.write(
    'trueup.yaml',
    `${sandboxText(service.url)}webhooks: [{ appId: 2001, subscriptions: ${subscriptions} }]\n`,
  );
  const { document } = await shell.json('validate');
  expect(document).toMatchObject({
    findings: [
      {
        code: 'bad-form',
        message:
          'Expected an object type id such as 2-3451, not a name: a subscription belongs to the app, and the id of a custom object differs from account to account. On the dated surface, a list of the object shows its id.',
      },
    ],
  });
});

test('a list by object name shows the type id in the account', async () => {
  await shell.write('trueup.yaml', sandboxText(service.url));
  const { stdout } = await shell.run('list', '--object', 'ovens', '--object', 'contacts');
  expect(stdout).toContain('\nObject types: ovens (2-7), contacts.');
  expect((await shell.json('list', '--object', 'ovens')).document).toMatchObject({ typeIds: { ovens: '2-7' } });
  expect((await shell.json('list', '--object', 'contacts')).document).not.toHaveProperty('typeIds');
});

test('a list by object name finds records and declarations by type id', async () => {
  const oven = (name: string) =>
    `objects: { ${name}: { groups: { own: { displayName: Own, properties: { heat: { label: Heat, type: number, fieldType: number } } } } } }\n`;
  await shell.write('trueup.yaml', `${sandboxText(service.url)}${oven('"2-7"')}`);
  expect((await shell.run('apply', '--auto-approve')).code).toBe(0);
  const { document } = await shell.json('list', 'property', '--object', 'ovens');
  expect(document).toMatchObject({
    resources: expect.arrayContaining([expect.objectContaining({ address: 'property:ovens/heat', recorded: true })]),
  });
  const undeclared = async () => {
    const { resources } = Object((await shell.json('list', 'property', '--object', 'ovens', '--undeclared')).document);
    return resources.map(({ address }: { readonly address: string }) => address);
  };
  expect(await undeclared()).not.toContain('property:ovens/heat');
  await shell.write('trueup.yaml', sandboxText(service.url));
  expect(await undeclared()).toContain('property:ovens/heat');
});
