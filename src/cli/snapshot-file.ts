/** Reads and writes the file of a snapshot. */

import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { UsageError } from '../errors.ts';
import type { Snapshot } from '../model/snapshot.ts';
import { mention } from '../report/command.ts';
import { json } from '../report/documents/json.ts';
import { readSnapshot } from '../report/documents/read-snapshot.ts';
import { terminalLine } from '../report/escape.ts';
import type { Context } from './context.ts';
import { savePrivately, textOf } from './save.ts';

/** Throws UsageError for a file that cannot be read, and for what is no complete snapshot. */
export async function readSnapshotFile({ world }: Context, path: string): Promise<Snapshot> {
  return readSnapshot(await readText(resolve(world.cwd, path), terminalLine(path)), terminalLine(path));
}

async function readText(path: string, shown: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    throw new UsageError('snapshot-missing', `The snapshot ${shown} cannot be read.`, {
      hint: `Save one: ${mention('snapshot', '-o', 'FILE.json')}`,
      cause,
    });
  }
}

/** An earlier snapshot may be replaced; a mistyped `-o trueup.yaml` must not cost a configuration. Throws UsageError. */
export async function requireSnapshotOrNothing(path: string): Promise<void> {
  const before = await textOf(path);
  if (before === undefined || before.trim() === '' || /^\s*\{\s*"format":\s*"trueup\.snapshot\//.test(before)) return;
  throw new UsageError('not-a-snapshot', `${path} exists and is not a snapshot, so it is not replaced.`, {
    hint: 'Choose another file for -o.',
  });
}

export function saveSnapshot({ redaction }: Context, path: string, snapshot: Snapshot): Promise<void> {
  return savePrivately(path, redaction.scrub(json(snapshot)));
}
