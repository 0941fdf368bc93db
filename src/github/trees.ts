/** The folders of a commit on the Git host, each read once: what two commits share has the same id and is not read at all. */

import { z } from 'zod';
import { HostError } from '../errors.ts';
import type { GitHub } from './client.ts';
import { type Repository, repositoryPath } from './repository.ts';
import { commitOf } from './tree.ts';

const Tree = z.looseObject({
  truncated: z.boolean().optional(),
  tree: z.array(z.looseObject({ path: z.string(), mode: z.string(), sha: z.string() })),
});

export interface TreeEntry {
  /** `040000` for a folder, `120000` for a link, `160000` for a submodule. */
  readonly mode: string;
  readonly id: string;
}

export interface Trees {
  rootOf(commit: string): Promise<TreeEntry>;
  /** By name. */
  entriesOf(folder: string): Promise<ReadonlyMap<string, TreeEntry>>;
}

export const FOLDER = '040000';

export function treesOf(github: GitHub, repository: Repository): Trees {
  const read = new Map<string, ReadonlyMap<string, TreeEntry>>();
  return {
    async rootOf(commit) {
      return { mode: FOLDER, id: (await commitOf(github, repository, commit)).tree };
    },
    async entriesOf(folder) {
      const known = read.get(folder);
      if (known !== undefined) return known;
      const path = `${repositoryPath(repository)}/git/trees/${encodeURIComponent(folder)}`;
      const { tree, truncated } = await github.call({ method: 'GET', path, reply: Tree });
      if (truncated === true) throw new HostError(200, `The folder ${folder} is too large to read completely.`);
      const entries = new Map(tree.map(({ path: name, mode, sha }) => [name, { mode, id: sha }] as const));
      read.set(folder, entries);
      return entries;
    },
  };
}
