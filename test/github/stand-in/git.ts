/** The Git database of the stand-in: contents have the ids that Git gives them, refs move forward only. */

import { createHash } from 'node:crypto';

export interface StoredCommit {
  readonly sha: string;
  readonly tree: string;
  readonly parents: readonly string[];
  readonly message: string;
  readonly date: string;
}

export interface TreeChange {
  readonly path: string;
  /** Mode of the file. `120000` for a link, whose content is its target. */
  readonly mode?: string;
  readonly sha?: string | null;
  readonly content?: string;
}

export interface TreeFile {
  readonly sha: string;
  readonly mode: string;
}

export type Tree = ReadonlyMap<string, TreeFile>;

export interface GitDatabase {
  readonly refs: Map<string, string>;
  blob(text: string): string;
  text(sha: string): string | undefined;
  tree(sha: string): Tree | undefined;
  /** Undefined when the base or a named content is not there. */
  newTree(base: string | undefined, changes: readonly TreeChange[]): string | undefined;
  commit(sha: string): StoredCommit | undefined;
  /** Adds a commit. `sha` sets a known id. `date` replaces the default, which is later than all earlier dates. */
  newCommit(commit: Omit<StoredCommit, 'sha' | 'date'> & Partial<Pick<StoredCommit, 'date'>>, sha?: string): string;
  isAncestor(older: string, newer: string): boolean;
  /** Returns true if the two have a common commit. */
  isRelated(one: string, other: string): boolean;
  /** Files of a branch as texts. */
  files(branch: string): Readonly<Record<string, string>>;
}

export function gitDatabase(): GitDatabase {
  const blobs = new Map<string, string>();
  const trees = new Map<string, Tree>();
  const commits = new Map<string, StoredCommit>();
  const refs = new Map<string, string>();

  const blob = (text: string): string => {
    const sha = idOf('blob', text);
    blobs.set(sha, text);
    return sha;
  };

  /** The commit and all that it was made on top of. */
  const lineOf = (newest: string): ReadonlySet<string> => {
    const line = new Set<string>();
    const waiting = [newest];
    for (let sha = waiting.pop(); sha !== undefined; sha = waiting.pop()) {
      if (line.has(sha)) continue;
      line.add(sha);
      waiting.push(...(commits.get(sha)?.parents ?? []));
    }
    return line;
  };

  return {
    refs,
    blob,
    text: (sha) => blobs.get(sha),
    tree: (sha) => trees.get(sha),
    newTree(base, changes) {
      const before = base === undefined ? new Map<string, TreeFile>() : trees.get(base);
      if (before === undefined) return undefined;
      const next = new Map(before);
      for (const { path, mode = '100644', sha, content } of changes) {
        if (sha === null) next.delete(path);
        else if (content !== undefined) next.set(path, { sha: blob(content), mode });
        else if (sha !== undefined && blobs.has(sha)) next.set(path, { sha, mode });
        else return undefined;
      }
      const sorted = [...next].sort(([one], [other]) => (one < other ? -1 : 1));
      const sha = idOf('tree', JSON.stringify(sorted));
      trees.set(sha, new Map(sorted));
      return sha;
    },
    commit: (sha) => commits.get(sha),
    newCommit(commit, known) {
      const { date = new Date(Date.UTC(2026, 0, 1) + commits.size * 1000).toISOString() } = commit;
      const sha = known ?? idOf('commit', JSON.stringify([commit, date]));
      commits.set(sha, { ...commit, sha, date });
      return sha;
    },
    isAncestor: (older, newer) => lineOf(newer).has(older),
    isRelated: (one, other) => [...lineOf(one)].some((sha) => lineOf(other).has(sha)),
    files(branch) {
      const head = refs.get(`refs/heads/${branch}`);
      const tree = head === undefined ? undefined : trees.get(commits.get(head)?.tree ?? '');
      return Object.fromEntries([...(tree ?? [])].map(([path, { sha }]) => [path, blobs.get(sha) ?? '']));
    },
  };
}

function idOf(type: string, text: string): string {
  const bytes = Buffer.from(text);
  return createHash('sha1').update(`${type} ${bytes.length}\0`).update(bytes).digest('hex');
}
