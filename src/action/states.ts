/** Whether commits have the same at the places that decide what is read. */

import { isBehind } from '../github/branches.ts';
import { objectIds } from '../github/object-ids.ts';
import { FOLDER } from '../github/tree.ts';
import type { HostAccess, Run } from './run.ts';
import { touchedPath } from './touched.ts';

export interface States {
  /** From now on at these places, from the top of the repository; empty for whatever is searched from there. */
  compare(places: readonly string[]): Promise<void>;
  isSame(one: string, other: string): Promise<boolean>;
  /** Whether one of these, after the commit `before` and before the other, has what that has. */
  isPushed(merge: { readonly before: string; readonly commit: string }, pushed: readonly string[]): Promise<boolean>;
}

type Ids = ReadonlyMap<string, readonly (string | undefined)[]>;

export function placesOfCommits(
  run: Pick<Run, 'trees'>,
  { github, repository }: HostAccess,
  commits: readonly string[],
): States {
  let places: readonly string[] = [];
  let ids: Ids = new Map();

  const isSame = async (one: string, other: string): Promise<boolean> => {
    const [mine, theirs] = [ids.get(one), ids.get(other)];
    for (const [at, place] of places.entries()) {
      const [from, to] = [mine?.[at], theirs?.[at]];
      // Every commit that the host knows has a top.
      if (place === '' && (from === undefined || to === undefined)) return false;
      if (from === to) continue;
      if (place !== '' || from === undefined || to === undefined) return false;
      // The top changes with everything in it: only what a search can find there counts.
      const both = [folder(from), folder(to)] as const;
      if ((await touchedPath(run.trees(), both, [{ path: '', what: 'hidden' }])) !== undefined) return false;
    }
    return true;
  };

  return {
    async compare(wanted) {
      // The top last: what differs elsewhere needs no look at it.
      places = wanted.toSorted((one, other) => Number(one === '') - Number(other === ''));
      ids = await objectIds(github, repository, { commits: [...new Set(commits)], paths: places });
    },
    isSame,
    async isPushed({ before, commit }, pushed) {
      for (const push of pushed) {
        if (!(await isSame(push, commit))) continue;
        const isAfter = await isBehind(github, repository, { head: push, commit: before });
        if (isAfter && (await isBehind(github, repository, { head: commit, commit: push }))) return true;
      }
      return false;
    },
  };
}

function folder(id: string) {
  return { mode: FOLDER, id };
}
