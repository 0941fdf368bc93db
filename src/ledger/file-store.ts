/** Ledgers as files in a folder, or in the target of links. The only file of this folder that writes to disk. */

import {
  type FileHandle,
  link,
  lstat,
  open,
  readdir,
  readFile,
  readlink,
  realpath,
  rm,
  stat,
  unlink,
} from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Clock, NewId } from '../contract/clock.ts';
import { defined } from '../contract/defined.ts';
import { LedgerError, requireOptions } from '../errors.ts';
import { makeFolder, openForAppend, orClosed, replaceWhole, writeNew } from '../private-file.ts';
import type { AppendFile, Disk } from './disk.ts';
import { lazyStore } from './lazy-store.ts';
import { type FileNames, fileNames } from './state.ts';
import { STORE_NEEDS, type StoreWithApps, storeOn } from './store.ts';
import { thisProcess } from './this-process.ts';

export interface FileStoreOptions {
  /** Made when it is not there. */
  readonly dir: string;
  /** Name of the account; files are named after it. */
  readonly name: string;
  /** Folder of the project from the top of the repository, where other projects may keep ledgers in `dir`: it is written into the ledger. */
  readonly project?: string | undefined;
  readonly clock: Clock;
  readonly newId: NewId;
  /** Name in the lock, for people (default: the user of the machine). */
  readonly owner?: string | undefined;
}

/**
 * Opens `<dir>/<account>.ledger.json`, with history, journal and lock next to it, on first use.
 * @throws UsageError `options-missing`
 */
export function fileStore(options: FileStoreOptions): StoreWithApps {
  requireOptions('fileStore', options, { dir: 'the folder', ...STORE_NEEDS });
  const { dir, name, project, clock, newId, owner } = options;
  const own = defined({ project });
  const diskFor = (files: FileNames) => fileDisk(dir, files, newId);
  const disk = diskFor(fileNames(name));
  return {
    ...own,
    ...lazyStore(async () =>
      storeOn({ ...own, disk, diskFor, name, clock, newId, self: await thisProcess(newId, owner) }),
    ),
  };
}

/** Returns true if the folder has the ledger file, a journal or a history of the account. */
export async function hasLedger(dir: string, name: string): Promise<boolean> {
  const files = fileNames(name);
  const { ledger, journal, history } = files;
  const disk = fileDisk(dir, files, () => '');
  for (const file of [ledger, journal, history]) if ((await disk.modifiedAt(file)) !== undefined) return true;
  return false;
}

export function fileDisk(dir: string, files: FileNames, newId: NewId): Disk {
  const pathOf = realPaths(dir, files);
  const doing = async <T>(what: string, file: string, work: (path: string) => Promise<T>): Promise<T> => {
    let path = join(dir, file);
    try {
      path = await pathOf(file);
      return await work(path);
    } catch (cause) {
      throw new LedgerError('ledger-disk', `${path} cannot be ${what}: ${readMessage(cause)}.`, {
        hint: 'Check that the folder exists, is writable and has space left, or keep the ledger elsewhere.',
        fix: [{ action: 'use-ledger' }],
        cause,
      });
    }
  };
  return {
    location: dir,
    pathOf: (file) => doing('read', file, async (path) => path),
    list: () => doing('read', '', async () => (await unlessAbsent(() => readdir(dir))) ?? []),
    read: (file) => doing('read', file, (path) => unlessAbsent(() => readFile(path, 'utf8'))),
    readEnd: (file) => doing('read', file, async (path) => (await unlessAbsent(() => readLastBytes(path))) ?? ''),
    modifiedAt: (file) => doing('read', file, (path) => unlessAbsent(async () => (await stat(path)).mtimeMs)),
    replace: (file, text) =>
      doing('written', file, async (path) => {
        await makeFolder(dirname(path));
        // The lock allows only one writer, so a temporary file of a dead run is overwritten.
        await replaceWhole(path, text, `${path}.tmp`);
        await flushFolder(dirname(path));
      }),
    create: (file, text) =>
      doing('created', file, async (path) => {
        const copy = `${path}.${newId()}.tmp`;
        try {
          await makeFolder(dirname(path));
          await writeNew(copy, text);
          return await claim(copy, path, text);
        } finally {
          await rm(copy, { force: true });
        }
      }),
    remove: (file) =>
      doing('removed', file, async (path) => {
        await unlessAbsent(() => unlink(path));
        await flushFolder(dirname(path));
      }),
    openAppend: (file) =>
      doing('opened', file, async (path) => {
        await makeFolder(dirname(path));
        const handle = await openForAppend(path);
        const { dev, ino } = await orClosed(handle, async () => {
          await flushFolder(dirname(path));
          return handle.stat({ bigint: true });
        });
        const size = async () => {
          const named = await unlessAbsent(() => stat(path, { bigint: true }));
          return named?.dev === dev && named.ino === ino ? Number(named.size) : undefined;
        };
        return appendFile(handle, size, (what, work) => doing(what, file, work));
      }),
  };
}

