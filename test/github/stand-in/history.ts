/** The histories that the stand-in tells, as Git does. */

import type { GitDatabase, StoredCommit } from './git.ts';

/** As `git log FROM -- PATH`: newest date first, and behind a merge only the first parent that has the path as the merge has it. */
export function commitsTouching(git: GitDatabase, from: string, path: string): readonly StoredCommit[] {
  const found: StoredCommit[] = [];
  const contentOf = (sha: string) => below(git, git.commit(sha)?.tree, path);
  for (const [waiting, done] = [new Set([from]), new Set<string>()]; waiting.size > 0; ) {
    const commit = newestOf(git, waiting);
    waiting.delete(commit.sha);
    done.add(commit.sha);
    const content = contentOf(commit.sha);
    const same = path === '' ? undefined : commit.parents.find((parent) => contentOf(parent) === content);
    const isNothing = path !== '' && commit.parents.length === 0 && content === NOTHING;
    if (same === undefined && !isNothing) found.push(commit);
    const next = same === undefined ? commit.parents : [same];
    for (const parent of next.filter((sha) => !done.has(sha))) waiting.add(parent);
  }
  return found;
}

/** As `git log BASE..HEAD`, oldest date first. */
export function commitsBetween(git: GitDatabase, base: string, head: string): readonly StoredCommit[] {
  const before = new Set(commitsTouching(git, base, '').map(({ sha }) => sha));
  return commitsTouching(git, head, '')
    .filter(({ sha }) => !before.has(sha))
    .toReversed();
}

/** As `git merge-base`: a commit that both contain, and that no other such commit contains. */
export function mergeBase(git: GitDatabase, one: string, other: string): string | undefined {
  const shared = commitsTouching(git, one, '').filter(({ sha }) => git.isAncestor(sha, other));
  const isBest = (sha: string) => shared.every((next) => next.sha === sha || !git.isAncestor(sha, next.sha));
  return shared.find(({ sha }) => isBest(sha))?.sha;
}

function newestOf(git: GitDatabase, shas: Iterable<string>): StoredCommit {
  const commits = [...shas].flatMap((sha) => git.commit(sha) ?? []);
  const [newest] = commits.toSorted((one, other) => other.date.localeCompare(one.date));
  if (newest === undefined) throw new Error('A commit names a parent that is not there.');
  return newest;
}

/** A file, or all of a folder, as one text to compare; everything when no path is named. */
function below(git: GitDatabase, tree: string | undefined, path: string): string {
  const files = [...(git.tree(tree ?? '') ?? [])];
  return JSON.stringify(files.filter(([file]) => path === '' || file === path || file.startsWith(`${path}/`)));
}

const NOTHING = '[]';
