/** Credentials that a program prints: a short-lived token in place of a stored secret. */

import { execFile } from 'node:child_process';
import { AuthError } from '../errors.ts';
import { terminalLine } from '../report/escape.ts';
import type { Inputs } from './inputs.ts';

/** Folder and variables of a program. */
interface Place {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
}

/** Milliseconds; the ledger may be locked while a program runs again. */
const TIMEOUT_MS = 30_000;
/** Bytes that a program may print: a token has a few thousand at most. */
const LARGEST_OUTPUT = 64 * 1024;

/**
 * Returns the output of a program without the last line break. It gets the variables of the job, but no inputs. Its output is never shown.
 * Throws AuthError `token-command-failed`.
 */
export function printedBy(
  { name, program, args }: Inputs['token-command'][number],
  { cwd, env, signal }: Place,
): Promise<string> {
  const own = Object.fromEntries(Object.entries(env).filter(([variable]) => !variable.startsWith('INPUT_')));
  const options = { cwd, env: own, signal, timeout: TIMEOUT_MS, maxBuffer: LARGEST_OUTPUT, windowsHide: true };
  return new Promise((resolve, reject) => {
    execFile(program, [...args], options, (error, stdout) => {
      const text = stdout.replace(/\r?\n$/, '');
      if (error === null && /^[\x21-\x7e]+$/.test(text)) resolve(text);
      else reject(failed(name, error === null ? 'did not print one line without blanks' : reasonOf(error)));
    });
  });
}

function reasonOf(error: NonNullable<Parameters<NonNullable<Parameters<typeof execFile>[3]>>[0]>): string {
  if (error.killed === true) return `did not end within ${TIMEOUT_MS / 1000} seconds`;
  if (typeof error.code === 'number') return `ended with exit code ${error.code}`;
  return `could not be run (${terminalLine(String(error.code ?? 'no reason given'))})`;
}

function failed(name: string, reason: string): AuthError {
  return new AuthError('token-command-failed', `The program in token-command for ${name} ${reason}.`, {
    hint: 'What it prints is not shown, because it may contain a token: let it log to a file, or run it in a step of its own.',
  });
}
