/** Starts programs as a user does in a terminal: nothing of the test runner or of npm is in their environment. */

import { spawn } from 'node:child_process';
import { delimiter, dirname } from 'node:path';

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Called with what stderr was given so far, as it comes. */
  readonly watch?: (stderr: string) => void;
}

/** Variables of npm and the test runner that would change the output. The npm registry settings stay. */
const TAKEN_OUT =
  /^(npm_(?!config_(registry|cache)$)|vitest|trueup_|node_env$|node_options$|force_color$|no_color$|test$|init_cwd$)/i;
/** Maximum milliseconds of a program. A program that hangs is reported with its output. */
const LONGEST_MS = 150_000;

export function userEnv(more: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  const kept = Object.entries(process.env).flatMap(([name, value]) =>
    value === undefined || TAKEN_OUT.test(name) ? [] : [[name, value] as const],
  );
  // The Node.js that runs this test comes first, so that npm and the program run with it too.
  const path = [dirname(process.execPath), process.env['PATH']].join(delimiter);
  return { ...Object.fromEntries(kept), PATH: path, ...more };
}

export function run(program: string, args: readonly string[], { cwd, env, watch }: RunOptions): Promise<Ran> {
  const child = spawn(program, [...args], {
    cwd,
    env: { ...userEnv(env) },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: LONGEST_MS,
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
    watch?.(stderr);
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, stdout, stderr }));
  });
}

/** Throws with everything that was printed when the program fails. */
export async function runWell(program: string, args: readonly string[], options: RunOptions): Promise<Ran> {
  const ran = await run(program, args, options);
  if (ran.code === 0) return ran;
  throw new Error(`${program} ${args.join(' ')} ended with ${ran.code}:\n${ran.stdout}\n${ran.stderr}`);
}
