/** Tests of `trueup pull` from an existing account, on both surfaces, into an empty folder and into existing files. */

import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { SURFACES, type Surface } from '../../src/contract/surfaces.ts';
import { type Seed, startService } from '../../src/service/index.ts';
import { sandboxText } from '../support/project.ts';
import { aSandbox } from '../support/sandbox.ts';
import { aShell, type Shell } from '../support/world.ts';

type Seeded = NonNullable<Seed['accounts']>[number];
type Property = NonNullable<Seeded['properties']>[number];

interface Pulled {
  readonly files: readonly { readonly path: string; readonly before: string | null; readonly text: string }[];
  readonly taken: readonly { readonly address: string; readonly fields: readonly { readonly field: string }[] }[];
  readonly conflicts: readonly { readonly address: string; readonly field: string; readonly reason: string }[];
  readonly left: readonly { readonly address: string; readonly field?: string; readonly because: string }[];
  readonly pending: readonly string[];
  readonly gone: readonly string[];
  readonly unrecorded: readonly string[];
}

async function anAccount(seed: Omit<Seeded, 'hubId'>, surface: Surface = 'dated') {
  const service = await startService({ seed: { accounts: [{ hubId: 1001, ...seed }] } });
  const shell = await aShell({
    env: { TRUEUP_BASE_URL: service.url, TRUEUP_ACCESS_TOKEN: 'trueup-dev-token', TRUEUP_SURFACE: surface },
  });
  onTestFinished(async () => {
    await service.close();
    await rm(shell.cwd, { recursive: true });
  });
  return { service, shell };
}

/** Returns the document as its schema describes it. */
async function pulled(shell: Shell, ...words: readonly string[]): Promise<Pulled & { readonly code: number }> {
  const { code, document } = await shell.json('pull', ...words);
  return { code, ...(document as Pulled) };
}

/** Every file that a person has, with its bytes. */
async function filesIn(shell: Shell): Promise<Readonly<Record<string, string>>> {
  const names = (await readdir(shell.cwd, { recursive: true })).filter((name) => !name.startsWith('.trueup')).sort();
  const found: Record<string, string> = {};
  for (const name of names) {
    const path = join(shell.cwd, name);
    if ((await stat(path)).isFile()) found[name] = await readFile(path, 'utf8');
  }
  return found;
}

/** Checks that the pulled files have the layout of `fmt`. Returns the plan. */
async function planned(shell: Shell): Promise<Record<string, unknown>> {
  expect(await shell.run('fmt', '--check')).toMatchObject({ code: 0, stdout: '' });
  const { document } = await shell.json('plan');
  const { create, update, remove, forget, blocked } = Object(document).summary;
  return { create, update, remove, forget, blocked };
}

const EMPTY = { create: 0, update: 0, remove: 0, forget: 0, blocked: 0 };

const text = (name: string, more: Partial<Property> = {}): Property => ({
  ...{ objectType: 'contacts', name, label: name, groupName: 'odd shapes', type: 'string', fieldType: 'text' },
  ...more,
});
const options = (...labels: readonly string[]) => labels.map((label, index) => ({ value: `v${index}`, label }));

