/** Finds the files that match an include. */

import { lstatSync, readdirSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { isPlainPath } from './include-pattern.ts';

export const YAML_NAME = /\.ya?ml$/i;

/** A path, or all YAML files of a folder. Nearly all projects use only these forms. */
const SIMPLE = /^(?:\.\.?\/)*(?:(?!\.+\/)[\w.-]+\/)*(?:(?!\.+$)[\w.-]+|\*\.ya?ml)$/;

/**
 * Returns the sorted files and folders that a pattern selects. A pattern selects only YAML files, and a plain path any file. Stops soon
 * after `most`. Simple patterns are matched here, because loading the matcher of Node.js takes longer.
 */
export async function matching(pattern: string, folder: string, most: number): Promise<readonly string[]> {
  const simple = SIMPLE.test(pattern) ? simpleMatches(pattern, folder) : undefined;
  if (simple !== undefined) return simple;
  const { glob } = await import('node:fs/promises');
  const found: string[] = [];
  for await (const name of glob(pattern, { cwd: folder })) {
    if (isPlainPath(pattern) || YAML_NAME.test(name)) found.push(resolve(folder, name));
    if (found.length > most) break;
  }
  return found.sort();
}

/**
 * Returns the same result as the matcher. Returns undefined if endings differ only in case, because the result of the matcher then depends
 * on the platform.
 */
function simpleMatches(pattern: string, folder: string): readonly string[] | undefined {
  const [path, ending] = [resolve(folder, pattern), basename(pattern).slice(1)];
  if (isPlainPath(pattern)) return isThere(path) ? [path] : [];
  const names = listNames(dirname(path)).filter((name) => !name.startsWith('.') && name.toLowerCase().endsWith(ending));
  if (names.some((name) => !name.endsWith(ending))) return undefined;
  return names.map((name) => resolve(dirname(path), name)).sort();
}

/** True also for a broken link, because reading it reports it. */
function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}

function listNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
