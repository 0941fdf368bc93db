/** What a pull request was merged into: the newest commit before those that its merge brought. A merge by rebase brings several. */

import { type HostPull, pullsOf } from '../github/pulls.ts';
import { type Commits, commitsUpTo } from '../github/since.ts';
import type { HostAccess } from './run.ts';

export interface Merge extends Pick<HostPull, 'number' | 'headSha'> {
  readonly mergeSha: string;
  /** What it was planned on top of, where that is known: the commit that is expected. */
  readonly onto: string | undefined;
}

/** `commit` is undefined where nothing was there before; `reason` is a sentence. */
export type Over =
  | {
      readonly commit: string | undefined;
      /** Of a merge by hand: its other parents, as nothing says which of them the branch was. */
      readonly beside?: readonly string[];
    }
  | { readonly reason: string };

/** The branch first. */
export function commitsOver(over: Over): readonly string[] {
  return 'reason' in over || over.commit === undefined ? [] : [over.commit, ...(over.beside ?? [])];
}

/** Ten requests at most. */
export async function mergedOver({ github, repository }: HostAccess, merge: Merge): Promise<Over> {
  const { number, mergeSha, headSha, onto } = merge;
  const all = await commitsUpTo(github, repository, mergeSha);
  const parents = all.get(mergeSha)?.parents ?? [];
  if (parents.length > 1) return mergedByHand(parents, headSha);
  const [first] = parents;
  if (first === undefined || first === onto) return { commit: first };
  const isBrought = async (sha: string) =>
    (await pullsOf(github, repository, sha)).some((pull) => pull.number === number);
  const line = straightFrom(all, first);
  const brought = await countOfFirst(line, isBrought);
  if (brought < line.length) return { commit: line[brought] };
  const last = line.at(-1) ?? first;
  const before = all.get(last)?.parents[0];
  if (before === undefined ? all.has(last) : isMerge(all, last)) return { commit: before };
  return { reason: `What #${number} was merged into is unknown: it brought more than ${all.size} commits.` };
}

/** The host makes a merge of the branch and the head, in this order. Whoever pushes one chooses both. */
function mergedByHand(parents: readonly string[], headSha: string): Over {
  const [first, ...others] = parents.filter((parent) => parent !== headSha);
  return others.length === 0 ? { commit: first } : { commit: first, beside: others };
}

function isMerge(all: Commits, sha: string): boolean {
  return (all.get(sha)?.parents.length ?? 0) > 1;
}

/** One after the other, up to a merge or to what is not known any more. */
function straightFrom(all: Commits, first: string): readonly string[] {
  const line: string[] = [];
  for (let sha: string | undefined = first; sha !== undefined && all.has(sha); [sha] = all.get(sha)?.parents ?? []) {
    line.push(sha);
    if (isMerge(all, sha)) break;
  }
  return line;
}

/** How many at the beginning are so, where none is after one that is not. The first is asked about first: mostly it decides. */
async function countOfFirst(line: readonly string[], is: (sha: string) => Promise<boolean>): Promise<number> {
  let [least, most] = [0, line.length];
  for (let at = 0; least < most; at = Math.floor((least + most) / 2)) {
    const sha = line[at];
    if (sha !== undefined && (await is(sha))) least = at + 1;
    else most = at;
  }
  return least;
}
