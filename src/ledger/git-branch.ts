/** A ledger on its own branch in a Git repository: for runs on machines without a persistent disk. */

import type { Clock, NewId } from '../contract/clock.ts';
import type { Self } from './disk.ts';
import { branchDisk } from './git-branch-disk.ts';
import type { GitHost } from './git-branch-host.ts';
import { type StoreWithApps, storeOn } from './store.ts';

export interface BranchStoreOptions {
  readonly host: GitHost;
  /** Made with the first write; it holds ledgers and nothing else. */
  readonly branch: string;
  /** Name of the account; files are named after it. */
  readonly name: string;
  readonly clock: Clock;
  readonly newId: NewId;
  /** Who takes the lock, and how it is known whether another holder is still there. */
  readonly self: Self;
}

export function branchStore({ host, branch, name, clock, newId, self }: BranchStoreOptions): StoreWithApps {
  return storeOn({ disk: branchDisk({ host, branch, clock }), name, clock, newId, self });
}
