/** Tests of `trueup pull` into existing files. Only changes of the account change the files. */

import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import type { PropertyChange } from '../../src/service/index.ts';
import { sandboxText } from '../support/project.ts';
import { aSandbox, type Sandbox } from '../support/sandbox.ts';

let service: Sandbox['service'];
let shell: Sandbox['shell'];

const accountText = (url: string): string => sandboxText(url).replace('{ hubId: 1001', '{ surface: dated, hubId: 1001');

/** File as a person writes it, with comments, blank lines, quotes and its own order, in the layout of `fmt`. */
const OBJECTS = `# Our contacts.
objects:
  contacts: # the people
    groups:
      loyalty:
        displayName: "Loyalty"
        properties:
          # The tier decides on discounts.
          tier:
            label: 'Tier' # as sales calls it
            type: enumeration
            fieldType: select
            options:
              # Best first.
              - value: gold
                label: Gold
              - { value: silver, label: "Silver" } # second
              - { value: bronze, label: Bronze }
          points: { label: Points, type: number, fieldType: number } # flow
`;

beforeEach(async () => {
  ({ service, shell } = await aSandbox((url) => accountText(url) + OBJECTS));
  expect((await shell.run('apply', '--auto-approve')).code).toBe(0);
});

interface Pulled {
  readonly code: number;
  readonly document: {
    readonly files: readonly { readonly path: string }[];
    readonly taken: readonly { readonly address: string }[];
    readonly conflicts: readonly {
      readonly address: string;
      readonly field: string;
      readonly declared: unknown;
      readonly live: unknown;
    }[];
    readonly pending: readonly string[];
    readonly gone: readonly string[];
  };
}

const pull = async (...words: readonly string[]): Promise<Pulled> => {
  const { code, document } = await shell.json('pull', '--object', 'contacts', ...words);
  return { code, document: document as Pulled['document'] };
};

const file = async (): Promise<string> =>
  (await readFile(join(shell.cwd, 'trueup.yaml'), 'utf8')).slice(accountText(service.url).length);
const plan = async () => {
  const { document } = await shell.json('plan');
  const { create, update, remove, blocked } = Object(document).summary;
  return [create, update, remove, blocked];
};

/** Changes the property in the account. */
const change = (name: string, members: PropertyChange): Promise<void> =>
  service.admin(1001).editProperty('contacts', name, members);

test('a pull writes the changed values and keeps every other byte of the file', async () => {
  await change('tier', {
    label: 'Customer tier',
    options: [
      { value: 'gold', label: 'Golden', displayOrder: 0, hidden: false },
      { value: 'platinum', label: 'Platinum: new', displayOrder: 1, hidden: false },
      { value: 'silver', label: 'Silver', displayOrder: 2, hidden: false },
    ],
  });
  await change('points', { label: 'Loyalty points' });
  const { code, document } = await pull();
  expect({ code, conflicts: document.conflicts, pending: document.pending }).toEqual({
    code: 0,
    conflicts: [],
    pending: [],
  });
  expect(await file()).toBe(
    OBJECTS.replace("'Tier' #", 'Customer tier #')
      .replace('label: Gold\n', 'label: Golden\n              - { value: platinum, label: "Platinum: new" }\n')
      .replace('              - { value: bronze, label: Bronze }\n', '')
      .replace('label: Points,', 'label: Loyalty points,'),
  );
  expect(await plan()).toEqual([0, 0, 0, 0]);
  expect(await readFile(join(shell.cwd, 'trueup.yaml.before-pull'), 'utf8')).toBe(accountText(service.url) + OBJECTS);
  const after = await file();
  expect((await pull()).document.files).toEqual([]);
  expect(await file()).toBe(after);
});

test('neighbouring new options are pulled together and shown separately', async () => {
  for (const value of ['v', 'w', 'x'])
    await service.admin(1001).addOption('contacts', 'tier', { value, label: value.toUpperCase() });
  const shown = await shell.run('pull', '--object', 'contacts', '--dry-run');
  expect(shown).toMatchObject({ code: 0, stdout: expect.not.stringContaining('Conflicts') });
  expect(shown.stdout).toContain(
    'property:contacts/tier\n    options  + v  "V"\n             + w  "W"\n             + x  "X"\n',
  );
  expect((await pull()).document.conflicts).toEqual([]);
  const added = ['v', 'w', 'x'].map((value) => `              - { value: ${value}, label: ${value.toUpperCase()} }\n`);
  expect(await file()).toBe(OBJECTS.replace('label: Bronze }\n', `label: Bronze }\n${added.join('')}`));
  expect(await plan()).toEqual([0, 0, 0, 0]);
});

