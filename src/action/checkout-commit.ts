/** Where the checkout is and which commit it has: read from the files of Git, with git itself only for a form that they cannot tell. */

import { execFile } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { insideOf, realPathOf } from './inside.ts';

const COMMIT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
/** A branch that is another name for a branch is rare, and for the fifth time a circle. */
const MOST_NAMES = 5;

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
  const folder = gitFolder(join(top, '.git'));
  const common = resolve(folder, textOf(join(folder, 'commondir')) ?? '.');
  return resolved('HEAD', [folder, common]) ?? (await askedCommit(top));
}

/** A worktree and a submodule have a file that names the folder. */
function gitFolder(path: string): string {
  const [, named] = /^gitdir: (.+)$/.exec(textOf(path) ?? '') ?? [];
  return named === undefined ? path : resolve(dirname(path), named);
}

/** `folders`: of the worktree, then of the repository, which may be the same. */
function resolved(name: string, folders: readonly string[], names = 0): string | undefined {
  const text = folders.map((folder) => textOf(join(folder, name))).find((found) => found !== undefined);
  const value = text ?? packed(name, folders.at(-1) ?? '');
  if (value === undefined || COMMIT.test(value)) return value;
  const [, other] = /^ref: (refs\/[^\0]+)$/.exec(value) ?? [];
  const isPath = other !== undefined && !other.split('/').includes('..');
  return isPath && names < MOST_NAMES ? resolved(other, folders, names + 1) : undefined;
}

function packed(name: string, common: string): string | undefined {
  const lines = (textOf(join(common, 'packed-refs')) ?? '').split('\n');
  return lines.find((line) => line.endsWith(` ${name}`))?.split(' ')[0];
}

/** Git may keep its branches in a table of its own (reftable). Undefined where git is missing or knows no commit. */
async function askedCommit(top: string): Promise<string | undefined> {
  const words = [
    '-c',
    'safe.directory=*',
    `--git-dir=${join(top, '.git')}`,
    'rev-parse',
    '--verify',
    '--quiet',
    'HEAD^{commit}',
  ];
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
