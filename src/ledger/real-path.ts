/** Where the files of a ledger really are: behind links, and next to the ledger that a link points to. */

import { lstat, readlink, realpath } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { unlessAbsent } from './file-errors.ts';
import type { FileNames } from './state.ts';

/**
 * Gives the path that a file is read from and written to. A link stays a link: what it leads to is replaced. Where the ledger
 * is a link, its lock is beside the real file, and so is each other file that its folder does not have: all folders that link to
 * one ledger share its lock and its journal.
 */
export function realPaths(dir: string, files: FileNames): (file: string) => Promise<string> {
  return async (file) => {
    const path = join(dir, file);
    const isLock = file.startsWith(files.lock);
    const isShared = isLock || file === files.journal || file === files.history;
    if (!isShared || (!isLock && (await lookAt(path)) !== undefined)) return targetOf(path);
    const ledger = join(dir, files.ledger);
    const real = await targetOf(ledger);
    return real === ledger ? path : targetOf(join(dirname(real), file));
  };
}

/** Behind all links, also where the last of them leads to a file that is still to be made; the path itself where it is no link. */
async function targetOf(path: string): Promise<string> {
  if ((await lookAt(path))?.isSymbolicLink() !== true) return path;
  const there = await unlessAbsent(() => realpath(path));
  return there ?? targetOf(resolve(await realpath(dirname(path)), await readlink(path)));
}

function lookAt(path: string) {
  return unlessAbsent(() => lstat(path));
}
