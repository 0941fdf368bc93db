/** What the default branch says since a merge that came with no plan which anybody saw: it may have taken the merge back. */

import type { Head } from '../github/branches.ts';
import { mergedPulls } from '../github/merged-pulls.ts';
import type { HostPull } from '../github/pulls.ts';
import { type Commits, commitsSince, containedIn, MOST_SINCE } from '../github/since.ts';
import { FOLDER, type TreeEntry } from '../github/tree.ts';
import type { Trees } from '../github/trees.ts';
import { terminalLine } from '../report/escape.ts';
import { shortOf } from './commit-name.ts';
import { addedByMerge, type TwoParents } from './merge-content.ts';
import type { Waiting } from './merged.ts';
import type { HostAccess } from './run.ts';
import { touchedPath, type Watched } from './touched.ts';

interface Branch {
  readonly head: Head;
  readonly watched: readonly Watched[];
  /** What is merged, each with the plan that was seen of it. */
  readonly waiting: readonly Waiting[];
}

/** Each is a request to the Git host. */
const MOST_UNKNOWN = 30;

/**
 * Why the plan of a merged pull request does not count any more, as a sentence. Whatever the branch said since contains the merge, so
 * each commit that does is compared with each of its parents that do, in whichever order a merge names them.
 */
export function unseenSince(host: HostAccess, trees: Trees, { head, watched, waiting }: Branch) {
  const { github, repository } = host;
  const added = new Map<string, Promise<string | undefined>>();
  const addedBy = (merge: TwoParents) => {
    const found = added.get(merge.merge) ?? addedByMerge(host, trees, merge, watched);
    added.set(merge.merge, found);
    return found;
  };
  const touched = remembered(async (both: string) => {
    const [from = '', to = ''] = both.split(' ');
    return touchedPath(trees, [folder(from), folder(to)], watched);
  });
  const planned = waiting.flatMap(({ pull, approval }) => (approval === undefined ? [] : [pull]));
  const numbers = new Set(planned.map(({ number }) => number));
  const pullsFor = mergedPulls(github, repository, head.branch);
  const isOfPlanned = remembered(async (sha: string) =>
    (await pullsFor(sha)).pulls.some(({ number }) => numbers.has(number)),
  );

  return async ({ number, mergedAt, mergeSha }: HostPull): Promise<string | undefined> => {
    // In a merge queue, nothing came after the entries yet.
    if (mergedAt === undefined) return undefined;
    const since = `since #${number} was merged`;
    if (mergeSha === undefined) return `As which commit #${number} was merged is unknown.`;
    const found = await commitsSince(github, repository, { commit: mergeSha, head: head.commit });
    if (found.state === 'apart')
      return `#${number} was merged as commit ${shortOf(mergeSha)}, which ${terminalLine(head.branch)} does not contain.`;
    if (found.state === 'too-many') return `More than ${MOST_SINCE} commits came after #${number} was merged.`;
    const { after } = found;
    if (after.size === 0) return undefined;
    const { seen, merges } = broughtBy(planned, after);
    const before = (await trees.rootOf(mergeSha)).id;
    let unknown = 0;
    for (const [sha, { tree, parents }] of after) {
      const merge = merges.get(sha);
      const added = merge === undefined ? undefined : await addedBy(merge);
      if (added !== undefined) return unreviewed(sha, added, since);
      if (seen.has(sha)) continue;
      const from = parents.flatMap((parent) => (parent === mergeSha ? before : (after.get(parent)?.tree ?? [])));
      let path: string | undefined;
      for (const one of new Set(from)) path ??= await touched(`${one} ${tree}`);
      if (path === undefined) continue;
      unknown += 1;
      if (unknown > MOST_UNKNOWN) return `More than ${MOST_UNKNOWN} commits have changed the files ${since}.`;
      if (!(await isOfPlanned(sha))) return unreviewed(sha, path, since);
    }
    return undefined;
  };
}

interface Brought {
  /** The merges themselves, and what was on the branch of one alone. */
  readonly seen: ReadonlySet<string>;
  /** Those of two commits: a plan showed what follows from these, and nothing more. */
  readonly merges: ReadonlyMap<string, TwoParents>;
}

/** Where the host merged, its first parent is what it merged into. */
function broughtBy(pulls: readonly HostPull[], after: Commits): Brought {
  const brought = new Set<string>();
  const merges = new Map<string, TwoParents>();
  for (const { mergeSha = '', headSha } of pulls) {
    const merge = after.get(mergeSha);
    if (merge === undefined) continue;
    brought.add(mergeSha);
    const [into = '', own, ...others] = merge.parents;
    if (own !== headSha || others.length > 0) continue;
    merges.set(mergeSha, { merge: mergeSha, into, own });
    const there = containedIn(into, after);
    for (const sha of containedIn(own, after)) if (!there.has(sha)) brought.add(sha);
  }
  return { seen: brought, merges };
}

function unreviewed(sha: string, path: string, since: string): string {
  return `Commit ${shortOf(sha)} has changed ${terminalLine(path)} ${since}, and nobody reviewed the plan of that.`;
}

function folder(tree: string): TreeEntry {
  return { mode: FOLDER, id: tree };
}

function remembered<T>(work: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const known = new Map<string, Promise<T>>();
  return (key) => {
    const result = known.get(key) ?? work(key);
    known.set(key, result);
    return result;
  };
}
