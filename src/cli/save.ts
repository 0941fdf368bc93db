/** Writes a file completely or not at all; a device or a pipe is written directly. */

import { randomUUID } from 'node:crypto';
import { access, constants, mkdir, open, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { UsageError } from '../errors.ts';
import { replaceWhole } from '../private-file.ts';
import { systemReason } from './system-reason.ts';

/** For its owner only. Throws UsageError when the file cannot be written. */
export function savePrivately(path: string, text: string): Promise<void> {
  return save(path, text);
}

/** For whoever the system lets read a new file, in a folder that is made if it is not there. Throws UsageError when the file cannot be written. */
export function saveShared(path: string, text: string): Promise<void> {
  return save(path, text, 0o666);
}

async function save(path: string, text: string, mode?: number): Promise<void> {
  const copy = join(dirname(path), `.${basename(path)}.${randomUUID()}.tmp`);
  try {
    if (await isStream(path)) await writeThrough(path, text);
    else {
      if (mode !== undefined) await mkdir(dirname(path), { recursive: true });
      await replaceWhole(path, text, copy, mode);
    }
  } catch (cause) {
    throw cannotSave(path, cause);
  }
}

/** Called before the work whose result is saved. Throws UsageError if the folder of the file is missing, or no file can be made in it. */
export async function requireFolder(path: string): Promise<void> {
  try {
    if (!(await isStream(path))) await access(dirname(path), constants.W_OK);
  } catch (cause) {
    throw cannotSave(path, cause);
  }
}

function cannotSave(path: string, cause: unknown): UsageError {
  return new UsageError('cannot-save', `${path} cannot be written: ${systemReason(cause)}.`, {
    hint: isFull(cause) ? 'Free some space or choose another file.' : 'Check that the folder exists and is writable.',
    cause,
  });
}

/** Undefined if the file does not exist, or has nothing that could be lost. Throws UsageError if it exists and cannot be read. */
export async function readExistingText(path: string): Promise<string | undefined> {
  try {
    // Reading a device never ends.
    return (await isStream(path)) ? undefined : await readFile(path, 'utf8');
  } catch (cause) {
    if (isAbsent(cause)) return undefined;
    throw new UsageError('cannot-save', `Refused to replace ${path}: it exists and cannot be read.`, {
      hint: 'Choose a file that you can read and write.',
      cause,
    });
  }
}

/** Returns the text of a file that trueup wrote, as its mark shows. Throws the refusal for any other file: a mistyped `-o trueup.yaml` must not cost a configuration. */
export async function requireOwn(path: string, mark: RegExp, refusal: UsageError): Promise<string | undefined> {
  const before = await readExistingText(path);
  if (before === undefined || before.trim() === '' || mark.test(before.slice(0, BEGINNING))) return before;
  throw refusal;
}

/** Characters that contain the mark of a file. */
const BEGINNING = 2_000;

/** A device, a pipe or a socket, as in `-o /dev/stdout`: replacing it with a file would remove it for everyone. */
async function isStream(path: string): Promise<boolean> {
  const found = await stat(path).catch((error: unknown) => {
    if (isAbsent(error)) return undefined;
    throw error;
  });
  return found !== undefined && !found.isFile() && !found.isDirectory();
}

async function writeThrough(path: string, text: string): Promise<void> {
  const file = await open(path, 'w');
  try {
    await file.writeFile(text);
  } finally {
    await file.close();
  }
}

function isAbsent(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}

function isFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
}
