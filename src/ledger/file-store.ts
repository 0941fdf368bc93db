/** Ledgers as files in one folder: the only place of the ledger that touches the disk. */

import { type FileHandle, link, open, readdir, readFile, rm, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock, NewId } from '../contract/clock.ts';
import { LedgerError, requireOptions } from '../errors.ts';
import type { LedgerStore } from '../model/ledger.ts';
import { makeFolder, openForAppend, replaceWhole, writeNew } from '../private-file.ts';
import type { AppendFile, Disk } from './disk.ts';
import { lazyStore } from './lazy-store.ts';
import { fileNames } from './state.ts';
import { STORE_NEEDS, storeOn } from './store.ts';
import { thisProcess } from './this-process.ts';

export interface FileStoreOptions {
  /** Made when it is not there. */
  readonly dir: string;
  /** Name of the account; files are named after it. */
  readonly name: string;
  readonly clock: Clock;
  readonly newId: NewId;
  /** Who takes the lock, as others will read it; the user of the machine when left out. */
  readonly owner?: string;
}

/** `<dir>/<account>.ledger.json`, beside it the history, the journal and the lock. Opens nothing until it is used. @throws UsageError `options-missing` */
export function fileStore(options: FileStoreOptions): LedgerStore {
  requireOptions('fileStore', options, { dir: 'the folder', ...STORE_NEEDS });
  const { dir, name, clock, newId, owner } = options;
  const disk = fileDisk(dir, newId);
  return lazyStore(async () => storeOn({ disk, name, clock, newId, self: await thisProcess(newId, owner) }));
}

/** Whether the folder has anything of this account's ledger: the file, the journal of a first run, or its history. */
export async function hasLedger(dir: string, name: string): Promise<boolean> {
  const { ledger, journal, history } = fileNames(name);
  const disk = fileDisk(dir, () => '');
  for (const file of [ledger, journal, history]) if ((await disk.modifiedAt(file)) !== undefined) return true;
  return false;
}

function fileDisk(dir: string, newId: NewId): Disk {
  const at = (file: string) => join(dir, file);
  const doing = async <T>(what: string, file: string, work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (cause) {
      throw new LedgerError('ledger-disk', `${at(file)} cannot be ${what}: ${messageOf(cause)}.`, {
        hint: 'Check that the folder exists, is writable and has space left, or keep the ledger elsewhere with --ledger.',
        cause,
      });
    }
  };
  return {
    place: dir,
    list: () => doing('read', '', async () => (await unlessAbsent(() => readdir(dir))) ?? []),
    read: (file) => doing('read', file, () => unlessAbsent(() => readFile(at(file), 'utf8'))),
    readEnd: (file) => doing('read', file, async () => (await unlessAbsent(() => endOf(at(file)))) ?? ''),
    modifiedAt: (file) => doing('read', file, () => unlessAbsent(async () => (await stat(at(file))).mtimeMs)),
    replace: (file, text) =>
      doing('written', file, async () => {
        await makeFolder(dir);
        // One at a time replaces a file, so the copy of a run that died is simply written over.
        await replaceWhole(at(file), text, at(`${file}.tmp`));
        await flushFolder(dir);
      }),
    create: (file, text) =>
      doing('created', file, async () => {
        const copy = at(`${file}.${newId()}.tmp`);
        try {
          await makeFolder(dir);
          await writeNew(copy, text);
          return await claim(copy, at(file), text);
        } finally {
          await rm(copy, { force: true });
        }
      }),
    remove: (file) =>
      doing('removed', file, async () => {
        await unlessAbsent(() => unlink(at(file)));
        await flushFolder(dir);
      }),
    openAppend: (file) =>
      doing('opened', file, async () => {
        await makeFolder(dir);
        const handle = await openForAppend(at(file));
        await flushFolder(dir);
        const { dev, ino } = await handle.stat({ bigint: true });
        const size = async () => {
          const named = await unlessAbsent(() => stat(at(file), { bigint: true }));
          return named?.dev === dev && named.ino === ino ? Number(named.size) : undefined;
        };
        return appendFile(handle, size, (what, work) => doing(what, file, work));
      }),
  };
}

/** Bytes from the end in which the last line is looked for. */
const END = 64 * 1024;

async function endOf(path: string): Promise<string> {
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
    if (codeOf(error) === 'EEXIST') return false;
    if (!['EPERM', 'ENOTSUP', 'ENOSYS', 'EOPNOTSUPP'].includes(codeOf(error) ?? '')) throw error;
  }
  try {
    await writeNew(path, text);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Windows cannot open a folder; there the rename itself has to do. */
async function flushFolder(dir: string): Promise<void> {
  try {
    const handle = await open(dir, 'r');
    await handle.sync().finally(() => handle.close());
  } catch (error) {
    if (!['EISDIR', 'EPERM', 'EACCES', 'EINVAL', 'ENOENT'].includes(codeOf(error) ?? '')) throw error;
  }
}

async function unlessAbsent<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