/** Bytes from the end in which the last line is looked for. */
const END = 64 * 1024;

async function readLastBytes(path: string): Promise<string> {
  const handle = await open(path, 'r');
  try {
    const { size } = await handle.stat();
    const from = Math.max(0, size - END);
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(size - from), position: from });
    const text = buffer.subarray(0, bytesRead).toString();
    return from === 0 ? text : text.slice(text.indexOf('\n') + 1);
  } finally {
    await handle.close();
  }
}

function appendFile(
  handle: FileHandle,
  size: () => Promise<number | undefined>,
  doing: <T>(what: string, work: () => Promise<T>) => Promise<T>,
): AppendFile {
  return {
    append: (text) =>
      doing('written', async () => {
        await handle.appendFile(text);
        await handle.datasync();
      }),
    truncate: (bytes) => doing('cut', () => handle.truncate(bytes)),
    size: () => doing('read', size),
    own: () =>
      doing('read', async () => {
        const { size: bytes } = await handle.stat();
        const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(bytes), position: 0 });
        return buffer.subarray(0, bytesRead).toString();
      }),
    close: () => doing('closed', () => handle.close()),
  };
}

/** A hard link makes the name appear with its whole text; where links are not known, an exclusive open has to do. */
async function claim(copy: string, path: string, text: string): Promise<boolean> {
  try {
    await link(copy, path);
    return true;
  } catch (error) {
    if (readCode(error) === 'EEXIST') return false;
    if (!['EPERM', 'ENOTSUP', 'ENOSYS', 'EOPNOTSUPP'].includes(readCode(error) ?? '')) throw error;
  }
  try {
    await writeNew(path, text);
    return true;
  } catch (error) {
    if (readCode(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Windows cannot open a folder; there the rename itself has to do. */
async function flushFolder(dir: string): Promise<void> {
  try {
    const handle = await open(dir, 'r');
    await handle.sync().finally(() => handle.close());
  } catch (error) {
    if (!['EISDIR', 'EPERM', 'EACCES', 'EINVAL', 'ENOENT'].includes(readCode(error) ?? '')) throw error;
  }
}

/**
 * Returns the path that a file is read from and written to. A link stays, and its target is replaced. If the ledger is a link, the lock and
 * missing files are next to the target, so that all folders with a link share them.
 */
function realPaths(dir: string, files: FileNames): (file: string) => Promise<string> {
  return async (file) => {
    const path = join(dir, file);
    const isLock = file.startsWith(files.lock);
    const isShared = isLock || file === files.journal || file === files.history;
    if (!isShared || (!isLock && (await lookAt(path)) !== undefined)) return resolveTarget(path);
    const ledger = join(dir, files.ledger);
    const real = await resolveTarget(ledger);
    return real === ledger ? path : resolveTarget(join(dirname(real), file));
  };
}

/** Returns the target of all links, even if it does not exist yet. Returns the path if it is not a link. */
async function resolveTarget(path: string): Promise<string> {
  if ((await lookAt(path))?.isSymbolicLink() !== true) return path;
  const there = await unlessAbsent(() => realpath(path));
  return there ?? resolveTarget(resolve(await realpath(dirname(path)), await readlink(path)));
}

function lookAt(path: string) {
  return unlessAbsent(() => lstat(path));
}

async function unlessAbsent<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (readCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function readCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

function readMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
