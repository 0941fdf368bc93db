/** A new project replaces nothing: every file that is in the way is named at once. */

import { lstat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { UsageError } from '../../errors.ts';
import { mention } from '../../report/command.ts';
import { terminalLine } from '../../report/escape.ts';

/** Throws UsageError `files-in-the-way`. A link that leads nowhere is in the way too. */
export async function requireFree(paths: readonly string[], cwd: string): Promise<void> {
  const there = await Promise.all(paths.map(async (path) => ((await isThere(resolve(cwd, path))) ? [path] : [])));
  const names = there.flat().map(terminalLine);
  if (names.length === 0) return;
  const are = names.length === 1 ? 'exists' : 'exist';
  throw new UsageError('files-in-the-way', `${names.join(', ')} ${are} already, so nothing was written.`, {
    hint: `Choose an empty folder, or move what is in the way. What an account has is added to a project that exists with ${mention('pull')}.`,
  });
}

async function isThere(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined)) !== undefined;
}
