/** Shows what became of the files that were formatted. */

import type { PulledFile } from '../model/pull.ts';
import { FORMATTED_FORMAT } from '../report/documents/formats.ts';
import { terminalLine } from '../report/escape.ts';
import { count } from '../report/text/layout.ts';
import { buildStyle, type Context } from './context.ts';
import type { CommonFlags } from './flags.ts';

export interface FmtFlags extends CommonFlags {
  readonly check?: boolean;
  readonly diff?: boolean;
}

/** A file before and after. */
export interface FormattedFile extends PulledFile {
  readonly before: string;
}

export async function showFormatted(
  context: Context,
  flags: FmtFlags,
  files: readonly FormattedFile[],
  written: boolean,
): Promise<void> {
  const changed = files.filter(({ before, text }) => before !== text);
  const diffs = new Map(flags.diff === true ? await listDiffs(changed) : []);
  if (flags.json === true) {
    const { json } = await import('../report/documents/json.ts');
    const document = {
      format: FORMATTED_FORMAT,
      files: files.map((file) => {
        const { path, before, text } = file;
        const diff = diffs.get(file);
        const result = before === text ? 'unchanged' : written ? 'formatted' : 'outdated';
        return { path, result, ...(diff === undefined ? {} : { diff }), ...(path === '-' ? { text } : {}) };
      }),
    };
    context.out(json(document));
    return;
  }
  if (flags.diff === true) {
    const { fileDiffText } = await import('../report/text/file-diff.ts');
    const { palette } = buildStyle(context.world, flags);
    context.out([...diffs.values()].map((diff) => fileDiffText(diff, palette)).join(''));
  } else context.out(changed.map(({ path }) => `${terminalLine(path)}\n`).join(''));
  if (flags.quiet !== true) context.note(counts(changed.length, files.length - changed.length, written));
}

function counts(changed: number, rest: number, written: boolean): string {
  if (changed === 0) return `${count(rest, 'file')}: nothing to format.`;
  return `${count(changed, 'file')} ${written ? 'formatted' : 'to be formatted'}, ${rest} as before.`;
}

async function listDiffs(files: readonly FormattedFile[]): Promise<readonly (readonly [FormattedFile, string])[]> {
  const { fileDiff } = await import('../report/text/file-diff.ts');
  return files.map((file) => [file, fileDiff(file.path, file.before, file.text)] as const);
}
