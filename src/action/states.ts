/** Whether commits have the same at the places that decide what is read. */

import { type HostObject, objectIds } from '../github/object-ids.ts';
import type { Relations } from '../github/relations.ts';
import { FOLDER } from '../github/tree.ts';
import type { HostAccess, Run } from './run.ts';
import { touchedPath, type Watched } from './touched.ts';

export interface States {
  /** From now on at these places. */
  compare(places: readonly Watched[]): Promise<void>;
  /** Of a commit that was not named at first it is asked for. */
  isSame(one: string, other: string): Promise<boolean>;
  /** Whether one of these, after the commit `before` and before the other, has what that has. */
  isPushed(merge: { readonly before: string; readonly commit: string }, pushed: readonly string[]): Promise<boolean>;
}

type Ids = ReadonlyMap<string, readonly (HostObject | undefined)[]>;

export function placesOfCommits(
  run: Pick<Run, 'trees'>,
  { github, repository }: HostAccess,
  relations: Relations,
  commits: readonly string[],
): States {
  let places: readonly Watched[] = [];
  let ids: Ids = new Map();

  const idsOf = async (commit: string) => {
    const known = ids.get(commit);
    if (known !== undefined) return known;
    const found = await objectIds(github, repository, { commits: [commit], paths: pathsOf(places) });
    ids = new Map([...ids, ...found]);
    return found.get(commit);
  };

  const isSame = async (one: string, other: string): Promise<boolean> => {
    const [mine, theirs] = [await idsOf(one), await idsOf(other)];
    for (const [at, { path, what }] of places.entries()) {
      const [from, to] = [mine?.[at], theirs?.[at]];
      // Every commit that the host knows has a top.
      if (path === '' && (from === undefined || to === undefined)) return false;
      if (from?.id === to?.id) continue;
      if (from?.isFolder !== true || to?.isFolder !== true) return false;
      // A folder changes with everything in it: only what a search can find there counts.
      const watched: Watched = { path: '', what: what === 'all' ? 'hidden' : what };
      if ((await touchedPath(run.trees(), [folder(from), folder(to)], [watched])) !== undefined) return false;
    }
    return true;
  };

  return {
    async compare(wanted) {
      // What is above others last: what differs in them needs no look at it.
      places = wanted.toSorted((one, other) => other.path.length - one.path.length);
      ids = await objectIds(github, repository, { commits: [...new Set(commits)], paths: pathsOf(places) });
    },
    isSame,
    async isPushed({ before, commit }, pushed) {
      for (const push of pushed) {
        if (!(await isSame(push, commit))) continue;
        const isAfter = await relations.isBehind({ head: push, commit: before });
        if (isAfter && (await relations.isBehind({ head: commit, commit: push }))) return true;
      }
      return false;
    },
  };
}

function folder({ id }: HostObject) {
  return { mode: FOLDER, id };
}

function pathsOf(places: readonly Watched[]): readonly string[] {
  return places.map(({ path }) => path);
}
