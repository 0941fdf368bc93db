import { symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { aFolder, type Served, serve, trueup, write } from './installed.ts';
import { run, runWell } from './programs.ts';

const PROJECT = `version: 1
objects:
  contacts:
    groups:
      loyalty:
        displayName: Loyalty
        properties:
          loyaltytier: { label: Tier, type: string, fieldType: text }
`;

let folder: string;
let service: Served;

beforeAll(async () => {
  folder = await aFolder();
  service = await serve(folder);
  await write(folder, 'trueup.yaml', PROJECT);
});

afterAll(() => service.stop());

/** Returns the output of a module in the folder of the installed package. */
async function printed(name: string, text: string): Promise<unknown> {
  await write(folder, name, text);
  const env = { TRUEUP_BASE_URL: service.url, TRUEUP_ACCESS_TOKEN: service.accessToken };
  const { stdout, stderr } = await runWell('node', [name], { cwd: folder, env });
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}

test('trueup plans and applies', async () => {
  const summary = await printed(
    'reconcile.mjs',
    `import { createReconciler, loadProject } from 'trueup';
const reconciler = createReconciler({ config: await loadProject(['trueup.yaml']), env: process.env });
const { summary } = await reconciler.apply(await reconciler.plan());
const again = await reconciler.plan();
await reconciler.close();
console.log(JSON.stringify([summary.applied, again.calls]));
`,
  );
  expect(summary).toEqual([2, []]);
});

test('trueup/client makes typed calls', async () => {
  const seen = await printed(
    'client.mjs',
    `import { createClient, metadata, secret, systemClock, undiciTransport } from 'trueup/client';
const transport = undiciTransport();
const token = secret(process.env.TRUEUP_ACCESS_TOKEN);
const client = createClient({ baseUrl: process.env.TRUEUP_BASE_URL, transport, clock: systemClock });
const { hub_id } = await metadata(client, token);
await transport.close();
console.log(JSON.stringify([hub_id, String(token)]));
`,
  );
  expect(seen).toEqual([1001, '[secret]']);
});

test('trueup/service starts a service of its own', async () => {
  const seen = await printed(
    'service.mjs',
    `import { startService } from 'trueup/service';
const service = await startService();
const { hubId } = await service.snapshot(service.development.hubId);
await service.close();
console.log(JSON.stringify([new URL(service.url).hostname, hubId]));
`,
  );
  expect(seen).toEqual(['127.0.0.1', 1001]);
});

test('trueup/testing has store tests for any runner, and the library has the parts', async () => {
  const seen = await printed(
    'testing.mjs',
    `import { randomUUID } from 'node:crypto';
import { memoryStore } from 'trueup';
import { STORE_TESTS } from 'trueup/testing';
const clock = { now: () => Date.parse('2026-01-01'), elapsed: () => 0, sleep: async () => undefined };
const place = async () => {
  const store = memoryStore({ name: 'sandbox', clock, newId: randomUUID, owner: 'ann' });
  return { open: () => store };
};
const [first, ...others] = STORE_TESTS;
await first.run(place);
console.log(JSON.stringify([first.name, others.length > 10]));
`,
  );
  expect(seen).toEqual(['gives a new, empty ledger when there is none', true]);
});

test('trueup/fleet names the missing package of a folder database', async () => {
  const seen = await printed(
    'fleet.mjs',
    `import { randomUUID } from 'node:crypto';
import { systemClock } from 'trueup/client';
import { openDatabase } from 'trueup/fleet';
const refused = await openDatabase('fleet', { clock: systemClock, newId: randomUUID }).catch((error) => error);
console.log(JSON.stringify([refused.code, refused.hint]));
`,
  );
  expect(seen).toEqual(['package-missing', expect.stringContaining('npm install @electric-sql/pglite@0.5.16 ')]);
});

test('zod of the user works with our schemas and stays unchanged', async () => {
  const seen = await printed(
    'zod.mjs',
    `import { KINDS } from 'trueup';
import { SeedSchema } from 'trueup/service';
import { z } from 'zod';
const [level] = KINDS.find(({ name }) => name === 'property-group').levels.slice(-1);
const own = z.object({ seed: SeedSchema, group: z.strictObject(level.fields) });
const problems = (value) => own.safeParse(value).error?.issues.map(({ code, path }) => [code, path.join('.')]) ?? [];
console.log(
  JSON.stringify({
    right: problems({ seed: {}, group: { displayName: 'Loyalty' } }),
    wrong: problems({ seed: { accounts: 1 }, group: { displayName: 1 } }),
    known: SeedSchema instanceof z.ZodType,
    jitless: z.config().jitless ?? false,
  }),
);
`,
  );
  expect(seen).toEqual({
    right: [],
    wrong: [
      ['invalid_type', 'seed.accounts'],
      ['invalid_type', 'group.displayName'],
    ],
    known: true,
    jitless: false,
  });
});

test('the types of the entries pass a check that includes libraries', async () => {
  await write(
    folder,
    'app.mts',
    `import { createReconciler, loadProject, type Plan } from 'trueup';
import { createClient, metadata, secret, systemClock, undiciTransport } from 'trueup/client';
import { type Database, openDatabase } from 'trueup/fleet';
import { startService } from 'trueup/service';
const service = await startService();
const database: Database = await openDatabase('fleet', { clock: systemClock, newId: () => 'id' });
await database.close();
const transport = undiciTransport();
const client = createClient({ baseUrl: service.url, transport, clock: systemClock });
const hub: number | null | undefined = (await metadata(client, secret('t'))).hub_id;
const plan: Plan = await createReconciler({ config: await loadProject(['trueup.yaml']) }).plan();
// @ts-expect-error a plan has no such member, so that the types are looked at
plan.nothing;
console.log(hub);
await transport.close();
`,
  );
  const require = createRequire(import.meta.url);
  const types = join(inject('installed'), 'node_modules', '@types');
  await symlink(join(dirname(require.resolve('@types/node/package.json')), '..'), types, 'dir').catch(() => undefined);
  const tsc = join(dirname(require.resolve('typescript/package.json')), 'bin', 'tsc');
  const flags = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2024', '--types', 'node'];
  const { code, stdout } = await run('node', [tsc, ...flags, 'app.mts'], { cwd: folder });
  expect([code, stdout]).toEqual([0, '']);
});

test('everything except the service and the fleet works if optional packages are missing', async () => {
  const installed = inject('installedWithoutOptional');
  const env = { TRUEUP_BASE_URL: service.url, TRUEUP_ACCESS_TOKEN: service.accessToken };
  await write(installed, 'trueup.yaml', PROJECT);
  expect((await trueup(['plan'], { cwd: installed, env }, installed)).code).toBe(0);
  const served = await trueup(['serve', '--port', '0'], { cwd: installed }, installed);
  expect(served).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('[package-missing]\n') });
  await write(
    installed,
    'entries.mjs',
    `await Promise.all(['trueup', 'trueup/client', 'trueup/fleet', 'trueup/testing'].map((entry) => import(entry)));\n`,
  );
  expect(await runWell('node', ['entries.mjs'], { cwd: installed })).toMatchObject({ stdout: '', stderr: '' });
});
