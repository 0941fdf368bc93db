/**
 * Runs the installed program in a new folder, with the embedded service of the same package. Records every word that it
 * received.
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, inject } from 'vitest';
import { z } from 'zod';
import { type Ran, type RunOptions, run, userEnv } from './programs.ts';

const Started = z.object({ url: z.string(), accessToken: z.string(), refreshToken: z.string() });

export interface Served extends z.infer<typeof Started> {
  stop(): Promise<number | null>;
}

/** Returns the path of the program that npm creates for a user's shell or npx. */
function program(installed = inject('installed')): string {
  return join(installed, 'node_modules', '.bin', 'trueup');
}

export async function aFolder(): Promise<string> {
  return mkdtemp(join(inject('installed'), 'project-'));
}

/** Runs the program. Checks that it never ends with an internal error. */
export async function trueup(words: readonly string[], options: RunOptions, installed?: string): Promise<Ran> {
  const ran = await run(program(installed), words, options);
  const said = `trueup ${words.join(' ')}\n${ran.stdout}\n${ran.stderr}`;
  expect(said).not.toMatch(/\[internal\]|Cannot find (package|module)|^\s+at \S+ \(/m);
  return ran;
}

/** Starts `trueup serve` on a free port. */
export async function serve(cwd: string, ...words: readonly string[]): Promise<Served> {
  const child = spawn(program(), ['serve', '--port', '0', '--json', ...words], {
    cwd,
    env: { ...userEnv() },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close');
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const started = Started.parse(JSON.parse(line));
    const stop = async () => {
      child.kill('SIGTERM');
      const [code]: readonly (number | null)[] = await ended;
      return code ?? null;
    };
    return { ...started, stop };
  }
  throw new Error(`trueup serve ended before it said where it listens: ${stderr}`);
}

/** Runs the program in a terminal of `script`, and types the answer once the question is there. */
export async function inTerminal(
  words: readonly string[],
  { cwd, env, question, answer }: RunOptions & { readonly question: string; readonly answer: string },
): Promise<{ readonly code: number | null; readonly shown: string }> {
  const line = `stty cols 120; ${[program(), ...words].join(' ')}`;
  const child = spawn('script', ['--quiet', '--return', '--command', line, '/dev/null'], {
    cwd,
    env: { ...userEnv(env) },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let shown = '';
  let answered = false;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    shown += text;
    if (answered || !shown.includes(question)) return;
    answered = true;
    child.stdin.write(answer);
  });
  const [code]: readonly (number | null)[] = await once(child, 'close');
  return { code: code ?? null, shown };
}

export async function write(folder: string, file: string, text: string): Promise<void> {
  await writeFile(join(folder, file), text);
}
