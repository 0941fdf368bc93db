import { execFile } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { loadProject } from '../../../src/config/files/load.ts';
import { resolveProject } from '../../../src/config/resolve.ts';
import { listKinds } from '../../../src/kinds/index.ts';
import {
  buildCatalogue,
  type Catalogue,
  type CatalogueLabel,
  type CatalogueProperty,
} from '../../../src/report/catalogue/catalogue.ts';
import { typesText } from '../../../src/report/types/types.ts';

const TSC = resolve('node_modules/.bin/tsc');
const FLAGS = [
  '--ignoreConfig',
  '--noEmit',
  '--strict',
  '--module',
  'nodenext',
  '--target',
  'es2023',
  '--noUnusedLocals',
];

/** Returns the errors of the compiler. Empty if the files are correct. */
async function compiled(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'types-'));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const paths = Object.keys(files).map((name) => join(folder, name));
  const run = promisify(execFile)(process.execPath, [TSC, ...FLAGS, ...paths]);
  return run.then(
    ({ stdout }) => stdout,
    (error: { readonly stdout: string }) => error.stdout,
  );
}

const AWKWARD = [
  'a',
  'A',
  'a_',
  'a b',
  "it's",
  '"',
  '\\',
  '*/',
  '__proto__',
  'constructor',
  '1',
  '2-3',
  'é',
  '\u2028',
  '`$x`',
  'null',
  '',
];
const text = fc.oneof(fc.constantFrom(...AWKWARD), fc.string({ maxLength: 12, unit: 'binary' }));
const property: fc.Arbitrary<CatalogueProperty> = fc.record({
  name: text,
  label: text,
  description: text,
  type: fc.constantFrom('string', 'number', 'bool', 'enumeration', 'date', 'datetime'),
  fieldType: fc.constantFrom('text', 'select', 'checkbox'),
  optionsMode: fc.constantFrom('merge', 'exact'),
  options: fc.uniqueArray(fc.record({ value: text, label: text }), { selector: ({ value }) => value, maxLength: 4 }),
  address: fc.constant('property:contacts/any' as const),
  provenance: fc.constant({ file: 'trueup.yaml', line: 1, column: 1 }),
});
const properties = fc.uniqueArray(property, { selector: ({ name }) => name, maxLength: 6 });
const label: fc.Arbitrary<CatalogueLabel> = fc.record({
  ...{ from: text, to: text, name: text, label: text, inverseLabel: text },
  address: fc.constant('association-label:contacts/companies/any' as const),
  provenance: fc.constant({ file: 'trueup.yaml', line: 1, column: 1 }),
});
const catalogue: fc.Arbitrary<Catalogue> = fc.record({
  objects: fc.uniqueArray(
    fc.record({ objectType: text, groups: properties.map((some) => [{ name: 'g', properties: some }]) }),
    { selector: ({ objectType }) => objectType, maxLength: 4 },
  ),
  events: fc.uniqueArray(fc.record({ name: text, properties }), { selector: ({ name }) => name, maxLength: 3 }),
  subscriptions: fc.constant([]),
  labels: fc.uniqueArray(label, { selector: ({ name }) => name, maxLength: 3 }),
  limits: fc.constant([]),
});

test('whatever things are called, the text is sound TypeScript', async () => {
  const samples = fc.sample(catalogue, { seed: 20261122, numRuns: 60 });
  const files = Object.fromEntries(
    samples.map((one, index) => [`sample${index}.ts`, `${typesText(one)}\nexport {};\n`]),
  );
  expect(await compiled(files)).toBe('');
});

test('an app that uses the types of the example is checked by them', async () => {
  const project = await loadProject(['examples/complete/trueup.yaml'], { cwd: process.cwd() });
  const { desired } = resolveProject(project, { kindsOn: listKinds, env: {}, offline: true });
  const types = typesText(buildCatalogue(desired.resources));
  const app = (
    value: string,
  ) => `import { ContactsLoyaltytier, ContactsProperty, type ContactsValues, type DealsProperty } from './types.js';
const names: readonly ContactsProperty[] = [ContactsProperty.loyaltytier, 'shoe_size'];
const isTier = (text: string): text is ContactsLoyaltytier => (ContactsLoyaltytier as readonly string[]).includes(text);
export const values: ContactsValues = { newsletter_consent: ${value}, loyaltytier: 'gold', shoe_size: null };
export const lost: DealsProperty = 'lossreason';
export const tiers = names.filter(isTier);
`;
  expect(await compiled({ 'types.ts': types, 'app.ts': app("'true'") })).toBe('');
  expect(await compiled({ 'types.ts': types, 'app.ts': app("'yes'") })).toContain('Type \'"yes"\' is not assignable');
});
