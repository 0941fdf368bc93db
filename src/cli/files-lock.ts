/** Lets one command at a time write the files of a folder: what one of two puts back when it fails, the other may have written. */

import { randomUUID } from 'node:crypto';
import { lstat, readdir, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { systemClock } from '../client/index.ts';
import { defined } from '../contract/defined.ts';
import { LedgerError, UsageError } from '../errors.ts';
import { lockFolder } from '../ledger/folder-lock.ts';

/** As other files that are there for a moment: Git leaves it out. */
const LOCK_FILE = '.trueup.lock.tmp';

/** Much longer than files take to be written: on another machine or before a restart nothing shows whether a process has died. */
const UNSEEN_MS = 10 * 60_000;

export interface FilesLock {
  release(): Promise<void>;
}

/** The folder is there. Throws UsageError `files-in-use`, or what the file system says. */
export async function lockFiles(dir: string, purpose: string): Promise<FilesLock> {
  const what = `The folder ${dir}`;
  const newId = () => randomUUID();
  try {
    return await lockFolder({ dir, file: LOCK_FILE, what, purpose, unseenMs: UNSEEN_MS, clock: systemClock, newId });
  } catch (error) {
    if (!(error instanceof LedgerError)) throw error;
    if (error.code === 'ledger-locked')
      throw new UsageError('files-in-use', error.message, defined({ hint: error.hint }));
    if (await isLocked(dir)) throw ofOther(dir, error);
    throw error.cause ?? error;
  }
}

/** Takes away what processes that died have left beside these files: where nothing is to be written, nobody else would. */
export async function dropLeftLocks(paths: readonly string[], cwd: string): Promise<void> {
  for (const dir of new Set(paths.map((path) => dirname(resolve(cwd, path))))) {
    await dropLeftCopies(dir);
    if (!(await isLocked(dir))) continue;
    // One that is held, or cannot be taken, says so to whoever wants to write there.
    await lockFiles(dir, 'tidying').then(
      (lock) => lock.release(),
      () => undefined,
    );
  }
}

/** A lock has copies beside it while it is made or taken over. */
async function dropLeftCopies(dir: string): Promise<void> {
  const names = await readdir(dir).catch(() => []);
  for (const path of names.filter((name) => name.startsWith(`${LOCK_FILE}.`)).map((name) => join(dir, name))) {
    const found = await lstat(path).catch(() => undefined);
    if (found?.isFile() !== true || systemClock.now() - found.mtimeMs <= UNSEEN_MS) continue;
    await rm(path, { force: true }).catch(() => undefined);
  }
}

function isLocked(dir: string): Promise<boolean> {
  return lstat(join(dir, LOCK_FILE)).then(
    () => true,
    () => false,
  );
}

/** Only its owner may read the lock. */
function ofOther(dir: string, cause: LedgerError): UsageError {
  return new UsageError('files-in-use', `The folder ${dir} is locked by another user. ${cause.message}`, {
    hint: `Wait until that run is over. If you are sure that it has ended, delete ${join(dir, LOCK_FILE)}.`,
    cause,
  });
}
