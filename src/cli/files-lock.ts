/** Lets one command at a time write the files of a folder: what one of two puts back when it fails, the other may have written. */

import { randomUUID } from 'node:crypto';
import { systemClock } from '../client/index.ts';
import { defined } from '../contract/defined.ts';
import { LedgerError, UsageError } from '../errors.ts';
import { lockFolder } from '../ledger/folder-lock.ts';

/** As other files that are there for a moment: Git leaves it out. */
const LOCK_FILE = '.trueup.lock.tmp';

export interface FilesLock {
  release(): Promise<void>;
}

/** The folder is there. Throws UsageError `files-in-use`, or what the file system says. */
export async function lockFiles(dir: string, purpose: string): Promise<FilesLock> {
  const what = `The folder ${dir}`;
  try {
    return await lockFolder({ dir, file: LOCK_FILE, what, purpose, clock: systemClock, newId: () => randomUUID() });
  } catch (error) {
    if (!(error instanceof LedgerError)) throw error;
    if (error.code !== 'ledger-locked') throw error.cause ?? error;
    throw new UsageError('files-in-use', error.message, defined({ hint: error.hint }));
  }
}