/** Values that real accounts have and that a person would not write. */
const ODD: Omit<Seeded, 'hubId'> = {
  groups: [
    { objectType: 'contacts', name: 'odd shapes', displayName: 'Odd: #1' },
    { objectType: 'contacts', name: 'Loyalty', displayName: 'yes' },
  ],
  properties: [
    ...[
      'no',
      'null',
      '1e3',
      '~',
      'a: b',
      '#x',
      'Upper',
      ' padded ',
      "it's",
      '2024-01-01',
      '- item',
      'é',
      '<<',
      '*a',
      '&a',
      '!x',
      '@',
      '?',
      '%',
      'a/b',
      '0x1f',
      'true',
    ].map((name) => text(name)),
    text('html', { label: '<b>Bold</b> & "quoted"', description: 'Line one\nline two\n' }),
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the account has these texts
    text('hole', { label: 'Price ${x} \\${y}', description: '${env.HOME}' }),
    text('broken_line', { label: 'a\nb' }),
    text('padded_label', { label: ' Padded ' }),
    text('empty_label', { label: '' }),
    text('unknown_type', { type: 'json', fieldType: 'whatever' }),
    text('rolled_up', { type: 'number', fieldType: 'calculation_rollup' }),
    text('formula', { type: 'number', fieldType: 'calculation_equation', calculationFormula: 'a + b' }),
    text('calculated', { type: 'number', fieldType: 'number', calculated: true }),
    text('locked', { readOnlyDefinition: true }),
    text('unique', { hasUniqueValue: true }),
    text('no_choices', { type: 'enumeration', fieldType: 'select', options: [] }),
    text('padded', { type: 'enumeration', fieldType: 'radio', options: [{ value: ' a ', label: ' A ' }] }),
    text('day', { type: 'date', fieldType: 'date' }),
    text('moment', { type: 'datetime', fieldType: 'date' }),
    text('choices', { type: 'enumeration', fieldType: 'select', options: options('yes', 'null', ': colon', '<i>') }),
    text('answer', {
      ...{ type: 'bool', fieldType: 'booleancheckbox' },
      options: [
        { value: 'true', label: 'Yes' },
        { value: 'false', label: 'No' },
      ],
    }),
  ],
};

describe.each(SURFACES)('on the %s surface', (surface) => {
  test('an account with unusual values becomes files with an empty plan', async () => {
    const { service, shell } = await anAccount(ODD, surface);
    const { code, taken, left, unrecorded } = await pulled(shell);
    expect(code).toBe(0);
    expect(await planned(shell)).toEqual(EMPTY);
    const whole = left.filter(({ field }) => field === undefined).map(({ address }) => address);
    const known = [...taken.map(({ address }) => address), ...whole].filter((one) =>
      one.startsWith('property:contacts/'),
    );
    const held = (await service.snapshot(1001)).properties['contacts'] ?? [];
    expect(known.toSorted()).toEqual(
      held
        .map(
          ({ name }) =>
            `property:contacts/${name.replace(/[%/\s*]/g, (sign) => (sign === '*' ? '%2A' : encodeURIComponent(sign)))}`,
        )
        .toSorted(),
    );
    expect(unrecorded.toSorted()).toEqual(
      taken
        .map(({ address }) => address)
        .filter((one) => surface === 'dated' || one.startsWith('property:'))
        .toSorted(),
    );
    const reasons = left.filter(({ because }) => because !== 'service-defined' && because !== 'service-group');
    expect(reasons.map(({ address, because }) => `${address} ${because}`)).toEqual(
      expect.arrayContaining([
        'property:contacts/unknown_type unknown-value',
        'property:contacts/calculated read-only',
        'property:contacts/locked read-only',
      ]),
    );

    expect(taken.map(({ address }) => address)).toEqual(
      expect.arrayContaining(
        ['broken_line', 'padded_label', 'empty_label', 'padded'].map((name) => `property:contacts/${name}`),
      ),
    );

    const files = await filesIn(shell);
    const again = await pulled(shell);
    expect({ code: again.code, files: again.files, unrecorded: again.unrecorded }).toEqual({
      code: 0,
      files: [],
      unrecorded: [],
    });
    expect(await filesIn(shell)).toEqual(files);
    expect(
      (await service.calls()).filter(({ method, path }) => method !== 'GET' && !path.startsWith('/oauth/')),
    ).toEqual([]);
  });
});

test('a thousand properties are adopted with one read of each list', async () => {
  const properties = Array.from({ length: 1_000 }, (_, index) =>
    text(`property_${index}`, { groupName: 'many', label: `Property ${index}` }),
  );
  const { service, shell } = await anAccount({
    groups: [{ objectType: 'contacts', name: 'many', displayName: 'Many' }],
    properties,
  });
  const { code, taken, unrecorded } = await pulled(shell, '--object', 'contacts');
  expect({ code, taken: taken.length, recorded: unrecorded.length }).toEqual({
    code: 0,
    taken: 1_001,
    recorded: 1_001,
  });
  expect((await service.calls()).filter(({ path }) => path.includes('contacts')).length).toBeLessThanOrEqual(4);
  expect(await planned(shell)).toEqual(EMPTY);
});

