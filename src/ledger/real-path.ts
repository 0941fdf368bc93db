/** Resolves the real paths of ledger files, through links, and next to the target of a linked ledger. */

import { lstat, readlink, realpath } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { unlessAbsent } from './file-errors.ts';
import type { FileNames } from './state.ts';

/**
 * Returns the path that a file is read from and written to. A link stays, and its target is replaced. If the ledger is a link, the lock and
 * missing files are next to the target, so that all folders with a link share them.
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

/** Returns the target of all links, even if it does not exist yet. Returns the path if it is no link. */
async function targetOf(path: string): Promise<string> {
  if ((await lookAt(path))?.isSymbolicLink() !== true) return path;
  const there = await unlessAbsent(() => realpath(path));
  return there ?? targetOf(resolve(await realpath(dirname(path)), await readlink(path)));
}

function lookAt(path: string) {
  return unlessAbsent(() => lstat(path));
}
