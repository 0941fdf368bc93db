/** The processor time of one command of the package, from the start of its process to the end. */

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Loaded before the command. Writes its processor time at its end. */
const NOTING = `data:text/javascript,process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  process.getBuiltinModule('node:fs').writeFileSync(process.env.BENCH_NOTED, String((user + system) / 1000));
});`.replaceAll('\n', '');

/** Milliseconds. Throws if the command does not end with 0. */
export function commandMs(program: string, dir: string, words: readonly string[]): number {
  const noted = join(dir, 'noted.txt');
  const env = { ...process.env, BENCH_TOKEN: 'bench', BENCH_NOTED: noted };
  execFileSync(process.execPath, ['--import', NOTING, program, ...words], { cwd: dir, env, stdio: 'pipe' });
  return Number(readFileSync(noted, 'utf8'));
}