test('one file, another folder, and a look without writing', async () => {
  const { shell } = await anAccount({ groups: [{ objectType: 'deals', name: 'g', displayName: 'G' }] });
  const shown = await pulled(shell, '--dry-run', '--single');
  expect(shown.files.map(({ path }) => path)).toEqual(['trueup.yaml']);
  expect(await filesIn(shell)).toEqual({});
  await pulled(shell, '--dir', 'crm/objects');
  expect(await filesIn(shell)).toEqual({
    'trueup.yaml':
      '# yaml-language-server: $schema=./schemas/trueup.schema.json\nversion: 1\ninclude:\n  - "crm/objects/deals.yaml"\n'.replaceAll(
        '"',
        '',
      ),
    'crm/objects/deals.yaml':
      '# yaml-language-server: $schema=../../schemas/trueup.schema.json\nobjects:\n  deals:\n    groups:\n      g:\n        displayName: G\n        displayOrder: 1\n',
  });
  expect(await planned(shell)).toEqual(EMPTY);
});

test('a pull writes files despite a locked ledger, and the next pull records them', async () => {
  const { shell } = await anAccount({ groups: [{ objectType: 'deals', name: 'g', displayName: 'G' }] });
  await mkdir(join(shell.cwd, '.trueup/default.lock'), { recursive: true });
  const { code, stderr } = await shell.run('pull');
  expect([code, stderr]).toEqual([
    1,
    expect.stringContaining('The files are written, but the ledger does not record them yet.'),
  ]);
  await rm(join(shell.cwd, '.trueup'), { recursive: true });
  expect(await pulled(shell)).toMatchObject({ code: 0, files: [], unrecorded: ['property-group:deals/g'] });
  expect(await planned(shell)).toEqual(EMPTY);
});

test('patterns select resources, and --include adds resources of the service', async () => {
  const { shell } = await anAccount(ODD);
  const { taken } = await pulled(shell, 'property:contacts/*o', '--dry-run');
  expect(taken.map(({ address }) => address)).toEqual(['property:contacts/no']);
  const own = await pulled(
    shell,
    'property',
    '--include',
    'property-group:companies/*',
    '--object',
    'companies',
    '--dry-run',
  );
  expect(own.taken.map(({ address }) => address)).toContain('property:companies/domain');
  const wrong = await shell.run('pull', 'propperty:contacts/x');
  expect([wrong.code, wrong.stderr]).toEqual([
    1,
    expect.stringContaining('propperty:contacts/x is neither a kind nor an address.'),
  ]);
});

const BY_NAME = [
  'association-limit:contacts/companies/SERVICE_DEFINED/279',
  'event-definition-property:order_placed/ordertotal',
  'webhook-subscription:2001/contact.propertyChange/loyaltytier',
];

test('resources missing in lists come from the ledger or a read of their parent', async () => {
  const { service, shell } = await aSandbox();
  expect((await shell.run('apply', '--auto-approve')).code).toBe(0);
  const taken = async (...words: readonly string[]) => {
    const { code, taken: all } = await pulled(shell, ...words);
    return { code, addresses: all.map(({ address }) => address).filter((one) => BY_NAME.includes(one)) };
  };
  // The files are gone, and the ledger is not.
  await shell.write('trueup.yaml', sandboxText(service.url));
  expect(await taken()).toEqual({ code: 0, addresses: BY_NAME });
  expect(await planned(shell)).toEqual(EMPTY);

  // Nothing is left but the account.
  await rm(join(shell.cwd, 'schema'), { recursive: true });
  await rm(join(shell.cwd, '.trueup'), { recursive: true });
  await shell.write('trueup.yaml', sandboxText(service.url, 'dated'));
  expect(await taken('--dry-run')).toEqual({ code: 0, addresses: BY_NAME.slice(1, 2) });
  const patterns = [
    'association-limit:contacts/companies/*',
    'event-definition-property:order_placed/*',
    'webhook-subscription:2001/*',
  ];
  expect(await taken(...patterns)).toEqual({ code: 0, addresses: BY_NAME });
  expect(await planned(shell)).toEqual(EMPTY);
});