test.each(['of lines', 'in brackets'])(
  'all options replaced at once are taken from the account, in a list %s',
  async (form) => {
    const inline = '[{ value: gold, label: Gold }, { value: silver, label: Silver }, { value: bronze, label: Bronze }]';
    const list = /options:\n[\s\S]*?label: Bronze \}\n/;
    const text = (options: string) => OBJECTS.replace(list, `options:${options}\n`);
    const [before, after] =
      form === 'in brackets'
        ? [text(` ${inline}`), text(' [{ value: a, label: A }, { value: b, label: B }]')]
        : [
            text('\n              - { value: gold, label: Gold }\n              - { value: silver, label: Silver }'),
            text('\n              - { value: a, label: A }\n              - { value: b, label: B }'),
          ];
    await shell.write('trueup.yaml', accountText(service.url) + before);
    expect((await shell.run('apply', '--auto-approve', '--allow', 'option-removal=property:contacts/tier')).code).toBe(
      0,
    );
    const options = ['a', 'b'].map((value, displayOrder) => ({
      ...{ value, label: value.toUpperCase(), displayOrder, hidden: false },
    }));
    await change('tier', { options });
    const { code, document } = await pull();
    expect({ code, conflicts: document.conflicts }).toEqual({ code: 0, conflicts: [] });
    expect(await file()).toBe(after);
    expect(await plan()).toEqual([0, 0, 0, 0]);
  },
);

test('a replacement of all options is refused if a comment is among them', async () => {
  await change('tier', { options: [{ value: 'a', label: 'A', displayOrder: 0, hidden: false }] });
  const shown = await shell.run('pull', '--object', 'contacts');
  expect([shown.code, shown.stdout.replaceAll(/\s+/g, ' ')]).toEqual([
    4,
    expect.stringContaining('A comment stands inside or above it.'),
  ]);
  expect(await file()).toBe(OBJECTS);
});

test('a pull keeps trailing blanks and drops a removed option', async () => {
  await change('tier', {
    label: 'Tier ',
    options: [
      { value: 'gold', label: 'Gold', displayOrder: 0, hidden: false },
      { value: 'silver', label: 'Silver', displayOrder: 1, hidden: false },
      { value: 'Z ', label: 'Z', displayOrder: 2, hidden: false },
    ],
  });
  const { code, document } = await pull('--drift');
  expect([code, document.conflicts]).toEqual([0, []]);
  expect(await file()).toBe(
    OBJECTS.replace('              - { value: bronze, label: Bronze }\n', '').replace("'Tier'", '"Tier "'),
  );
});

test('a change in the files is pending, a change on both sides is a conflict', async () => {
  await shell.write(
    'trueup.yaml',
    accountText(service.url) + OBJECTS.replace("'Tier'", 'Level').replace('label: Points', 'label: Score'),
  );
  await change('points', { label: 'Loyalty points' });
  const before = await file();
  const { code, document } = await pull();
  expect({ code, pending: document.pending, files: document.files }).toEqual({
    code: 4,
    pending: ['property:contacts/tier'],
    files: [],
  });
  expect(document.conflicts).toEqual([
    expect.objectContaining({
      address: 'property:contacts/points',
      field: 'label',
      declared: 'Score',
      live: 'Loyalty points',
    }),
  ]);
  expect(await file()).toBe(before);
});

test('a difference is a conflict if the ledger has no record', async () => {
  await shell.run('ledger', 'forget', 'property:contacts/tier');
  await change('tier', { label: 'Customer tier' });
  const { code, document } = await pull();
  expect({ code, conflicts: document.conflicts.map(({ field }) => field) }).toEqual({ code: 4, conflicts: ['label'] });
  expect(await file()).toBe(OBJECTS);
});

test('an exact list takes the options that others added as drift', async () => {
  const exact = OBJECTS.replace('Bronze }\n', 'Bronze }\n            optionsMode: exact\n');
  await shell.write('trueup.yaml', accountText(service.url) + exact);
  await service.admin(1001).addOption('contacts', 'tier', { value: 'iron', label: 'Iron' });
  expect((await pull('--drift')).document.taken.map(({ address }) => address)).toEqual(['property:contacts/tier']);
  expect(await file()).toBe(
    exact.replace('label: Bronze }\n', 'label: Bronze }\n              - { value: iron, label: Iron }\n'),
  );
});

test('a value that a variable gives is not written over', async () => {
  const text =
    accountText(service.url).replace('hubId: 1001', 'hubId: 1001, values: { tier: Tier }') +
    OBJECTS.replace("'Tier'", '$' + '{values.tier}');
  await shell.write('trueup.yaml', text);
  await change('tier', { label: 'Customer tier' });
  expect((await pull()).document.conflicts.map(({ field }) => field)).toEqual(['label']);
  expect(await readFile(join(shell.cwd, 'trueup.yaml'), 'utf8')).toBe(text);
});

