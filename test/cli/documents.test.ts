import { Ajv } from 'ajv';
import { beforeEach, expect, test } from 'vitest';
import { schemas } from '../../src/cli/commands/generate-schema.ts';
import { json } from '../../src/report/documents/json.ts';
import { projectText } from '../support/project.ts';
import { redirectPort } from '../support/redirect-port.ts';
import { aSandbox, type Sandbox } from '../support/sandbox.ts';
import { faults, schemaFile } from '../support/schemas.ts';
import { aShell } from '../support/world.ts';

let service: Sandbox['service'];
let shell: Sandbox['shell'];

beforeEach(async () => {
  ({ service, shell } = await aSandbox((url) => projectText(url, { surface: 'documented' })));
});

/** Returns the exit code of a command. Expects its document to fit the schema. */
async function fitting(expected: Parameters<typeof faults>[0], ...words: readonly string[]): Promise<number> {
  const { code, document } = await shell.json(...words);
  expect(await faults(expected, document), words.join(' ')).toEqual([]);
  return code;
}

/** Returns the exit code of a command. Expects one document of the format, which has no published schema. */
async function printing(format: string, ...words: readonly string[]): Promise<number> {
  const { code, document } = await shell.json(...words);
  expect(document, words.join(' ')).toMatchObject({ format });
  return code;
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
      kind: 'config',
      retryable: false,
      hint: 'Create one: `trueup plan -o nothing.json`',
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

test('every command of the ledger prints one document', async () => {
  await shell.run('apply', '--auto-approve');
  const subscription = 'webhook-subscription:2001/contact.propertyChange/loyaltytier';
  expect(await fitting('ledger.schema.json', 'ledger', 'list')).toBe(0);
  expect(await printing('trueup.runs/1', 'ledger', 'runs')).toBe(0);
  expect(await printing('trueup.records/1', 'ledger', 'show', subscription)).toBe(0);
  expect(await printing('trueup.records/1', 'ledger', 'forget', subscription)).toBe(0);
  expect(await printing('trueup.records/1', 'ledger', 'adopt', subscription)).toBe(0);
  expect(await printing('trueup.records/1', 'ledger', 'repair')).toBe(0);
  service.faults.add({ do: 'drop-after', endpoint: 'createSubscription', times: 'always' });
  await shell.run('ledger', 'forget', subscription);
  expect((await shell.run('apply', '--auto-approve')).code).toBe(5);
  expect(await fitting('ledger.schema.json', 'ledger', 'list')).toBe(0);
  expect(await printing('trueup.records/1', 'ledger', 'settle', subscription, '--as', 'applied')).toBe(0);
});

test('auth, timeline and schema print one document each', async () => {
  const app = { TRUEUP_CLIENT_ID: 'trueup-dev', TRUEUP_CLIENT_SECRET: 'trueup-dev-secret' };
  const { refreshToken } = await service.issueToken({ hubId: 1001, appId: 2001 });
  shell = await aShell({
    env: {
      ...app,
      TRUEUP_BASE_URL: service.url,
      TRUEUP_REFRESH_TOKEN: refreshToken,
      TRUEUP_SURFACE: 'documented',
    },
    openBrowser: async (address) => {
      const url = new URL(address);
      const form = new URLSearchParams([...url.searchParams, ['decision', 'allow'], ['hub_id', '1001']]);
      await fetch(`${url.origin}${url.pathname}`, { method: 'POST', body: form });
      return true;
    },
  });
  await shell.write('trueup.yaml', 'version: 1\n');
  await shell.write('events.yaml', '- { eventTemplateId: template-1, email: a@example.com, tokens: {} }\n');
  expect(await printing('trueup.auth-status/1', 'auth', 'status')).toBe(0);
  expect(await printing('trueup.timeline/1', 'timeline', 'send', 'events.yaml')).toBe(0);
  expect(await printing('trueup.schemas/1', 'generate', 'schema', 'out')).toBe(0);
  const login = ['auth', 'login', '--port', await redirectPort(service), '--scopes', 'oauth', '--show-token'];
  expect(await printing('trueup.auth-login/1', ...login)).toBe(0);
  expect(await printing('trueup.auth-revoke/1', 'auth', 'revoke')).toBe(0);
});

test('validate prints the same document format for valid and invalid configurations', async () => {
  const good = await shell.json('validate');
  expect(good).toEqual({ code: 0, document: { format: 'trueup.validation/1', valid: true, files: 1, findings: [] } });
  await shell.write('trueup.yaml', 'version: 1\nobjcts: {}\n');
  const bad = await shell.json('validate');
  expect(bad.code).toBe(3);
  expect(bad.document).toMatchObject({ format: 'trueup.validation/1', valid: false, files: 1 });
});

test('the schema of the configuration accepts the project that the program accepts', async () => {
  const { parse } = await import('yaml');
  const check = new Ajv({ strict: false, formats: { 'date-time': true } }).compile(
    await schemaFile('trueup.schema.json'),
  );
  expect(check(parse(projectText(service.url)))).toBe(true);
  expect(check({ version: 1, objcts: {} })).toBe(false);
});
