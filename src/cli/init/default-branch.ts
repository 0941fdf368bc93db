/** The default branch of a repository, as far as its files tell: what the remote named when it was cloned, or the branch that a new one begins with. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where nothing tells otherwise. */
export const MAIN = 'main';

/** Names that need no care in a file or a pattern; of any other one the person decides. */
const PLAIN = /^[A-Za-z0-9_][\w.-]*(?:\/[\w][\w.-]*)*$/;

/** A folder without `.git`, and one whose `.git` is a file, as in a worktree, tells nothing. */
export function defaultBranch(folder: string): string {
  const git = join(folder, '.git');
  const found = branchIn(join(git, 'refs/remotes/origin/HEAD'), 'refs/remotes/origin/') ?? firstBranch(git);
  return found !== undefined && PLAIN.test(found) ? found : MAIN;
}

/** With a branch of another name that is there, the one that is checked out may be any. */
function firstBranch(git: string): string | undefined {
  const name = branchIn(join(git, 'HEAD'), 'refs/heads/');
  const isPacked = textOf(join(git, 'packed-refs')) !== undefined;
  const hasRemote = namesIn(join(git, 'refs/remotes')).length > 0;
  const others = namesIn(join(git, 'refs/heads')).filter((other) => other !== name);
  return isPacked || hasRemote || others.length > 0 ? undefined : name;
}

function branchIn(file: string, start: string): string | undefined {
  const [, name] = /^ref: (.+)$/.exec(textOf(file) ?? '') ?? [];
  return name?.startsWith(start) === true ? name.slice(start.length) : undefined;
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trimEnd();
  } catch {
    return undefined;
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
