/**
 * The commits that may have changed what a run reads: those that touched what it reads now, and what was read before one of them. An include
 * that leads elsewhere now hides who changed the file that it led to.
 */

import { readPlaces } from './read-paths.ts';
import type { Recorded } from './recorded.ts';
import type { HostAccess, Run } from './run.ts';
import { type Watched, wider } from './touched.ts';
import { type Touching, touchingCommits, touchingPaths } from './touching.ts';

export interface Since {
  /** A commit or the name of a branch. */
  readonly from: string;
  /** A commit on the way that counts also when it touches nothing. */
  readonly own?: string;
  /** Of another project than that of the run. */
  readonly paths?: readonly Watched[];
  /** What was read before the change that the run is about, in the same form. */
  readonly before?: readonly Watched[];
  /** What the ledger knows of files that may be gone. */
  readonly recorded: Recorded;
}

export interface WayBack {
  /** Roughly newest first, without those that are settled; undefined after the last. */
  next(): Promise<string | undefined>;
  /** Whatever the commit contains was applied with it. */
  settle(commit: string): Promise<void>;
  isSettled(sha: string): boolean;
  /**
   * What was read at `commits` counts too, and what touched any of it before them, unless `sha` is settled once that is asked: behind a
   * merge that has the files of one parent, the history of a path leaves the other parents out.
   */
  changed(sha: string, commits: () => Promise<readonly string[]>): void;
  /** Commits at which nobody knows what was read. */
  unread(): readonly string[];
  /** Where something decides what is read now, or what was read before a change. */
  places(): readonly Watched[];
}

/** `most`: commits that the caller looks at. */
export async function wayBack(run: Run, host: HostAccess, since: Since, most: number): Promise<WayBack> {
  const { before = [] } = since;
  const seen = new Set<string>();
  const settled = new Set<string>();
  const queue: string[] = [];
  const ends: string[] = [];
  const lists: Touching[] = [];
  const known = new Map<string, Watched>();
  for (const place of since.paths ?? readPlaces(run)) known.set(place.path, widened(place, known));
  const changes: { readonly sha: string; readonly commits: () => Promise<readonly string[]> }[] = [];
  const read = new Set<string>();
  const unread: string[] = [];

  const follow = async (touching: Touching) => {
    lists.push(touching);
    for (const end of ends) for (const sha of await touching(end)) settled.add(sha);
    enqueue(await commitsBack(since, touching));
    for (const commit of read) enqueue(await touching(commit));
  };

  const enqueue = (commits: Iterable<string>): void => {
    for (const sha of commits) {
      if (seen.has(sha)) continue;
      seen.add(sha);
      queue.push(sha);
    }
  };

  const followPaths = async (places: readonly Watched[]): Promise<void> => {
    const more = places.map(({ path }) => path).filter((path) => !known.has(path));
    for (const place of places) known.set(place.path, widened(place, known));
    if (more.length > 0) await follow(touchingPaths(host, more));
  };

  const readAt = async (commit: string): Promise<readonly Watched[]> => {
    const base = await run.at(commit);
    if (base.state === 'read') return base.places;
    if (base.state !== 'unreadable') return [];
    if (base.unanswered !== undefined) throw base.unanswered;
    unread.push(commit);
    return [];
  };

  await follow(
    since.paths === undefined
      ? touchingCommits(run, host, { most, recorded: since.recorded })
      : touchingPaths(
          host,
          since.paths.map(({ path }) => path),
        ),
  );
  await followPaths(before);
  return {
    async next() {
      for (;;) {
        const sha = queue.shift();
        if (sha !== undefined && !settled.has(sha)) return sha;
        if (sha !== undefined) continue;
        const change = changes.shift();
        if (change === undefined) return undefined;
        if (settled.has(change.sha)) continue;
        for (const commit of (await change.commits()).filter((one) => !read.has(one))) {
          read.add(commit);
          for (const touching of lists) enqueue(await touching(commit));
          await followPaths(await readAt(commit));
        }
      }
    },
    async settle(commit) {
      ends.push(commit);
      for (const touching of lists) for (const sha of await touching(commit)) settled.add(sha);
    },
    isSettled: (sha) => settled.has(sha),
    changed: (sha, commits) => void changes.push({ sha, commits }),
    unread: () => unread,
    places: () => [...known.values()],
  };
}

/** A place may be read in several ways. */
function widened({ path, what }: Watched, known: ReadonlyMap<string, Watched>): Watched {
  return { path, what: wider(what, known.get(path)?.what) };
}

/** The commits that are named count also when they touch nothing, as one that merges. */
async function commitsBack({ from, own }: Since, touching: Touching): Promise<ReadonlySet<string>> {
  const all = [...(/^[0-9a-f]{40}$/.test(from) ? [from] : []), ...(await touching(from))];
  if (own === undefined || own === from) return new Set(all);
  const before = [own, ...(await touching(own))];
  return new Set([...all.filter((sha) => !before.includes(sha)), ...before]);
}
