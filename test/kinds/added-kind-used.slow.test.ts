import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { main } from '../../src/cli/main.ts';
import { type Service, startService } from '../../src/service/index.ts';
import { sandboxText, TOKEN } from '../support/project.ts';
import { aShell, type Shell } from '../support/world.ts';
import { CHANGED, sourceWithKind } from './added-kind/copy.ts';

let source: string;
let copy: { readonly main: typeof main };
let service: Service & { readonly url: string };
let shell: Shell;

beforeAll(async () => {
  source = await sourceWithKind();
  copy = await import(join(source, 'src/cli/main.ts'));
});
afterAll(() => rm(source, { recursive: true }));

beforeEach(async () => {
  service = await startService({ port: 0 });
  shell = await aShell({ env: TOKEN, program: copy.main });
});
afterEach(() => service.close());

/** Declares two properties with notes. */
async function declare(notes: Readonly<Record<string, string>>, policy = ''): Promise<void> {
  const lines = Object.entries(notes).map(([name, text]) => `      ${name}: { description: ${text} }\n`);
  await shell.write(
    'trueup.yaml',
    `${sandboxText(service.url)}objects:
  contacts:
    groups:
      sizes:
        displayName: Sizes
        properties:
          hatsize: { label: Hat size, type: number, fieldType: number }
          shoesize: { label: Shoe size, type: number, fieldType: number }
${lines.length === 0 ? '' : `notes:\n  contacts:\n    on:\n${lines.join('')}`}${policy}`,
  );
}

async function described(name: string): Promise<string | undefined> {
  const { properties } = await service.snapshot(1001);
  return properties['contacts']?.find((property) => property.name === name)?.description;
}

test('an added kind is checked separately, with its siblings, and by house rules', async () => {
  const rules = 'policy:\n  rules: { name-pattern: { severity: warn, pattern: ^h, kinds: [property-note] } }\n';
  await declare({ hatsize: 'European', shoesize: 'European' }, rules);
  const { stdout } = await shell.run('validate');
  expect(stdout).toContain('The name of property-note:contacts/shoesize does not match ^h.');
  expect(stdout).toContain('property-note:contacts/shoesize says the same as property-note:contacts/hatsize.');
  await declare({ hatsize: '[European]' });
  expect(await shell.run('validate')).toMatchObject({
    code: 3,
    stdout: expect.stringContaining('error[wrong-type] trueup.yaml:15:31'),
  });
});

test('the added kind has its own plan section, and is applied once after its dependencies', async () => {
  await declare({ shoesize: 'European' });
  const plan = await shell.run('plan');
  expect(plan.stdout).toContain(`\
Notes of contacts
  + create  property-note:contacts/shoesize  trueup.yaml:15:7
      It is not in the account.
      description  "European"
`);
  const page = (await shell.run('plan', '--format', 'html')).stdout;
  expect(page).toMatch(/<h3>Notes of contacts<\/h3>[^\n]*\n[^\n]*note:contacts\/shoesize/);
  expect((await shell.run('plan', '--format', 'markdown')).stdout).toContain(
    '<summary>Notes of contacts: 1 new note</summary>',
  );
  const applied = await shell.run('apply', '--auto-approve');
  expect(applied.stdout).toMatch(
    /create {2}property:contacts\/shoesize[\s\S]*create {2}property-note:contacts\/shoesize/,
  );
  expect(await described('shoesize')).toBe('European');
  expect((await shell.run('plan')).stdout).toContain('Nothing to do: 4 unchanged');
});

test('an edit of the added kind is drift, and the next apply overwrites it', async () => {
  await declare({ shoesize: 'European' });
  await shell.run('apply', '--auto-approve');
  await service.admin(1001).editProperty('contacts', 'shoesize', { description: 'British' });
  const drift = await shell.run('drift');
  expect(drift).toMatchObject({ code: 2, stdout: expect.stringMatching(/property-note:contacts\/shoesize/) });
  const listed = await shell.run('list', 'property-note');
  expect(listed.stdout).toMatch(/^Notes: \d+$/m);
  expect(listed.stdout).toMatch(/^ {2}property-note:contacts\/shoesize +says "British" {2}in the ledger$/m);
  await shell.run('apply', '--auto-approve');
  expect(await described('shoesize')).toBe('European');
});

test('the added kind is removed with its consent, and a revert restores it', async () => {
  await declare({ shoesize: 'European' });
  await shell.run('apply', '--auto-approve');
  await declare({});
  const kept = await shell.run('plan');
  expect(kept).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('--allow limit-purge=property-note:contacts/shoesize'),
  });
  await shell.run('apply', '--auto-approve', '--allow', 'limit-purge=property-note:contacts/shoesize');
  expect(await described('shoesize')).toBe('');
  await shell.run('revert', '-o', 'back.plan.json');
  await shell.run('apply', 'back.plan.json');
  expect(await described('shoesize')).toBe('European');
});

test('editors are helped with it: in its place, and where rules name kinds', async () => {
  await shell.run('generate', 'schema', 'schemas');
  const written = await readFile(join(shell.cwd, 'schemas/trueup.schema.json'), 'utf8');
  expect(JSON.parse(written)).toMatchObject({
    properties: { notes: { description: 'Object types whose properties have notes.' } },
  });
  expect(written).toContain('Notes on properties.');
});

test('the guide names every file that was written or changed for it', async () => {
  const guide = await readFile(join(import.meta.dirname, '../../CONTRIBUTING.md'), 'utf8');
  const part = /## Add a kind\n([\s\S]*?)\n## /.exec(guide)?.[1] ?? '';
  const written = ['index.ts', 'spec.ts', 'read.ts', 'write.ts', 'words.ts'];
  expect([...written, ...CHANGED].filter((file) => !part.includes(`\`${file}\``))).toEqual([]);
});
