/** Runs the real command line in a child process that a test may kill. */

import { spawn } from 'node:child_process';
import { builtCli } from '../support/built.ts';

export interface Ended {
  /** Null when it was killed. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Child {
  /** Resolves when the process is gone and its output is read. */
  readonly ended: Promise<Ended>;
  /** SIGKILL; resolves when the process is gone. */
  kill(): Promise<void>;
}

const PROGRAM = await builtCli();
const PRELOAD = new URL('./preload.ts', import.meta.url).href;

/** `env` is the whole environment of the child, but for the cache of compiled code that the machine may have named. */
export function startCli(
  words: readonly string[],
  { cwd, env }: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): Child {
  const child = spawn(process.execPath, ['--import', PRELOAD, PROGRAM, ...words], {
    cwd,
    env: { ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr]: [string[], string[]] = [[], []];
  child.stdout.setEncoding('utf8').on('data', (text: string) => stdout.push(text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => stderr.push(text));
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, stdout: stdout.join(''), stderr: stderr.join('') }));
  });
  const gone = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
  });
  return {
    ended,
    kill: () => {
      child.kill('SIGKILL');
      return gone;
    },
  };
}
