/** Cold start: how long a command takes from nothing, against a Node.js script that does nothing. */

import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { layOutPackage } from './package-form.ts';
import { inTemporaryFolder, ROOT } from './root.ts';
import { alternate, least } from './rounds.ts';
import { compared, type Row } from './row.ts';

/** Many short runs: the fastest of each is the one that nothing else disturbed. */
const ROUNDS = 20;

const VALIDATE = ['validate', '--file', join(ROOT, 'examples', 'complete', 'trueup.yaml')];
const ENVIRONMENT = { TRUEUP_BASE_URL: 'http://127.0.0.1:1', TRUEUP_ACCESS_TOKEN: 'bench' };

export function coldStart(): Promise<readonly Row[]> {
  return inTemporaryFolder(async (dir) => {
    const packaged = await layOutPackage(dir);
    const source = join(ROOT, 'bin', 'trueup.mjs');
    const empty = join(dir, 'empty.mjs');
    await writeFile(empty, '');
    const variants = {
      empty: () => timed([empty]),
      version: () => timed([packaged, '--version']),
      validate: () => timed([packaged, ...VALIDATE]),
      sourceVersion: () => timed([source, '--version']),
      sourceValidate: () => timed([source, ...VALIDATE]),
    };
    // The first run of each fills the compile cache.
    await alternate(1, variants);
    const took = await alternate(ROUNDS, variants);
    const row = (what: string, runs: readonly number[], bound?: number): Row =>
      compared(what, {
        cost: least(runs),
        against: least(took.empty),
        unit: 'ms',
        ...(bound === undefined ? {} : { bound }),
      });
    return [
      row('cold start: --version', took.version, 1.7),
      row('cold start: validate of the complete example', took.validate, 8),
      row('cold start from source: --version', took.sourceVersion),
      row('cold start from source: validate', took.sourceValidate),
    ];
  });
}

/** Milliseconds of a whole process. */
async function timed(args: readonly string[]): Promise<number> {
  const began = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, {
    env: { ...process.env, ...ENVIRONMENT },
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const took = performance.now() - began;
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`);
  return took;
}