test('a pull adds undeclared resources to their neighbours, --drift skips them', async () => {
  await service.admin(1001).addProperty('contacts', {
    name: 'extra',
    label: 'Extra',
    groupName: 'loyalty',
    type: 'string',
    fieldType: 'text',
  });
  await change('points', { label: 'Loyalty points' });
  const drift = await pull('--drift');
  expect(drift.document.taken.map(({ address }) => address)).toEqual(['property:contacts/points']);
  const { code, document } = await pull();
  expect({ code, taken: document.taken.map(({ address }) => address) }).toEqual({
    code: 0,
    taken: ['property:contacts/extra'],
  });
  expect(await file()).toBe(
    OBJECTS.replace('label: Points,', 'label: Loyalty points,').replace(
      '# flow\n',
      '# flow\n          extra:\n            label: Extra\n            type: string\n            fieldType: text\n',
    ),
  );
  expect(await plan()).toEqual([0, 0, 0, 0]);
});

test('a resource that the account lost stays in the files and is named', async () => {
  await service.admin(1001).archiveProperty('contacts', 'points');
  const { code, document } = await pull();
  expect({ code, gone: document.gone, files: document.files }).toEqual({
    code: 0,
    gone: ['property:contacts/points'],
    files: [],
  });
  expect((await shell.run('pull', '--object', 'contacts')).stdout).toContain(
    'No longer in the account; to accept that, delete it from the files: property:contacts/points',
  );
  expect(await file()).toBe(OBJECTS);
});

test('a pull reports nothing about unselected resources', async () => {
  const webhooks = 'webhooks:\n  - { appId: 2001, subscriptions: [{ eventType: contact.creation }] }\n';
  await shell.write('trueup.yaml', accountText(service.url) + OBJECTS + webhooks);
  const { code, document } = await pull();
  expect({ code, gone: document.gone, pending: document.pending }).toEqual({ code: 0, gone: [], pending: [] });
  const named = await pull('property:contacts/tier');
  expect({ ...named.document, files: [] }).toMatchObject({ taken: [], conflicts: [], pending: [], gone: [], left: [] });
});

test('broken files, and a folder that takes none, are refused before anything is written', async () => {
  await change('points', { label: 'Loyalty points' });
  await shell.write('trueup.yaml', `${accountText(service.url)}${OBJECTS}<<<<<<< HEAD\n`);
  const broken = await shell.run('pull');
  expect([broken.code, broken.stdout + broken.stderr]).toEqual([3, expect.stringContaining('merge-conflict')]);
  await shell.write('trueup.yaml', accountText(service.url) + OBJECTS);
  await service.admin(1001).addProperty('deals', {
    name: 'extra',
    label: 'Extra',
    groupName: 'dealinformation',
    type: 'string',
    fieldType: 'text',
  });
  await writeFile(join(shell.cwd, 'schema'), 'not a folder');
  const before = await readdir(shell.cwd);
  const refused = await shell.run('pull');
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('schema/deals.yaml failed: ')]);
  expect(await file()).toBe(OBJECTS);
  expect(await readdir(shell.cwd)).toEqual(before);
});

test.each([
  ['of a field that is applied', '{ label: Level }'],
  ['of a field that is new', '{ description: Ours }'],
  ['of options', '{ options: [{ value: gold, label: Golden }] }'],
])('an override %s that changed in the files alone is pending, and no conflict', async (_, override) => {
  const overrides = `overrides: { objects: { contacts: { groups: { loyalty: { properties: { tier: ${override} } } } } } }`;
  await shell.write(
    'trueup.yaml',
    accountText(service.url).replace('hubId: 1001', `hubId: 1001, ${overrides}`) + OBJECTS,
  );
  const { code, document } = await pull('--drift');
  expect({ code, conflicts: document.conflicts, pending: document.pending }).toEqual({
    code: 0,
    conflicts: [],
    pending: ['property:contacts/tier'],
  });
});

test('an object type in place of a pattern is refused with the correct form', async () => {
  const refused = await shell.run('pull', 'contacts');
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('Write a kind such as property')]);
});

test('a file that a pull changes has the layout of fmt', async () => {
  // Creates a group from a second project. Its object has no file here.
  const before = await readFile(join(shell.cwd, 'trueup.yaml'), 'utf8');
  const deals = 'objects:\n  deals:\n    groups:\n      g: { displayName: G }\n';
  await shell.write('trueup.yaml', accountText(service.url) + deals);
  expect((await shell.run('apply', '--auto-approve', '--ledger', 'other')).code).toBe(0);
  await shell.write('trueup.yaml', before);
  expect((await shell.run('pull', '--object', 'deals')).code).toBe(0);
  expect(await readFile(join(shell.cwd, 'trueup.yaml'), 'utf8')).toContain(
    'version: 1\ninclude:\n  - schema/deals.yaml\n',
  );
  expect(await shell.run('fmt', '--check')).toMatchObject({ code: 0, stdout: '' });
});
