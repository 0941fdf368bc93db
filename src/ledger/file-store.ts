/** Ledgers as files in one folder: the only place of the ledger that touches the disk. */

import { constants } from 'node:fs';
import { type FileHandle, link, mkdir, open, readFile, rename, rm, stat, unlink } from 'node:fs/promises';
import { hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import type { Clock, NewId } from '../contract/clock.ts';
import { LedgerError } from '../errors.ts';
import type { LedgerStore } from '../model/ledger.ts';
import type { AppendFile, Disk, Self } from './disk.ts';
import { lazyStore } from './lazy-store.ts';
import { storeOn } from './store.ts';

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

/** `<dir>/<account>.ledger.json`, beside it the history, the journal and the lock. Opens nothing until it is used. */
export function fileStore({ dir, name, clock, newId, owner }: FileStoreOptions): LedgerStore {
  const disk = fileDisk(dir, newId);
  return lazyStore(async () => storeOn({ disk, name, clock, newId, self: await thisProcess(owner) }));
}

/** This process as others read it in a lock. */
export async function thisProcess(owner = userName()): Promise<Self> {
  const started = await startOf(process.pid);
  return { owner, host: hostname(), pid: process.pid, alive, ...(started === undefined ? {} : { started }) };
}

function fileDisk(dir: string, newId: NewId): Disk {
  const at = (file: string) => join(dir, file);
  const doing = async <T>(what: string, file: string, work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (cause) {
      throw new LedgerError('ledger-disk', `${at(file)} cannot be ${what}: ${messageOf(cause)}.`, {
        hint: 'Check that the folder exists, is writable and has space left.',
        cause,
      });
    }
  };
  return {
    place: dir,
    read: (file) => doing('read', file, () => unlessAbsent(() => readFile(at(file), 'utf8'))),
    modifiedAt: (file) => doing('read', file, () => unlessAbsent(async () => (await stat(at(file))).mtimeMs)),
    replace: (file, text) =>
      doing('written', file, async () => {
        // One at a time replaces a file, so the copy of a run that died is simply written over.
        const copy = at(`${file}.tmp`);
        await writeWhole(dir, copy, text, 'w');
        await rename(copy, at(file));
        await flushFolder(dir);
      }),
    create: (file, text) =>
      doing('created', file, async () => {
        const copy = at(`${file}.${newId()}.tmp`);
        try {
          await writeWhole(dir, copy, text, 'wx');
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
        await mkdir(dir, { recursive: true });
        const handle = await open(at(file), constants.O_CREAT | constants.O_RDWR | constants.O_APPEND);
        await flushFolder(dir);
        return appendFile(handle, (what, work) => doing(what, file, work));
      }),
  };
}

function appendFile(handle: FileHandle, doing: (what: string, work: () => Promise<void>) => Promise<void>): AppendFile {
  return {
    append: (text) =>
      doing('written', async () => {
        await handle.appendFile(text);
        await handle.datasync();
      }),
    truncate: (bytes) => doing('cut', () => handle.truncate(bytes)),
    close: () => doing('closed', () => handle.close()),
  };
}

async function writeWhole(dir: string, path: string, text: string, flag: 'w' | 'wx'): Promise<void> {
  await mkdir(dir, { recursive: true });
  const handle = await open(path, flag);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
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
    const handle = await open(path, 'wx');
    await handle.writeFile(text).finally(() => handle.close());
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

/** Alive unless the system says that there is no such process, or that its pid now belongs to a later one. */
async function alive(holder: { readonly pid: number; readonly started?: string }): Promise<boolean> {
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    if (codeOf(error) === 'ESRCH') return false;
  }
  const started = await startOf(holder.pid);
  return started === undefined || holder.started === undefined || started === holder.started;
}

/** Boot and start time of a process, where the system shows them as files; undefined elsewhere. */
async function startOf(pid: number): Promise<string | undefined> {
  try {
    const boot = (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim();
    const line = await readFile(`/proc/${pid}/stat`, 'utf8');
    // The second member is the command in parentheses and may hold blanks; the start time is the 22nd.
    const ticks = line.slice(line.lastIndexOf(')') + 2).split(' ')[19];
    return ticks === undefined ? undefined : `${boot}/${ticks}`;
  } catch {
    return undefined;
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

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return 'someone';
  }
}
