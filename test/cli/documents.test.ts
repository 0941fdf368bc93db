import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { schemas } from '../../src/cli/commands/schema.ts';
import { json } from '../../src/report/json.ts';
import { type Service, startService } from '../../src/service/index.ts';
import { projectText, TOKEN } from '../support/project.ts';
import { aShell, type Shell } from '../support/world.ts';

let service: Service & { readonly url: string };
let shell: Shell;

beforeEach(async () => {
  service = await startService();
  shell = await aShell({ env: TOKEN });
  await shell.write('trueup.yaml', projectText(service.url));
});

afterEach(() => service.close());

async function schemaFile(name: string): Promise<object> {
  return JSON.parse(await readFile(join(import.meta.dirname, '../../schemas', name), 'utf8'));
}

/** What the schema has against the document; empty when it fits. */
async function faults(name: string, document: unknown): Promise<unknown> {
  const check = new Ajv2020({ strict: false, allErrors: true }).compile(await schemaFile(name));
  return check(document) ? [] : check.errors;
}

test('the schemas in the repository are those that the program writes', async () => {
  for (const [name, document] of Object.entries(schemas())) {
    expect(json(await schemaFile(name)), name).toBe(json(document));
  }
});

test('plan, outcome and drift are one document each, as their schemas have it', async () => {
  const plan = await shell.json('plan', '--verbose');
  expect(await faults('plan.schema.json', plan.document)).toEqual([]);
  const outcome = await shell.json('apply', '--auto-approve');
  expect(await faults('outcome.schema.json', outcome.document)).toEqual([]);
  await service.admin(1001).editProperty('contacts', 'loyaltytier', { label: 'Moved' });
  const drift = await shell.json('drift');
  expect(drift.code).toBe(2);
  expect(await faults('drift.schema.json', drift.document)).toEqual([]);
  const empty = await shell.json('apply', '--auto-approve');
  expect(await faults('outcome.schema.json', empty.document)).toEqual([]);
});

test('an error is one document on stdout, and its exit code stays', async () => {
  const missing = await shell.json('apply', 'nothing.json');
  expect(missing).toEqual({
    code: 1,
    document: {
      format: 'trueup.error/1',
      code: 'plan-file-missing',
      message: 'The plan file nothing.json cannot be read.',
      hint: 'Make one with trueup plan -o FILE.',
    },
  });
  await shell.write('trueup.yaml', 'version: 1\nobjcts: {}\n');
  const invalid = await shell.json('plan');
  expect(invalid.code).toBe(3);
  expect(await faults('error.schema.json', invalid.document)).toEqual([]);
  const usage = await shell.json('plan', '--formt', 'json');
  expect(usage.code).toBe(1);
  expect(await faults('error.schema.json', usage.document)).toEqual([]);
});

test('validate gives one document for a configuration that stands and one that does not', async () => {
  const good = await shell.json('validate');
  expect(good).toEqual({ code: 0, document: { format: 'trueup.validation/1', valid: true, files: 1, findings: [] } });
  await shell.write('trueup.yaml', 'version: 1\nobjcts: {}\n');
  const bad = await shell.json('validate');
  expect(bad.code).toBe(3);
  expect(await faults('validation.schema.json', bad.document)).toEqual([]);
});

test('the schema of the configuration accepts the project that the program accepts', async () => {
  const { parse } = await import('yaml');
  const check = new Ajv({ strict: false }).compile(await schemaFile('trueup.schema.json'));
  expect(check(parse(projectText(service.url)))).toBe(true);
  expect(check({ version: 1, objcts: {} })).toBe(false);
});
