/** Stats and real paths of files. Both are undefined if the path does not exist or cannot be accessed. */

import { realpathSync, type Stats, statSync } from 'node:fs';

export function findStat(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** Returns the path with all links resolved. */
export function findRealPath(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}
