/** Files that only their owner may read: plans, tokens, and the ledger with its other files. */

import { constants } from 'node:fs';
import { type FileHandle, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Systems without such modes take them as readable and writable. */
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;
/** What anybody but the owner may do. */
const OTHERS = 0o077;

/**
 * A folder that is there keeps its mode: it may hold more than ours. Level by level, because Node's own way never ends below a
 * folder that takes none, such as /proc. `onMade` is told of each that was not there, the outermost first.
 */
export async function makeFolder(
  dir: string,
  mode: number = FOLDER_MODE,
  onMade?: (dir: string) => void,
): Promise<void> {
  if (await isFolder(dir)) return;
  if (dirname(dir) !== dir) await makeFolder(dirname(dir), mode, onMade);
  try {
    await mkdir(dir, { mode });
    onMade?.(dir);
  } catch (error) {
    // Somebody else may have made it meanwhile.
    if (!(await isFolder(dir))) throw error;
  }
}

async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found?.isDirectory() === true;
}

/** Throws EEXIST when there is such a file. Durable when it resolves. */
export async function writeNew(path: string, text: string, mode: number = FILE_MODE): Promise<void> {
  const file = await open(path, 'wx', mode);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** All or nothing, by way of a copy in the same folder; what was there before loses its mode with its text. */
export async function replaceWhole(path: string, text: string, copy: string, mode: number = FILE_MODE): Promise<void> {
  // A run that died may have left its copy.
  await rm(copy, { force: true });
  try {
    await writeNew(copy, text, mode);
    await rename(copy, path);
  } catch (error) {
    await rm(copy, { force: true });
    throw error;
  }
}

/** For appending; the file is made when it is not there, and closed to others where the system lets us. */
export async function openForAppend(path: string): Promise<FileHandle> {
  const file = await open(path, constants.O_CREAT | constants.O_RDWR | constants.O_APPEND, FILE_MODE);
  return orClosed(file, async () => {
    const { mode } = await file.stat();
    // A file of somebody else, or a file system without modes: what is appended matters more.
    if ((mode & OTHERS) !== 0) await file.chmod(mode & ~OTHERS).catch(() => undefined);
    return file;
  });
}

/** Nobody else would close the file where the work on it fails. */
export async function orClosed<T>(file: Pick<FileHandle, 'close'>, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await file.close().catch(() => undefined);
    throw error;
  }
}
