/** Reads a saved snapshot: only a complete document of a known version becomes one. */

import { parseWith } from '../../contract/parse-with.ts';
import { UsageError } from '../../errors.ts';
import { type Json, mapping } from '../../model/json.ts';
import { SNAPSHOT_FORMAT, type Snapshot } from '../../model/snapshot.ts';
import { mention } from '../command.ts';
import { terminalLine } from '../escape.ts';
import { SnapshotDocument } from './snapshot.ts';

const SHOWN_ISSUES = 3;
const VERSION = /^trueup\.snapshot\/([1-9]\d*)$/;

/** `path`: as it is shown. Throws UsageError that names what is wrong. */
export function readSnapshot(text: string, path: string): Snapshot {
  const value = parseJson(text, path);
  const format = mapping(value as Json)?.['format'];
  if (typeof format !== 'string' || !VERSION.test(format)) throw notASnapshot(path, format);
  if (format !== SNAPSHOT_FORMAT)
    throw new UsageError(
      'snapshot-version',
      `The snapshot ${path} has format ${format}, but this version of trueup reads ${SNAPSHOT_FORMAT}.`,
      { hint: 'Compare it with the version of trueup that saved it, or save a new one.' },
    );
  const parsed = parseWith(SnapshotDocument, value);
  if (parsed.success) return parsed.data;
  const issues = parsed.issues
    .slice(0, SHOWN_ISSUES)
    .map(
      ({ path: at, message }) =>
        `${terminalLine(at.map(String).join('.') || 'the document')}: ${terminalLine(message)}`,
    );
  throw new UsageError(
    'snapshot-invalid',
    `The snapshot ${path} is incomplete or invalid: ${issues.join('; ')}.`,
    MAKE_ONE,
  );
}

const MAKE_ONE = { hint: `Snapshots are not meant to be edited. Save one: ${mention('snapshot', '-o', 'FILE.json')}` };

function notASnapshot(path: string, format: unknown): UsageError {
  const what = typeof format === 'string' ? `is ${terminalLine(format)}` : 'has no format of trueup';
  return new UsageError('snapshot-invalid', `${path} is not a snapshot: it ${what}.`, MAKE_ONE);
}

function parseJson(text: string, path: string): unknown {
  try {
    // Some editors and shells begin a text with a byte order mark.
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (cause) {
    throw new UsageError('snapshot-invalid', `The snapshot ${path} is not JSON.`, { ...MAKE_ONE, cause });
  }
}
