/** Writes the files of a pull: all copies first, then each in its place; what is overwritten is kept beside it. */

import { link, readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { getSystemErrorMessage } from 'node:util';
import { UsageError } from '../errors.ts';
import type { PulledFile } from '../model/pull.ts';
import { makeFolder, writeNew } from '../private-file.ts';

/** As other files of a repository have it. */
const FILE_MODE = 0o666;
const FOLDER_MODE = 0o777;
const BYTE_ORDER_MARK = '\ufeff';

interface Target extends PulledFile {
  readonly target: string;
  readonly copy: string;
}

/**
 * The first of the files includes the others, so it comes last. Throws UsageError before any file is changed where one is not as it was
 * read, or cannot be written. Gives the paths of what was kept.
 */
export async function writePulled(files: readonly PulledFile[], cwd: string): Promise<readonly string[]> {
  const targets = await Promise.all(
    files.map(async (file): Promise<Target> => {
      const path = resolve(cwd, file.path);
      // The file behind a link is written, and the link stays one.
      const target = file.before === null ? path : await realpath(path).catch(() => path);
      return { ...file, target, copy: join(dirname(target), `.${basename(target)}.pull.tmp`) };
    }),
  );
  for (const one of targets) await requireUnchanged(one);
  try {
    for (const one of targets) await writeCopy(one);
    const kept: string[] = [];
    for (const one of targets.toReversed()) {
      if (one.before !== null) kept.push(await keep(one));
      await rename(one.copy, one.target);
    }
    return kept;
  } catch (cause) {
    for (const { copy } of targets) await rm(copy, { force: true }).catch(() => undefined);
    throw cannotWrite(cause);
  }
}

async function requireUnchanged({ path, target, before, text }: Target): Promise<void> {
  const now = await textOf(target);
  // What a pull that was cut off has written already is there as it should be.
  if (now === text || now === (before ?? undefined)) return;
  throw before === null
    ? new UsageError('file-there', `${path} exists and is not part of the configuration, so nothing was written.`, {
        hint: 'Include it, move it away, or choose another folder for new files.',
      })
    : new UsageError('file-changed', `${path} changed since it was read, so nothing was written.`, {
        hint: 'Save your changes and pull again.',
      });
}

/** Undefined when there is no such file. */
async function textOf(target: string): Promise<string | undefined> {
  try {
    const text = await readFile(target, 'utf8');
    return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return undefined;
    throw cannotWrite(cause);
  }
}

async function writeCopy({ target, copy, before, text }: Target): Promise<void> {
  await makeFolder(dirname(target), FOLDER_MODE);
  // Of a pull that was cut off.
  await rm(copy, { force: true });
  const was = before === null ? undefined : await readFile(target, 'utf8');
  const mode = before === null ? FILE_MODE : (await stat(target)).mode & 0o777;
  await writeNew(copy, was?.startsWith(BYTE_ORDER_MARK) === true ? BYTE_ORDER_MARK + text : text, mode);
}

/** Under the first name that is free: what an earlier pull kept stays. */
async function keep({ target }: Target): Promise<string> {
  for (let number = 1; ; number += 1) {
    const name = `${target}.before-pull${number === 1 ? '' : `-${number}`}`;
    try {
      await link(target, name);
      return name;
    } catch (cause) {
      if (!(cause instanceof Error && 'code' in cause && cause.code === 'EEXIST')) throw cause;
    }
  }
}

function cannotWrite(cause: unknown): UsageError {
  const why =
    cause instanceof Error && 'errno' in cause && typeof cause.errno === 'number'
      ? getSystemErrorMessage(cause.errno)
      : String(cause);
  return new UsageError('cannot-save', `The files cannot be written: ${why}.`, {
    hint: 'Check that their folders are writable and have room. The ledger is unchanged.',
    cause,
  });
}
