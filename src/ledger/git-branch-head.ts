/** The newest known commit of a branch: a host may answer a read with an older head, which never replaces it. */

import type { Clock } from '../contract/clock.ts';
import type { GitHost } from './git-branch-host.ts';
import type { Tree } from './git-branch-tree.ts';

export interface BranchHeadOptions {
  readonly host: GitHost;
  readonly branch: string;
  readonly clock: Clock;
}

export interface Seen {
  /** Undefined: there is no such branch yet. */
  readonly commit: string | undefined;
  readonly tree: Tree;
}

export interface BranchHead {
  /** Undefined before the first look. */
  known(): Seen | undefined;
  look(): Promise<Seen>;
  /** As it was within the last second: reads that follow each other ask once, and see one state. */
  recent(): Promise<Seen>;
  /** Reads again after a write with an unknown outcome. A failed read decides nothing. */
  lookAgain(): Promise<Seen>;
  /** The branch was moved by compare-and-swap. */
  moved(from: Seen, to: Seen): void;
}

/** Each is repeated by the host's client already. */
const MOST_LOOKS = 4;
const PAUSE_MS = 2000;
const RECENT_MS = 1000;

export function branchHead({ host, branch, clock }: BranchHeadOptions): BranchHead {
  let known: Seen | undefined;
  let lookedAt = Number.NEGATIVE_INFINITY;
  const past = new Set<string>();

  const isNewer = async (commit: string | undefined, than: Seen): Promise<boolean> => {
    if (commit === than.commit || commit === undefined || past.has(commit)) return false;
    return than.commit === undefined || host.hasMoved({ from: than.commit, to: commit });
  };

  const keep = (next: Seen): Seen => {
    if (known?.commit !== undefined) past.add(known.commit);
    known = next;
    return next;
  };

  const look = async (): Promise<Seen> => {
    const commit = await host.head(branch);
    lookedAt = clock.elapsed();
    for (;;) {
      const before = known;
      if (before !== undefined && !(await isNewer(commit, before))) return known ?? before;
      const tree: Tree = commit === undefined ? new Map() : await host.tree(commit);
      // A write of this process may have come in between. The head is compared with that write then.
      if (known === before) return keep({ commit, tree });
    }
  };

  return {
    known: () => known,
    look,
    recent: async () => (known !== undefined && clock.elapsed() - lookedAt < RECENT_MS ? known : look()),
    async lookAgain() {
      for (let tries = 1; ; tries += 1) {
        try {
          return await look();
        } catch (error) {
          if (tries === MOST_LOOKS) throw error;
          await clock.sleep(PAUSE_MS);
        }
      }
    },
    moved(from, to) {
      // A read in between has seen this commit, or a later commit.
      if (known === from) keep(to);
    },
  };
}
