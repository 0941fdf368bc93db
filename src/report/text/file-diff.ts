/** The changes of a file as a unified diff. */

import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff';
import { terminalLines } from '../escape.ts';
import type { Palette } from './style.ts';

/** Compares with Unix line ends, whatever the file has. */
export function fileDiff(path: string, before: string, after: string): string {
  const [old, now] = [before, after].map((text) => text.replaceAll('\r\n', '\n'));
  return createTwoFilesPatch(path, path, old ?? '', now ?? '', undefined, undefined, {
    context: 3,
    headerOptions: FILE_HEADERS_ONLY,
  });
}

/** Returns the diff for a terminal. */
export function fileDiffText(diff: string, palette: Palette): string {
  const ink = (line: string): string => {
    if (/^\+(?!\+\+ )/.test(line)) return palette.added(line);
    return /^-(?!-- )/.test(line) ? palette.removed(line) : line;
  };
  return terminalLines(diff).split('\n').map(ink).join('\n');
}
