/** The lock on a folder that only one process may use. It follows the rules of the lock on a ledger, and a dead holder is replaced. */

import type { Clock, NewId } from '../contract/clock.ts';
import { fileDisk } from './file-store.ts';
import { acquire, release } from './lock.ts';
import { thisProcess } from './this-process.ts';

export interface FolderLockOptions {
  /** Made when it is not there. */
  readonly dir: string;
  /** Name of the lock file in it. */
  readonly file: string;
  /** The locked thing, as the start of a sentence. */
  readonly what: string;
  readonly purpose: string;
  /** For a lock that is held for a moment: a holder that nothing shows to be alive counts as dead after this. */
  readonly unseenMs?: number;
  readonly clock: Clock;
  readonly newId: NewId;
}

/** Throws LedgerError `ledger-locked` with who holds it and since when. */
export async function lockFolder(options: FolderLockOptions): Promise<{ release(): Promise<void> }> {
  const { dir, file, newId } = options;
  const disk = fileDisk(dir, { ledger: file, journal: file, history: file, lock: file }, newId);
  const token = await acquire({ ...options, disk, self: await thisProcess(newId) });
  return { release: () => release(disk, file, token) };
}
