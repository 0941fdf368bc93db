/** Writes files of the configuration together: all copies first, then each in its place; what a pull overwrites is kept beside it. */

import { randomUUID } from 'node:crypto';
import { constants, copyFile, lstat, readFile, realpath, rename, rm, rmdir, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { systemClock } from '../client/index.ts';
import { defined } from '../contract/defined.ts';
import { LedgerError, UsageError } from '../errors.ts';
import { lockFolder } from '../ledger/folder-lock.ts';
import type { PulledFile } from '../model/pull.ts';
import { makeFolder, writeNew } from '../private-file.ts';
import { systemReason } from './system-reason.ts';

/** As other files of a repository have it. */
const FILE_MODE = 0o666;
const FOLDER_MODE = 0o777;
const BYTE_ORDER_MARK = '\ufeff';

/** What writes; `fmt` keeps nothing of what it overwrites, since the files say the same. */
type Writer = 'pull' | 'fmt';

const AGAIN: Readonly<Record<Writer, string>> = { pull: 'pull again', fmt: 'format again' };

interface FilesLock {
  release(): Promise<void>;
}

interface Target extends PulledFile {
  readonly by: Writer;
  readonly target: string;
  readonly copy: string;
}

/**
 * The first of the files includes the others, so it comes last. Throws UsageError before any file is changed where one is not as it was
 * read, or cannot be written. Gives the paths of what was kept.
 */
export async function writePulled(
  files: readonly PulledFile[],
  cwd: string,
  by: Writer = 'pull',
): Promise<readonly string[]> {
  const targets = await Promise.all(
    files.map(async (file): Promise<Target> => {
      const path = resolve(cwd, file.path);
      // The file behind a link is written, and the link stays one.
      const target = file.before === null ? path : await realpath(path).catch(() => path);
      return { ...file, by, target, copy: join(dirname(target), `.${basename(target)}.${by}.tmp`) };
    }),
  );
  for (const target of targets) await requireUnchanged(target);
  const made: string[] = [];
  const locks = new Map<string, FilesLock>();
  try {
    for (const target of targets) await naming(target, () => lock(target, locks, (folder) => made.push(folder)));
    return await writeAll(targets, by);
  } catch (cause) {
    await released(locks);
    // One in which somebody has put something since stays.
    for (const folder of made.toReversed()) await rmdir(folder).catch(() => undefined);
    throw cause;
  } finally {
    await released(locks);
  }
}

async function lock({ target, by }: Target, locks: Map<string, FilesLock>, onMade: (folder: string) => void) {
  await makeFolder(dirname(target), FOLDER_MODE, onMade);
  const folder = await realpath(dirname(target));
  if (!locks.has(folder)) locks.set(folder, await lockFiles(folder, by));
}

/** Git ignores the lock file, as it ignores other temporary files. */
const LOCK_FILE = '.trueup.lock.tmp';
/** Files are written in much less time. Nothing shows whether a process on another machine has died. */
const UNSEEN_MS = 10 * 60_000;

/** Lets one command at a time write the files of a folder. Throws UsageError `files-in-use`. */
async function lockFiles(dir: string, purpose: string): Promise<FilesLock> {
  const what = `The folder ${dir}`;
  const newId = () => randomUUID();
  try {
    return await lockFolder({ dir, file: LOCK_FILE, what, purpose, unseenMs: UNSEEN_MS, clock: systemClock, newId });
  } catch (error) {
    if (!(error instanceof LedgerError)) throw error;
    if (error.code !== 'ledger-locked') throw error.cause ?? error;
    throw new UsageError('files-in-use', error.message, defined({ hint: error.hint }));
  }
}

/** A lock that stays behind is taken over once this process has ended. */
async function released(locks: Map<string, FilesLock>): Promise<void> {
  for (const taken of locks.values()) await taken.release().catch(() => undefined);
  locks.clear();
}

async function writeAll(all: readonly Target[], by: Writer): Promise<readonly string[]> {
  const targets: Target[] = [];
  // What is there as it should be is not touched, nor taken away where another one fails: somebody else may have written it.
  for (const target of all) {
    if (await requireUnchanged(target)) targets.push(target);
    else await rm(target.copy, { force: true }).catch(() => undefined);
  }
  const kept = new Map<Target, string>();
  const done: Target[] = [];
  try {
    for (const target of targets) await naming(target, () => writeCopy(target));
    for (const target of targets.toReversed()) {
      if (target.before !== null) kept.set(target, await naming(target, () => keep(target)));
      await requireUnchanged(target);
      await naming(target, () => rename(target.copy, target.target));
      done.push(target);
    }
    if (by === 'pull') return [...kept.values()];
    await Promise.all([...kept.values()].map((earlier) => rm(earlier)));
    return [];
  } catch (cause) {
    await undo(targets, done, kept);
    throw cause;
  }
}

/** As far as the file system lets: what cannot be put back is in what was kept. */
async function undo(
  targets: readonly Target[],
  done: readonly Target[],
  kept: ReadonlyMap<Target, string>,
): Promise<void> {
  const undone = [
    ...done.map((target) => {
      const earlier = kept.get(target);
      return earlier === undefined ? rm(target.target) : rename(earlier, target.target);
    }),
    ...[...kept].filter(([target]) => !done.includes(target)).map(([, earlier]) => rm(earlier)),
    ...targets.map(({ copy }) => rm(copy, { force: true })),
  ];
  await Promise.allSettled(undone);
}

/** Whether there is something to write. */
async function requireUnchanged(write: Target): Promise<boolean> {
  const { path, target, before, text, by } = write;
  // Reading a pipe may never end, and a link that leads nowhere is somebody's.
  if (before === null && (await naming(write, () => isOther(target)))) throw there(path);
  const now = await naming(write, () => readText(target));
  // What a pull that was cut off has written already is there as it should be.
  if (now === text || now === (before ?? undefined)) return now !== text;
  throw before === null
    ? there(path)
    : new UsageError('file-changed', `${path} changed since it was read, so nothing was written.`, {
        hint: `Save your changes and ${AGAIN[by]}.`,
      });
}

function there(path: string): UsageError {
  return new UsageError('file-there', `Nothing was written, because ${path} exists outside the configuration.`, {
    hint: 'Include it, move it away, or choose another folder for new files.',
  });
}

/** Whether something is there that is no file of its own, such as a link, a pipe or a folder. */
async function isOther(target: string): Promise<boolean> {
  try {
    return !(await lstat(target)).isFile();
  } catch (cause) {
    if (isAbsent(cause)) return false;
    throw cause;
  }
}

function isAbsent(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'ENOENT';
}

/** Undefined when there is no such file. */
async function readText(target: string): Promise<string | undefined> {
  try {
    const text = await readFile(target, 'utf8');
    return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
  } catch (cause) {
    if (isAbsent(cause)) return undefined;
    throw cause;
  }
}

async function writeCopy({ target, copy, before, text }: Target): Promise<void> {
  // Of a pull that was cut off.
  await rm(copy, { force: true });
  const was = before === null ? undefined : await readFile(target, 'utf8');
  const mode = before === null ? FILE_MODE : (await stat(target)).mode & 0o777;
  await writeNew(copy, was?.startsWith(BYTE_ORDER_MARK) === true ? BYTE_ORDER_MARK + text : text, mode);
}

/** Under the first name that is free: what an earlier pull kept stays. */
async function keep({ target, by }: Target): Promise<string> {
  for (let number = 1; ; number += 1) {
    const name = `${target}.before-${by}${number === 1 ? '' : `-${number}`}`;
    try {
      await copyFile(target, name, constants.COPYFILE_EXCL);
      return name;
    } catch (cause) {
      if (!(cause instanceof Error && 'code' in cause && cause.code === 'EEXIST')) throw cause;
    }
  }
}

/** With the file that was worked on when it failed. */
async function naming<T>({ path, by }: Target, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof UsageError) throw cause;
    throw new UsageError(
      'cannot-save',
      `No file was written, because writing ${path} failed: ${systemReason(cause)}.`,
      {
        hint: `Check that its folder is writable and has room.${by === 'pull' ? ' The ledger is unchanged.' : ''}`,
        cause,
      },
    );
  }
}
