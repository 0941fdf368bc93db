/** The whole way of an account that other people made: adopted, edited, promoted to a second account, compared and documented. */

import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { SURFACES, type Surface } from '../../src/contract/surfaces.ts';
import { type Seed, startService } from '../../src/service/index.ts';
import { aShell, type Shell } from '../support/world.ts';

type Account = NonNullable<Seed['accounts']>[number];
type Property = NonNullable<Account['properties']>[number];

const OBJECTS = ['contacts', 'companies', 'deals', 'tickets'] as const;
const PRODUCTION = 'pat-na1-story-production';
const EMPTY = { create: 0, update: 0, remove: 0, forget: 0, blocked: 0 };

/** 250 of each object, of every form, with the names and texts that people give. */
function propertiesOf(objectType: string): readonly Property[] {
  return Array.from({ length: 250 }, (_, index): Property => {
    const common = { objectType, name: `field_${index}`, label: `Field ${index}`, groupName: 'made by hand' };
    switch (index % 5) {
      case 0:
        return { ...common, type: 'string', fieldType: 'text', description: `Why #${index}: "nobody" knows` };
      case 1:
        // The service rejects such a name for a new property, so production must have it too.
        return {
          ...{ ...common, type: 'number', fieldType: 'number' },
          ...(objectType === 'contacts' ? { name: `Upper ${index}` } : {}),
        };
      case 2:
        return { ...common, label: `<b>yes & no</b> ${index}`, type: 'string', fieldType: 'textarea' };
      case 3:
        return { ...common, type: 'datetime', fieldType: 'date' };
      default: {
        const options = ['yes', 'null', ' padded ', '#1'].map((value, at) => ({ value, label: `Option ${at}` }));
        return { ...common, type: 'enumeration', fieldType: 'select', options };
      }
    }
  });
}

const groups = OBJECTS.map((objectType) => ({ objectType, name: 'made by hand', displayName: 'Made by hand' }));

/** Production began as the sandbox, and both went their way. */
const SEED: Seed = {
  accounts: [
    { hubId: 1001, groups, properties: OBJECTS.flatMap(propertiesOf) },
    {
      ...{ hubId: 7007, domain: 'production.example', privateAppTokens: [{ token: PRODUCTION }], groups },
      properties: propertiesOf('contacts').map((one, index) => (index % 50 === 0 ? { ...one, label: 'Old' } : one)),
    },
  ],
};

const textOf = (url: string, surface: Surface): string => `# The accounts of the company.
version: 1
accounts:
  sandbox: { hubId: 1001, baseUrl: "${url}", surface: ${surface}, auth: { accessToken: "\${env.SANDBOX_TOKEN}" } }
  production:
    hubId: 7007
    baseUrl: ${url}
    surface: ${surface}
    protected: true
    auth: { accessToken: "\${env.PRODUCTION_TOKEN}" }
`;

async function edit(shell: Shell, file: string, change: (text: string) => string): Promise<void> {
  const text = await readFile(join(shell.cwd, file), 'utf8');
  const changed = change(text);
  expect(changed, file).not.toBe(text);
  await shell.write(file, changed);
}

async function planOf(shell: Shell, account: string): Promise<Record<string, number>> {
  const { create, update, remove, forget, blocked } = Object(
    (await shell.json('plan', '--account', account)).document,
  ).summary;
  return { create, update, remove, forget, blocked };
}

test.each(SURFACES)('on the %s surface', { timeout: 600_000 }, async (surface) => {
  const service = await startService({ seed: SEED, rateLimit: false });
  const env = { SANDBOX_TOKEN: 'trueup-dev-token', PRODUCTION_TOKEN: PRODUCTION };
  const shell = await aShell({ env });
  onTestFinished(async () => {
    await service.close();
    await rm(shell.cwd, { recursive: true });
  });
  const done = async (...words: readonly string[]) => {
    const ran = await shell.run(...words);
    expect(ran, words.join(' ')).toMatchObject({ code: 0 });
    return ran.stdout;
  };
  const writes = async () =>
    (await service.calls()).filter(({ method, path }) => method !== 'GET' && !path.startsWith('/oauth/')).length;
  await shell.write('trueup.yaml', textOf(service.url, surface));

  // Adopted resources need no call: the plan is empty.
  const objects = OBJECTS.flatMap((name) => ['--object', name]);
  const { document: pulled } = await shell.json('pull', '--account', 'sandbox', ...objects);
  const properties = Object(pulled).taken.filter(({ kind }: { readonly kind: string }) => kind === 'property');
  expect(properties).toHaveLength(1_000);
  expect(await planOf(shell, 'sandbox')).toEqual(EMPTY);
  await done('fmt', '--check');
  expect(await readFile(join(shell.cwd, 'trueup.yaml'), 'utf8')).toMatch(/^# The accounts of the company\./m);
  expect(Object((await shell.json('pull', '--account', 'sandbox', ...objects)).document).files).toEqual([]);
  expect(await writes()).toBe(0);

  // Plans and sends exactly the edited fields.
  await edit(shell, 'schema/contacts.yaml', (text) => text.replace('label: Field 3\n', 'label: Field three\n'));
  await edit(shell, 'schema/deals.yaml', (text) =>
    text.replace(/( +)- \{ value: yes, label: Option 0 \}\n|( +)- \{ value: "yes", label: Option 0 \}\n/, (found) => {
      return `${found}${found.replace(/value: [^,]+/, 'value: maybe').replace('Option 0', 'Perhaps')}`;
    }),
  );
  expect(await planOf(shell, 'sandbox')).toEqual({ ...EMPTY, update: 2 });
  await done('apply', '--account', 'sandbox', '--auto-approve');
  expect(await planOf(shell, 'sandbox')).toEqual(EMPTY);
  expect((await service.snapshot(1001)).properties['contacts']).toContainEqual(
    expect.objectContaining({ name: 'field_3', label: 'Field three' }),
  );

  // Promotion creates missing resources in production, aligns different resources and keeps a colleague's resources.
  const before = await shell.json('compare', 'sandbox', 'production', ...objects);
  expect(before.code).toBe(2);
  await done('plan', '--account', 'production', '-o', 'production.plan.json');
  await done('apply', 'production.plan.json', '--account', 'production', '--confirm', '7007');
  expect(await planOf(shell, 'production')).toEqual(EMPTY);
  expect(await planOf(shell, 'sandbox')).toEqual(EMPTY);
  await done('compare', 'sandbox', 'production', ...objects);
  await done('compare', 'files', 'production', ...objects);

  // Documentation is made only from the files.
  const [at, served] = [await writes(), (await service.calls()).length];
  await done('generate', 'docs', '--account', 'sandbox', '-o', 'DATA.md');
  await done('generate', 'docs', '--account', 'sandbox', '-o', 'DATA.md', '--check');
  await done('generate', 'types', '--account', 'sandbox', '-o', 'crm.ts');
  await done('generate', 'graph', '--account', 'sandbox', '-o', 'schema.mmd');
  const dictionary = await readFile(join(shell.cwd, 'DATA.md'), 'utf8');
  for (const text of ['Field three', 'Perhaps', 'field\\_249'])
    expect(dictionary.replaceAll('\\_', '_')).toContain(text.replaceAll('\\_', '_'));
  expect([await writes(), (await service.calls()).length]).toEqual([at, served]);
});
