/** `-C DIR`: the folder that a command works in, set before anything else is done, as in git, make and tar. */

import { isAbsolute, join, resolve } from 'node:path';
import type { Command } from 'commander';
import { findStat } from '../config/files/real-path.ts';
import { UsageError } from '../errors.ts';

export function directoryFlag(command: Command): Command {
  return command.option(
    '-C, --directory <dir>',
    'work in this folder: all paths are relative to it; if repeated, each is relative to the previous one',
    below,
  );
}

/** Absolute. Throws UsageError when there is no such folder. */
export function requireDirectory(cwd: string, directory: string): string {
  const path = resolve(cwd, directory);
  if (findStat(path)?.isDirectory() === true) return path;
  throw new UsageError('directory-missing', `${directory} is not a folder.`, {
    hint: 'Pass a folder with -C; it is relative to the working directory.',
  });
}

/** A folder as typed, after one that was typed before it. */
export function below(value: string, before: string | undefined): string {
  return before === undefined || isAbsolute(value) ? value : join(before, value);
}
