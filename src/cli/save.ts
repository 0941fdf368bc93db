/** Writes a file whole or not at all, readable by its owner only. */

import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { UsageError } from '../errors.ts';
import { replaceWhole } from '../private-file.ts';

/** Throws UsageError when the place cannot be written. */
export async function savePrivately(path: string, text: string): Promise<void> {
  const copy = join(dirname(path), `.${basename(path)}.${randomUUID()}.tmp`);
  try {
    await replaceWhole(path, text, copy);
  } catch (cause) {
    throw new UsageError(
      'cannot-save',
      `${path} cannot be written: ${cause instanceof Error ? cause.message : cause}.`,
      {
        hint: 'Check that the folder exists and is writable.',
        cause,
      },
    );
  }
}

/** Undefined when there is no such file. Throws UsageError when it is there and cannot be read. */
export async function textOf(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return undefined;
    throw new UsageError('cannot-save', `${path} is there and cannot be read, so it is not replaced.`, {
      hint: 'Name a file that you may read and write.',
      cause,
    });
  }
}
