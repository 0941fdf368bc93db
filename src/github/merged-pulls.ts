/** The pull requests that brought a commit to a branch: the host may name only the one into another branch that it was first merged into. */

import { isBehind } from './branches.ts';
import type { GitHub } from './client.ts';
import { type ClosedPulls, closedPulls, type HostPull, pullsOf } from './pulls.ts';
import type { Repository } from './repository.ts';
import { commitOf } from './tree.ts';
import { unlessAbsent } from './unless-gone.ts';

export interface Brought {
  readonly pulls: readonly HostPull[];
  /** False where one may be missing: the host does not tell all that are closed. */
  readonly isWhole: boolean;
}

/** For the commits of one branch. What is asked for several of them is asked once. */
export function mergedPulls(github: GitHub, repository: Repository, branch: string): (sha: string) => Promise<Brought> {
  let listed: Promise<Merges> | undefined;
  const contains = (head: string, commit: string) => isBehind(github, repository, { head, commit });

  const brings = async ({ pull, parents }: Merge, sha: string) => {
    const [into, ...others] = await parents();
    if (into === undefined) return 'unknown';
    if (await contains(into, sha)) return 'later';
    return others.length > 0 && (await contains(pull.headSha, sha)) ? 'this' : 'earlier';
  };

  return async (sha) => {
    const merged = (await pullsOf(github, repository, sha)).filter(({ mergedAt }) => mergedAt !== undefined);
    const into = merged.filter(({ base }) => base === branch);
    if (into.length > 0 || merged.length === 0) return { pulls: into, isWhole: true };
    listed ??= merges(github, repository, branch);
    // Oldest first: those up to one bring nothing of it, and those after that were made on top of it.
    const { wholeSince, ...list } = await listed;
    const all = [...list.all];
    let from = 0;
    for (let to = all.length; from < to; ) {
      const at = Math.floor((from + to) / 2);
      const one = all[at];
      if (one === undefined) break;
      const found = await brings(one, sha);
      if (found === 'this') return { pulls: [one.pull], isWhole: true };
      if (found === 'earlier') from = at + 1;
      else if (found === 'later') to = at;
      else {
        // It says nothing about the others, as where the branch was made anew since.
        all.splice(at, 1);
        to -= 1;
      }
    }
    // It came right after this one, by a merge that is missing or by none.
    const before = all[from - 1]?.mergedAt;
    return { pulls: [], isWhole: wholeSince === undefined || (before !== undefined && before > wholeSince) };
  };
}

interface Merges extends Pick<ClosedPulls, 'wholeSince'> {
  /** Oldest first. */
  readonly all: readonly Merge[];
}

interface Merge {
  readonly pull: HostPull;
  readonly mergedAt: number;
  /** Of the commit that merged it, the branch first; none where the host knows no such commit. */
  parents(): Promise<readonly string[]>;
}

/** Of those that are closed and changed last. */
async function merges(github: GitHub, repository: Repository, branch: string): Promise<Merges> {
  const closed = await closedPulls(github, repository, branch);
  const pulls = closed.pulls.flatMap((pull) => {
    const { mergedAt, mergeSha } = pull;
    return mergedAt === undefined || mergeSha === undefined ? [] : [{ pull, mergedAt, mergeSha }];
  });
  const all = pulls
    .toSorted((one, other) => one.mergedAt - other.mergedAt)
    .map(({ pull, mergedAt, mergeSha }) => {
      let known: Promise<readonly string[]> | undefined;
      const read = async () => (await unlessAbsent(() => commitOf(github, repository, mergeSha)))?.parents ?? [];
      return {
        pull,
        mergedAt,
        parents() {
          known ??= read();
          return known;
        },
      };
    });
  return { all, wholeSince: closed.wholeSince };
}
