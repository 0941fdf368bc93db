import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { CHANGED, list, sourceWithKind } from './added-kind/copy.ts';

const TSC = join(import.meta.dirname, '../../node_modules/.bin/tsc');

/** Returns the files with compiler errors. The compiler remembers checked files. */
async function faulty(folder: string): Promise<readonly string[]> {
  const words = ['--noEmit', '--incremental', '--tsBuildInfoFile', 'checked.tsbuildinfo', '-p', 'tsconfig.build.json'];
  const compile = promisify(execFile)(TSC, words, { cwd: folder });
  const { stdout } = await compile.catch((error: { readonly stdout: string }) => error);
  return [...new Set([...stdout.matchAll(/^(\S+?)\(\d+,\d+\): error/gm)].map(([, file = '']) => file))].sort();
}

test('a kind missing from a table fails to compile, and only these files name kinds', async () => {
  const folder = await sourceWithKind(false);
  onTestFinished(() => rm(folder, { recursive: true }));
  expect(await faulty(folder)).toEqual(CHANGED.filter((file) => file !== 'src/model/address.ts').sort());
  await list(folder);
  expect(await faulty(folder)).toEqual([]);
}, 300_000);
