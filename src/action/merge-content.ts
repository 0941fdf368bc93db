/** What a merge says that does not follow from the commits that it merges: whoever makes one can put anything into it. */

import { mergeBaseOf } from '../github/branches.ts';
import { mergedText } from '../github/merged-text.ts';
import { contentOf, FOLDER, LINK, SUBMODULE, type TreeEntry } from '../github/tree.ts';
import type { Trees } from '../github/trees.ts';
import type { HostAccess } from './host-access.ts';
import { isWatched, type Watched } from './touched.ts';

type Found = TreeEntry | undefined;

/** The same place in the merge, in what it merges, and in what these have in common. */
interface Place {
  readonly merge: Found;
  readonly into: Found;
  readonly own: Found;
  readonly base: Found;
}

/** Its parents are `into` and `own`. */
export interface TwoParents {
  readonly merge: string;
  readonly into: string;
  readonly own: string;
}

/** The first path that is watched and is not as Git merges it; in doubt it is not. */
export async function addedByMerge(
  host: HostAccess,
  trees: Trees,
  { merge, into, own }: TwoParents,
  watched: readonly Watched[],
): Promise<string | undefined> {
  const base = await mergeBaseOf(host.github, host.repository, into, own);
  const root = async (commit: string | undefined) => (commit === undefined ? undefined : trees.rootOf(commit));
  const place = { merge: await root(merge), into: await root(into), own: await root(own), base: await root(base) };
  return addedIn(host, trees, place, '', watched);
}

async function addedIn(
  host: HostAccess,
  trees: Trees,
  place: Place,
  path: string,
  watched: readonly Watched[],
): Promise<string | undefined> {
  const { merge, into, own, base } = place;
  if (isMerged(place)) return undefined;
  const all = [merge, into, own, base];
  if (all.every((one) => one === undefined || one.mode === FOLDER)) {
    const inside = await Promise.all(all.map((one) => (one === undefined ? NOTHING : trees.entriesOf(one.id))));
    const [m, i, o, b] = inside;
    for (const name of new Set(inside.flatMap((entries) => [...entries.keys()]))) {
      const below = { merge: m?.get(name), into: i?.get(name), own: o?.get(name), base: b?.get(name) };
      const found = await addedIn(host, trees, below, path === '' ? name : `${path}/${name}`, watched);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  if (!all.some((one) => one !== undefined && isWatched(watched, path, one.mode))) return undefined;
  return (await isMergedText(host, place)) ? undefined : path;
}

const NOTHING: ReadonlyMap<string, TreeEntry> = new Map();

/** As the side that changed it has it. */
function isMerged({ merge, into, own, base }: Place): boolean {
  if (isSame(into, own)) return isSame(merge, into);
  return (isSame(into, base) && isSame(merge, own)) || (isSame(own, base) && isSame(merge, into));
}

async function isMergedText(host: HostAccess, { merge, into, own, base }: Place): Promise<boolean> {
  if (merge === undefined || into === undefined || own === undefined || base === undefined) return false;
  const all = [merge, into, own, base];
  const isText = all.every(({ mode }) => mode === merge.mode && ![FOLDER, LINK, SUBMODULE].includes(mode));
  if (!isText || isSame(into, base) || isSame(own, base)) return false;
  const texts = all.map(async (entry) => (await contentOf(host.github, host.repository, entry)).toString());
  const [is = '', one = '', other = '', before = ''] = await Promise.all(texts);
  return mergedText(before, one, other) === is;
}

function isSame(one: Found, other: Found): boolean {
  return one?.id === other?.id && one?.mode === other?.mode;
}
