import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

/** Names that a page expects from its reader or from an earlier block. */
const GIVEN = `
import type * as trueup from 'trueup';
import type * as client from 'trueup/client';
declare global {
  const config: trueup.Project;
  const ledger: trueup.LedgerStore;
  const fetchToken: client.FetchToken;
  const tokenOf: (hubId: number, rejected: boolean) => Promise<string>;
  const aDatabase: () => Promise<never>;
  const rowsStore: (rows: never, name: string, owner: string, clock: trueup.Clock) => trueup.LedgerStore;
  const transport: client.Transport;
  const refreshToken: string;
  const scopes: readonly string[];
  const createReconciler: typeof trueup.createReconciler;
}
`;

test('the programs of the pages compile', async () => {
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
  expect(files.length).toBeGreaterThan(10);
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

function programsOf(text: string): readonly string[] {
  return [...text.matchAll(/^```ts\n([\s\S]*?)^```/gm)].map(([, program = '']) => program);
}
