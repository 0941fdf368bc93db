/** Types `trueup fleet` commands as a person would: shown with what they print, each in a process of its own. */

import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const TRUEUP = fileURLToPath(new URL('../../../bin/trueup.mjs', import.meta.url));

export interface Commands {
  /** What it printed. Throws unless it exits with `exits` (default: 0). */
  run(words: readonly string[], exits?: number): Promise<string>;
  /** Runs on meanwhile; `ended` has its exit code, or the signal that ended it. */
  begin(words: readonly string[]): { readonly child: ChildProcess; readonly ended: Promise<number | string> };
}

export function commandsIn(folder: string, env: NodeJS.ProcessEnv): Commands {
  const begin = (words: readonly string[]) => {
    console.log(`\n$ trueup fleet ${words.join(' ')}`);
    const child = spawn(process.execPath, [TRUEUP, 'fleet', ...words], {
      cwd: folder,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    child.stdout.on('data', (text) => process.stdout.write(text));
    const ended = new Promise<number | string>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code, signal) => resolve(code ?? signal ?? 1));
    });
    return { child, ended };
  };
  return {
    begin,
    async run(words, exits = 0) {
      const { child, ended } = begin(words);
      const printed: string[] = [];
      child.stdout.on('data', (text) => printed.push(String(text)));
      const code = await ended;
      if (code !== exits) throw new Error(`"trueup fleet ${words.join(' ')}" ended with ${code}, not ${exits}.`);
      return printed.join('');
    },
  };
}
