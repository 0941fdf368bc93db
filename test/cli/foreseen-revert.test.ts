/** Tests that a plan counts the changes that a revert restores. */

import { rm } from 'node:fs/promises';
import { expect, onTestFinished, test } from 'vitest';
import { startService } from '../../src/service/index.ts';
import { sandboxText, TOKEN } from '../support/project.ts';
import { aShell } from '../support/world.ts';

/** Starts a service, and returns a shell with a way to write the objects of the project. */
async function aProject() {
  const service = await startService({ rateLimit: false });
  const shell = await aShell({ env: TOKEN });
  onTestFinished(async () => {
    await service.close();
    await rm(shell.cwd, { recursive: true });
  });
  const write = (objects: string) => shell.write('trueup.yaml', `${sandboxText(service.url, 'dated')}${objects}`);
  return { service, shell, write };
}

const contact = (name: string, members: string) => `objects:
  contacts: { groups: { contactinformation: { properties: { ${name}: { label: Note, ${members} } } } } }
`;

const CARS = `objects:
  cars:
    schema:
      labels: { singular: Car, plural: Cars }
      primaryDisplayProperty: car_name
    groups:
      car_data:
        displayName: Car data
        properties:
          car_name: { label: Name, type: string, fieldType: text }
`;

const TEXT = contact('note', 'type: string, fieldType: text');
const NUMBER = contact('note', 'type: number, fieldType: number');

test.each([
  [
    'a validation rule stays',
    TEXT,
    contact('note', 'type: string, fieldType: text, validation: { MAX_LENGTH: 9 }'),
    { restores: 0, stays: 1, loses: 0 },
  ],
  [
    'a label comes back and a validation rule stays',
    TEXT,
    contact('note', 'description: Two, type: string, fieldType: text, validation: { MAX_LENGTH: 9 }'),
    { restores: 0, stays: 1, loses: 0 },
  ],
  [
    'a display hint stays',
    NUMBER,
    contact('note', 'type: number, fieldType: number, numberDisplayHint: percentage'),
    { restores: 0, stays: 1, loses: 0 },
  ],
  [
    'a currency stays',
    NUMBER,
    contact('note', 'type: number, fieldType: number, showCurrencySymbol: true, currencyPropertyName: hs_object_id'),
    { restores: 0, stays: 1, loses: 0 },
  ],
  [
    'a description comes back',
    TEXT,
    contact('note', 'description: Two, type: string, fieldType: text'),
    { restores: 1, stays: 0, loses: 0 },
  ],
])('a plan foresees that %s', async (_, before, after, expected) => {
  const { shell, write } = await aProject();
  await write(before);
  expect(await shell.run('apply', '--auto-approve')).toMatchObject({ code: 0 });
  await write(after);
  expect((await shell.json('plan', '--json')).document).toMatchObject({ summary: { revert: expected } });
  expect(await shell.run('apply', '--auto-approve')).toMatchObject({ code: 0 });
});

test('a removed property comes back without a warning about its order', async () => {
  const { shell, write } = await aProject();
  await write(TEXT);
  expect(await shell.run('apply', '--auto-approve')).toMatchObject({ code: 0 });
  await write('');
  const removal = ['--allow', 'property-removal=property:contacts/note'];
  const revert = { restores: 1, stays: 0, loses: 0 };
  expect((await shell.json('plan', ...removal, '--json')).document).toMatchObject({ summary: { remove: 1, revert } });
  expect(await shell.run('apply', ...removal, '--auto-approve')).toMatchObject({ code: 0 });
  const reverted = await shell.run('revert', '--auto-approve', '--allow', 'property-restore=property:contacts/note');
  expect(reverted).toMatchObject({ code: 0, stdout: expect.not.stringContaining('revert-unknown') });
  await write(TEXT);
  expect((await shell.run('plan', '--detailed-exitcode')).code).toBe(0);
});

test('revert asks no consent for a group that a property of another user keeps', async () => {
  const { service, shell, write } = await aProject();
  await write(`objects:
  contacts: { groups: { mine: { displayName: Mine, properties: { note: { label: Note, type: string, fieldType: text } } } } }
`);
  expect(await shell.run('apply', '--auto-approve')).toMatchObject({ code: 0 });
  const theirs = { name: 'theirs', label: 'Theirs', groupName: 'mine', type: 'string', fieldType: 'text' };
  await service.admin(1001).addProperty('contacts', theirs);
  const { stdout } = await shell.run('revert', '-o', 'back.json');
  expect(stdout).toContain('It cannot be deleted while property:contacts/theirs needs it.');
  expect(stdout.replace(/\s+/g, ' ')).toContain('First delete the resources that need it.');
  expect(stdout).toContain('--allow property-removal=property:contacts/note');
  expect(stdout).not.toMatch(/group-removal|declare it again/i);
});

test('revert asks no consent for creations that a staying creation needs', async () => {
  const { shell, write } = await aProject();
  await write(CARS);
  const plan = await shell.run('plan');
  expect(plan.stdout).toContain(
    'After apply, revert can restore none of 3 changes; 3 changes stay: trueup cannot take them back.',
  );
  expect(await shell.run('apply', '--auto-approve')).toMatchObject({ code: 0 });
  const reverted = await shell.run('revert', '-o', 'back.json');
  expect(reverted.stdout).toContain('It cannot be deleted while object-schema:cars needs it.');
  expect(reverted.stdout).not.toMatch(/--allow|declare it again|requires consent/i);
});
