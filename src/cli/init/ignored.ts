/** What Git leaves out of a project: saved plans, files with tokens and what a pull overwrote, but never the ledger. */

import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '../../errors.ts';
import { textOf } from '../save.ts';

export const IGNORE_FILE = '.gitignore';
const LINES = ['*.plan.json', '*.env', '*.before-pull*', '.*.tmp'];
const ABOUT =
  '# trueup: saved plans, tokens, what a pull overwrote or a cut write left. The ledger in .trueup is kept.';

export interface Ignoring {
  /** To be appended; empty if all of it is there. */
  readonly text: string;
}

/** Throws UsageError if the file cannot be read. */
export async function ignoringIn(cwd: string): Promise<Ignoring> {
  const before = (await textOf(join(cwd, IGNORE_FILE))) ?? '';
  const lines = before.split(/\r?\n/).map((line) => line.trim());
  const missing = LINES.filter((line) => !lines.includes(line));
  const start = before === '' ? '' : before.endsWith('\n') ? '\n' : '\n\n';
  return {
    text: missing.length === 0 ? '' : `${start}${[ABOUT, ...missing].join('\n')}\n`,
  };
}

export async function ignore(cwd: string, { text }: Ignoring): Promise<void> {
  if (text === '') return;
  try {
    await appendFile(join(cwd, IGNORE_FILE), text);
  } catch (cause) {
    throw new UsageError('cannot-save', `${IGNORE_FILE} cannot be written.`, {
      hint: 'The other files are written. Check that it is writable, and add what Git should leave out.',
      cause,
    });
  }
}
