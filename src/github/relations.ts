/** How commits relate to each other: of two commits that never changes, so each pair is asked for once. */

import { isBehind, mergeBaseOf } from './branches.ts';
import type { GitHub } from './client.ts';
import type { Repository } from './repository.ts';

export interface Relations {
  /** Whether `commit` is `head` or what that was made on top of. */
  isBehind(pair: { readonly head: string; readonly commit: string }): Promise<boolean>;
  /** The newest commit that both contain. */
  mergeBaseOf(one: string, other: string): Promise<string | undefined>;
}

export function relationsOf(github: GitHub, repository: Repository): Relations {
  const behind = new Map<string, Promise<boolean>>();
  const bases = new Map<string, Promise<string | undefined>>();
  return {
    isBehind({ head, commit }) {
      const key = `${head} ${commit}`;
      const known = behind.get(key) ?? isBehind(github, repository, { head, commit });
      behind.set(key, known);
      return known;
    },
    mergeBaseOf(one, other) {
      const key = `${one} ${other}`;
      const known = bases.get(key) ?? mergeBaseOf(github, repository, one, other);
      bases.set(key, known);
      return known;
    },
  };
}
