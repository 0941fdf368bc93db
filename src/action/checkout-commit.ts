/** Finds the checkout and its commit in the files of Git. Calls git only for forms that the files do not tell. */

import { execFile } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { insideOf, realPathOf } from './inside.ts';

const COMMIT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/** The folder with `.git` that `path` is in, with links resolved; undefined if there is none inside of `workspace`. */
export function checkoutAround(path: string, workspace: string): string | undefined {
  const top = realPathOf(workspace);
  for (let at = realPathOf(path); insideOf(top, at); at = dirname(at)) {
    if (statSync(join(at, '.git'), { throwIfNoEntry: false }) !== undefined) return at;
    if (at === dirname(at)) break;
  }
  return undefined;
}

/** Undefined if the folder has no commit. */
export async function commitAt(top: string): Promise<string | undefined> {
  const head = textOf(join(top, '.git', 'HEAD')) ?? '';
  const [, branch] = /^ref: (refs\/[^\0]+)$/.exec(head) ?? [];
  const isPath = branch !== undefined && !branch.split('/').includes('..');
  const commit = isPath ? textOf(join(top, '.git', branch)) : head;
  return commit !== undefined && COMMIT.test(commit) ? commit : askedCommit(top);
}

/** Asks git about a worktree, packed references, or a table of references. Returns undefined if git is missing or knows no commit. */
async function askedCommit(top: string): Promise<string | undefined> {
  const words = ['-c', 'safe.directory=*', `--git-dir=${join(top, '.git')}`, 'rev-parse', 'HEAD'];
  try {
    const { stdout } = await promisify(execFile)('git', words);
    return COMMIT.test(stdout.trim()) ? stdout.trim() : undefined;
  } catch {
    return undefined;
  }
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trimEnd();
  } catch {
    return undefined;
  }
}
