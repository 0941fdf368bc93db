/** Runs the tests against one mutant: all that load its file, the nearest first, until one fails. */

import { spawn } from 'node:child_process';
import type { Mutant } from './mutants.ts';

/**
 * `killed`: a test failed. `survived`: all tests passed. `timed-out`: the tests hung, which a person would notice too.
 */
export type Verdict = 'killed' | 'survived' | 'timed-out';

/** A mutant that loops for ever is ended after this many milliseconds. */
const PATIENCE_MS = 900_000;

export function tryMutant(mutant: Mutant): Promise<Verdict> {
  return vitest(mutant, ['related', '--run', mutant.file]);
}

/** Throws if the tests fail for the original source, because a failure would then prove nothing. */
export async function requirePassing(): Promise<void> {
  if ((await vitest(null, ['run'])) !== 'survived') throw new Error('The tests fail without a mutant.');
}

function vitest(
  mutant: Pick<Mutant, 'file' | 'start' | 'end' | 'text'> | null,
  args: readonly string[],
): Promise<Verdict> {
  return new Promise((done, fail) => {
    const child = spawn(
      process.execPath,
      ['node_modules/vitest/vitest.mjs', ...args, '--config', 'test/mutation/vitest.config.ts', '--reporter', 'dot'],
      { stdio: mutant === null ? 'inherit' : 'ignore', env: { ...process.env, TRUEUP_MUTANT: JSON.stringify(mutant) } },
    );
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      child.kill('SIGKILL');
    }, PATIENCE_MS);
    child.once('error', fail);
    child.once('exit', (code) => {
      clearTimeout(timer);
      done(late ? 'timed-out' : code === 0 ? 'survived' : 'killed');
    });
  });
}
