import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { CHANGED, sourceWithKind } from './added-kind/copy.ts';

const TSC = join(import.meta.dirname, '../../node_modules/.bin/tsc');

/** Files that the compiler complains about. */
async function faulty(folder: string): Promise<readonly string[]> {
  const compile = promisify(execFile)(TSC, ['--noEmit', '-p', 'tsconfig.build.json'], { cwd: folder });
  const { stdout } = await compile.catch((error: { readonly stdout: string }) => error);
  await rm(folder, { recursive: true });
  return [...new Set([...stdout.matchAll(/^(\S+?)\(\d+,\d+\): error/gm)].map(([, file = '']) => file))].sort();
}

test('a kind that a table forgets does not compile, and no other file has to know it', async () => {
  const named = sourceWithKind(false).then(faulty);
  const listed = sourceWithKind().then(faulty);
  expect(await named).toEqual(CHANGED.filter((file) => file !== 'src/model/address.ts').sort());
  expect(await listed).toEqual([]);
}, 300_000);
