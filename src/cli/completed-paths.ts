/** The files and folders that a partly typed path may be completed to; of saved documents, those that say of themselves that they are. */

import { open, readdir, stat } from 'node:fs/promises';
import { resolve } from 'node:path';

/** How the text of a file begins that a command takes. */
const SAVED: Readonly<Record<string, RegExp>> = {
  explain: /^\s*\{\s*"format":\s*"trueup\.plan\//,
  apply: /^\s*\{\s*"format":\s*"trueup\.plan\//,
};

/** More than the format takes. */
const HEAD = 128;

/** The contents of the folder of the path; hidden files only once their dot is typed. */
export async function completedPaths(cwd: string, typed: string): Promise<readonly string[]> {
  const folder = typed.slice(0, typed.lastIndexOf('/') + 1);
  const hidden = typed.slice(folder.length).startsWith('.');
  const entries = await readdir(resolve(cwd, folder || '.'), { withFileTypes: true }).catch(() => []);
  return entries
    .filter(({ name }) => name.startsWith('.') === hidden)
    .map((entry) => `${folder}${entry.name}${entry.isDirectory() ? '/' : ''}`)
    .sort();
}

/** Returns folders and saved plans for a command that takes a plan, and all paths for another command. */
export async function completedSaved(
  cwd: string,
  paths: readonly string[],
  words: readonly string[],
): Promise<readonly string[]> {
  const command = words.find((word) => Object.hasOwn(SAVED, word)) ?? '';
  const begins = SAVED[command];
  if (begins === undefined) return paths;
  const typed = paths.filter((path) => path.startsWith(words.at(-1) ?? ''));
  const found = await Promise.all(
    typed.map(async (path) => {
      if (path.endsWith('/')) return true;
      return begins.test(await headOf(resolve(cwd, path)));
    }),
  );
  return typed.filter((_, index) => found[index]);
}

/** Empty where nothing can be read: completion says nothing. Opening a pipe may never end. */
async function headOf(path: string): Promise<string> {
  try {
    if (!(await stat(path)).isFile()) return '';
    await using file = await open(path);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD), 0, HEAD, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } catch {
    return '';
  }
}
