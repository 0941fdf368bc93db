/** A new project replaces nothing: every file that is in the way is named at once. */

import { lstat, readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { UsageError } from '../../errors.ts';
import { mention } from '../../report/command.ts';
import { terminalLine } from '../../report/escape.ts';

export interface Wanted {
  readonly path: string;
  /** Undefined: not known yet. A file that has it already is of an init that was cut off, and is in nobody's way. */
  readonly text?: string;
}

/** Throws UsageError `files-in-the-way`. A link that leads nowhere is in the way too. */
export async function requireFree(files: readonly Wanted[], cwd: string): Promise<void> {
  const there = await Promise.all(files.map(async (file) => ((await isInTheWay(file, cwd)) ? [file.path] : [])));
  const paths = there.flat();
  if (paths.length === 0) return;
  const names = paths.map(terminalLine);
  const are = names.length === 1 ? 'exists' : 'exist';
  const hint = paths.every(isWorkflow) ? OTHER_PROJECT : OTHER_FOLDER;
  throw new UsageError('files-in-the-way', `${names.join(', ')} ${are} already, so nothing was written.`, {
    hint,
  });
}

const OTHER_FOLDER = `Choose an empty folder, or move what is in the way. What an account has is added to a project that exists with ${mention('pull')}.`;
const OTHER_PROJECT =
  'Leave out --github. Where the workflows are of another project, copy them for this one, with its folder (docs/github.md, "Several accounts, several projects").';

function isWorkflow(path: string): boolean {
  return dirname(path).endsWith(join('.github', 'workflows'));
}

async function isInTheWay({ path, text }: Wanted, cwd: string): Promise<boolean> {
  const target = resolve(cwd, path);
  if ((await lstat(target).catch(() => undefined)) === undefined) return false;
  return text === undefined || (await readFile(target, 'utf8').catch(() => undefined)) !== text;
}
