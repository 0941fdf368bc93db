/** The folders of a commit on the Git host, each read once, as commits are: what two commits share has the same id and is not read at all. */

import type { GitHub } from './client.ts';
import type { Repository } from './repository.ts';
import { commitOf, entriesOf, FOLDER, type TreeEntry } from './tree.ts';

export interface Trees {
  rootOf(commit: string): Promise<TreeEntry>;
  /** By name. */
  entriesOf(folder: string): Promise<ReadonlyMap<string, TreeEntry>>;
}

export function treesOf(github: GitHub, repository: Repository): Trees {
  const read = new Map<string, ReadonlyMap<string, TreeEntry>>();
  const roots = new Map<string, TreeEntry>();
  return {
    async rootOf(commit) {
      const root = roots.get(commit) ?? { mode: FOLDER, id: (await commitOf(github, repository, commit)).tree };
      roots.set(commit, root);
      return root;
    },
    async entriesOf(folder) {
      const known = read.get(folder) ?? (await entriesOf(github, repository, { tree: folder }));
      read.set(folder, known);
      return known;
    },
  };
}
