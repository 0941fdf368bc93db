/** A ledger on its own branch in a Git repository: for runs on machines without a persistent disk. */

import type { Clock, NewId } from '../contract/clock.ts';
import type { OtherLedger } from '../model/ledger.ts';
import type { Self } from './disk.ts';
import { diskIn } from './folder-disk.ts';
import { branchDisk } from './git-branch-disk.ts';
import type { GitHost } from './git-branch-host.ts';
import { otherLedgers } from './git-branch-others.ts';
import { neighboursOf } from './neighbours.ts';
import { ledgerFolder } from './project.ts';
import { type StoreWithApps, storeOn } from './store.ts';

export interface BranchStoreOptions {
  readonly host: GitHost;
  /** Made with the first write; it holds ledgers and nothing else. */
  readonly branch: string;
  /**
   * Folder of the project from the top of the repository, `.` for the top: each project has a folder of its own on the branch. Without
   * it the ledgers are at the top of the branch.
   */
  readonly project?: string | undefined;
  /** Name of the account; files are named after it. */
  readonly name: string;
  readonly clock: Clock;
  readonly newId: NewId;
  /** Who takes the lock, and how it is known whether another holder is still there. */
  readonly self: Self;
}

export interface BranchStore extends StoreWithApps {
  others(): Promise<readonly OtherLedger[]>;
}

/** Ledgers of apps are at the top of the branch: an app is one, whichever project declares something of it. */
export function branchStore({ host, branch, project, ...parts }: BranchStoreOptions): BranchStore {
  const whole = branchDisk({ host, branch, clock: parts.clock });
  const top = diskIn(whole, '');
  if (project === undefined) return { ...storeOn({ ...parts, disk: top }), others: async () => [] };
  const disk = diskIn(whole, ledgerFolder(project));
  const others = () => otherLedgers({ ...parts, whole, project });
  return {
    ...storeOn({ ...parts, project, disk, diskFor: () => top }),
    others,
    // Where an account was renamed before its project had a folder, its ledger is still at the top.
    async neighbours() {
      const own = await neighboursOf(disk, parts.name);
      const isNew = (await disk.list()).length === 0;
      return own.length > 0 || !isNew ? own : neighboursOf(top, parts.name);
    },
  };
}
