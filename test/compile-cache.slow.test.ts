import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trueup-cache-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** Files that a program leaves in its temporary folders. */
async function leftBy(program: string, env: Readonly<Record<string, string>>) {
  const { PATH = '' } = process.env;
  // Every command fails early here. The test checks only which modules it loaded.
  await promisify(execFile)(process.execPath, [program, 'validate'], {
    cwd: folder,
    env: { PATH, TMPDIR: join(folder, 'tmp'), ...env },
  }).catch(() => undefined);
  const files = await readdir(folder, { recursive: true });
  return [...new Set(files.map((file) => file.split('/').slice(0, 2).join('/')))].toSorted();
}

test('the Action keeps its compile cache only in the folder of the job', async () => {
  const action = join(process.cwd(), 'bin/trueup-action.mjs');
  expect(await leftBy(action, {})).toEqual([]);
  expect(await leftBy(action, { RUNNER_TEMP: join(folder, 'job') })).toEqual(['job', 'job/trueup-compile-cache']);
});

test('the command line keeps none in CI', async () => {
  const program = join(process.cwd(), 'bin/trueup.mjs');
  expect(await leftBy(program, { CI: 'true' })).toEqual([]);
  expect(await leftBy(program, { CI: 'false' })).toEqual(['tmp', 'tmp/node-compile-cache']);
});
