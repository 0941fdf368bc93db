/**
 * The programs as bundles, for tests that start them often: from source a start takes several times the CPU time. Each process of the
 * tests builds them anew into the temporary folder of its run, so that no bundle is older than the source.
 */

import { mkdir, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type InputOptions, type OutputOptions, rolldown } from 'rolldown';
import { CHUNKS } from '../../build/chunks.ts';
import config from '../../rolldown.config.ts';

const ROOT = join(import.meta.dirname, '../..');
/** Files that the programs expect in their folder. */
const BESIDE = ['package.json', 'node_modules', 'docs', 'examples', 'schemas'] as const;

/** The command line, bundled as the package has it; gives the program to run. */
export const builtCli: () => Promise<string> = once(async () => {
  const { output: _, ...options } = config;
  const folder = await built('cli/main', options, { codeSplitting: { groups: [...CHUNKS] } });
  // The cache of the user would keep entries that later runs never read.
  const cache = `enableCompileCache(${JSON.stringify(join(folder, 'cache'))})`;
  return program(folder, 'trueup.mjs', 'enableCompileCache()', cache);
});

/** The Action, with the packages as Node.js loads them from source, not as the package replaces them; gives its folder. */
export const builtAction: () => Promise<string> = once(async () => {
  const folder = await built('action/main', { platform: 'node' });
  await program(folder, 'trueup-action.mjs', '../src/action/main.ts', '../dist/action/main.js');
  return folder;
});

async function built(main: string, options: InputOptions, output: OutputOptions = {}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'trueup-built-'));
  const bundle = await rolldown({
    ...options,
    cwd: ROOT,
    input: { [main]: `src/${main}.ts` },
    checks: { bundlerTimings: false },
  });
  await bundle.write({
    ...output,
    dir: join(folder, 'dist'),
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name].js',
  });
  await bundle.close();
  for (const name of BESIDE) await symlink(join(ROOT, name), join(folder, name));
  return folder;
}

/** The program of the source with one thing replaced that cannot be as it is there. */
async function program(folder: string, name: string, found: string, instead: string): Promise<string> {
  const text = await readFile(join(ROOT, 'bin', name), 'utf8');
  if (!text.includes(found)) throw new Error(`bin/${name} does not contain ${found}.`);
  const path = join(folder, 'bin', name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text.replace(found, instead));
  return path;
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
