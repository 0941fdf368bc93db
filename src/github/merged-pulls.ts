/** The pull requests that brought a commit to a branch: the host may name only the one into another branch that it was first merged into. */

import { isBehind } from './branches.ts';
import type { GitHub } from './client.ts';
import { closedPulls, type HostPull, pullsOf } from './pulls.ts';
import type { Repository } from './repository.ts';
import { commitOf } from './tree.ts';
import { unlessAbsent } from './unless-gone.ts';

/** For the commits of one branch. What is asked for several of them is asked once. */
export function mergedPulls(
  github: GitHub,
  repository: Repository,
  branch: string,
): (sha: string) => Promise<readonly HostPull[]> {
  let listed: Promise<readonly Merge[]> | undefined;
  const contains = (head: string, commit: string) => isBehind(github, repository, { head, commit });

  const brings = async ({ pull, parents }: Merge, sha: string) => {
    const [into, ...others] = await parents();
    if (into === undefined || (await contains(into, sha))) return 'later';
    return others.length > 0 && (await contains(pull.headSha, sha)) ? 'this' : 'earlier';
  };

  return async (sha) => {
    const merged = (await pullsOf(github, repository, sha)).filter(({ mergedAt }) => mergedAt !== undefined);
    const into = merged.filter(({ base }) => base === branch);
    if (into.length > 0 || merged.length === 0) return into;
    listed ??= merges(github, repository, branch);
    // Oldest first: those up to one bring nothing of it, and those after that were made on top of it.
    const all = await listed;
    for (let [from, to] = [0, all.length]; from < to; ) {
      const at = Math.floor((from + to) / 2);
      const one = all[at];
      const found = one === undefined ? 'later' : await brings(one, sha);
      if (one !== undefined && found === 'this') return [one.pull];
      if (found === 'later') to = at;
      else from = at + 1;
    }
    return [];
  };
}

interface Merge {
  readonly pull: HostPull;
  /** Of the commit that merged it, the branch first; none where the host knows no such commit. */
  parents(): Promise<readonly string[]>;
}

/** Of the newest that are closed, oldest first. */
async function merges(github: GitHub, repository: Repository, branch: string): Promise<readonly Merge[]> {
  const pulls = (await closedPulls(github, repository, branch)).flatMap((pull) => {
    const { mergedAt, mergeSha } = pull;
    return mergedAt === undefined || mergeSha === undefined ? [] : [{ pull, mergedAt, mergeSha }];
  });
  return pulls
    .toSorted((one, other) => one.mergedAt - other.mergedAt)
    .map(({ pull, mergeSha }) => {
      let known: Promise<readonly string[]> | undefined;
      const read = async () => (await unlessAbsent(() => commitOf(github, repository, mergeSha)))?.parents ?? [];
      return {
        pull,
        parents() {
          known ??= read();
          return known;
        },
      };
    });
}
