import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

/** What a page leaves to its reader, or has from a block before. */
const GIVEN = `
import type * as trueup from 'trueup';
import type * as client from 'trueup/client';
import type * as fleets from 'trueup/fleet';
declare global {
  const config: trueup.Project;
  const ledger: trueup.LedgerStore;
  const fetchToken: client.FetchToken;
  const tokenOf: (hubId: number, rejected: boolean) => Promise<string>;
  const aDatabase: () => Promise<never>;
  const rowsStore: (rows: never, name: string, owner: string, clock: trueup.Clock) => trueup.LedgerStore;
  const transport: client.Transport;
  const prepared: trueup.Prepared;
  const database: fleets.Database;
  const owner: fleets.LeaseOwner;
  const parts: { database: fleets.Database; clock: trueup.Clock; newId: () => string };
  const known: fleets.Installations;
  const tokens: ReturnType<typeof fleets.accountTokens>;
  const fleet: fleets.Fleet;
  const thresholds: Parameters<fleets.Fleet['findings']>[1] & object;
  const refreshToken: string;
  const scopes: readonly string[];
  const clientId: string;
  const clientSecret: string;
  const rollout: string;
  const randomUUID: () => string;
  const systemClock: trueup.Clock;
  const createReconciler: typeof trueup.createReconciler;
  const readFleet: typeof fleets.readFleet;
  const fleetReport: typeof fleets.fleetReport;
}
`;

test('the programs of the pages compile, and so do the calls that tables name', async () => {
  const pages = ['README.md', ...(await readdir(join(ROOT, 'docs'))).map((name) => `docs/${name}`)];
  const folder = await mkdtemp(join(tmpdir(), 'pages-'));
  const files = ['given.mts'];
  await writeFile(join(folder, 'given.mts'), GIVEN);
  for (const page of pages.filter((name) => name.endsWith('.md'))) {
    for (const [at, program] of programsOf(await readFile(join(ROOT, page), 'utf8')).entries()) {
      const file = `${page.replace(/\W/g, '-')}-${at + 1}.mts`;
      await writeFile(join(folder, file), `${program}\nexport {};\n`);
      files.push(file);
    }
  }
  expect(files.length).toBeGreaterThan(15);
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: OPTIONS, files }));
  const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc');
  const told = await promisify(execFile)('node', [tsc, '-p', folder, '--pretty', 'false']).then(
    ({ stdout }) => stdout,
    ({ stdout }: { readonly stdout: string }) => stdout,
  );
  expect(told).toBe('');
});

const OPTIONS = {
  ...{ noEmit: true, strict: true, exactOptionalPropertyTypes: true, skipLibCheck: true },
  ...{ module: 'nodenext', target: 'esnext', lib: ['esnext'], allowImportingTsExtensions: true },
  ...{ types: ['node'], typeRoots: [join(ROOT, 'node_modules/@types')] },
  paths: { trueup: [join(ROOT, 'src/index.ts')], 'trueup/*': [join(ROOT, 'src/*/index.ts')] },
};

/** Blocks, and the calls of a fleet that stand alone in the cell of a table. */
function programsOf(text: string): readonly string[] {
  const blocks = [...text.matchAll(/^```ts\n([\s\S]*?)^```/gm)].map(([, program = '']) => program);
  const calls = [...text.matchAll(/^\|.*\| `(?:await )?(fleet\.\w+\([^`…]*\))`/gm)].map(([, call = '']) => call);
  return calls.length === 0 ? blocks : [...blocks, `${calls.join(';\n')};`];
}
