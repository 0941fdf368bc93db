import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../src/client/index.ts';
import type { Clock, LedgerStore } from '../../src/index.ts';
import { STORE_TESTS } from '../../src/testing/index.ts';

const ROOT = join(import.meta.dirname, '../..');
const ENTRIES: Readonly<Record<string, string>> = {
  trueup: '../../../src/index.ts',
  'trueup/client': '../../../src/client/index.ts',
  'trueup/testing': '../../../src/testing/index.ts',
};

interface Rows {
  names(): Promise<readonly string[]>;
  get(name: string): Promise<{ readonly text: string; readonly at: number } | undefined>;
  put(name: string, text: string): Promise<void>;
  insert(name: string, text: string): Promise<boolean>;
  delete(name: string): Promise<void>;
}
type RowsStore = (rows: Rows, name: string, owner: string, clock: Clock) => LedgerStore;

let folder: string;
let file: string;
let rowsStore: RowsStore;
beforeAll(async () => {
  folder = await mkdtemp(join(ROOT, 'test/docs/stores-'));
  file = join(folder, 'rows-store.ts');
  const page = await readFile(join(ROOT, 'docs/stores.md'), 'utf8');
  const [block = '', tests = ''] = [...page.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = '']) => code);
  const local = (code: string) =>
    code.replace(/from '(trueup[^']*)'/g, (_, entry: string) => `from '${ENTRIES[entry]}'`);
  await writeFile(file, local(block));
  const here = `import { type Rows, rowsStore } from './rows-store.ts';\ndeclare function aDatabase(): Promise<Rows>;\n`;
  await writeFile(join(folder, 'rows-tests.ts'), here + local(tests));
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ extends: '../../../tsconfig.json', include: ['*.ts'] }),
  );
  ({ rowsStore } = await import(pathToFileURL(file).href));
});
afterAll(() => rm(folder, { recursive: true }));

/** A database of one table. */
function aDatabase(clock: Clock): Rows {
  const rows = new Map<string, { readonly text: string; readonly at: number }>();
  return {
    names: async () => [...rows.keys()],
    get: async (name) => rows.get(name),
    put: async (name, text) => void rows.set(name, { text, at: clock.now() }),
    async insert(name, text) {
      if (rows.has(name)) return false;
      rows.set(name, { text, at: clock.now() });
      return true;
    },
    delete: async (name) => void rows.delete(name),
  };
}

test.each(STORE_TESTS)('the store of the page $name', async ({ run }) => {
  await run(async () => {
    const rows = aDatabase(systemClock);
    return { open: () => rowsStore(rows, 'sandbox', 'ann', systemClock) };
  });
});

test('the code of the page compiles, and the store has at most 40 lines', async () => {
  const tsc = join(ROOT, 'node_modules/.bin/tsc');
  const found = await runAll(process.execPath, [tsc, '-p', folder]);
  expect(found).toBe('');
  const [, store = ''] = (await readFile(file, 'utf8')).split('export function');
  expect(store.trimEnd().split('\n').length).toBeLessThanOrEqual(40);
});

/** Returns the output of a program, even if it fails. */
function runAll(file: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile(file, args, (_, stdout, stderr) => resolve(stdout + stderr));
  });
}
