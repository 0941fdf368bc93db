/** Checks that a path is inside a folder and outside of `.git`, also through links, and also if it does not exist yet. */

import { lstatSync, readlinkSync, realpathSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { UsageError } from '../errors.ts';
import { terminalLine } from '../report/escape.ts';

/** Number of links that an operating system follows. */
const MOST_LINKS = 40;

/** Compares two resolved paths. Returns false for everything in a `.git` folder, which has tokens and decides about the checkout. */
export function insideOf(folder: string, path: string): boolean {
  const way = relative(folder, path);
  const parts = way.split(sep);
  return !isAbsolute(way) && parts[0] !== '..' && !parts.some((part) => part.toLowerCase() === '.git');
}

/** Throws UsageError that names the input. The path may be the folder itself. */
export function requireInside(folder: string, path: string, input: string): void {
  if (insideOf(realPathOf(folder), realPathOf(path))) return;
  const message = `The input ${input} leads outside of the repository: ${terminalLine(path)}.`;
  throw new UsageError('outside-repository', message, {
    hint: 'Choose a path in the repository that is checked out, outside of .git, and without a link that leads elsewhere.',
  });
}

/** Throws UsageError for the folder, and for a file in it that is a link. */
export async function requireLedgerInside(workspace: string, folder: string): Promise<void> {
  requireInside(workspace, folder, 'ledger');
  const names = await readdir(folder).catch(() => []);
  for (const name of names) requireInside(workspace, join(folder, name), 'ledger');
}

/** Returns the real path for reads and writes: the target of a link, even if it does not exist. */
export function realPathOf(path: string, links = 0): string {
  const above = dirname(path);
  if (above === path || links > MOST_LINKS) return path;
  try {
    return realpathSync.native(path);
  } catch {
    const there = join(realPathOf(above, links), basename(path));
    const target = linkTarget(there);
    return target === undefined ? there : realPathOf(resolve(dirname(there), target), links + 1);
  }
}

/** With slashes. */
export function pathFromTop(top: string, path: string): string {
  return relative(top, path).split(sep).join('/');
}

function linkTarget(path: string): string | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true ? readlinkSync(path) : undefined;
  } catch {
    return undefined;
  }
}
