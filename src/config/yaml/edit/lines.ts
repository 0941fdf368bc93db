/** Lines of a text around an offset, and the comments between them. */

import type { Splice } from './edits.ts';

export function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

/** Returns the offset of the line break, or of the end of the text. */
export function lineEnd(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end < 0 ? text.length : end;
}

export function columnOf(text: string, offset: number): number {
  return offset - lineStart(text, offset);
}

/** Above the first item of a list there is no other entry that a deeper comment could belong to. */
export const ANY_DEPTH = Number.POSITIVE_INFINITY;

/** Returns the start of the comments directly above a line that are not indented deeper than the column. They belong to the line. */
export function commentsAbove(text: string, line: number, column: number): number {
  let start = line;
  for (;;) {
    const above = lineStart(text, start - 1);
    const comment = start === 0 ? null : /^([ \t]*)#/.exec(text.slice(above, start));
    if (comment === null || (comment[1] ?? '').length > column) return start;
    start = above;
  }
}

/**
 * Returns the end of the comments below a line that are indented deeper than the column, even after blank lines. They belong to the line.
 */
export function commentsBelow(text: string, offset: number, column: number): number {
  let stop = lineEnd(text, offset);
  for (;;) {
    const next = /^(?:\n[ \t\r]*)*\n([ \t]*)#/.exec(text.slice(stop, stop + 2_000));
    if (next === null || (next[1] ?? '').length <= column) return stop;
    stop = lineEnd(text, stop + next[0].length);
  }
}

/** Inserts lines after the line with the given end, and after the comments that belong to it. */
export function atLineEnd(text: string, end: number, column: number, lines: string): Splice {
  const stop = commentsBelow(text, end, column);
  const at = text[stop - 1] === '\r' ? stop - 1 : stop;
  return { start: at, end: at, text: `${eolOf(text)}${lines}` };
}

/** Returns the line break that most lines of the text have. */
export function eolOf(text: string): string {
  const [all, carried] = [text.split('\n').length - 1, text.split('\r\n').length - 1];
  return carried > all - carried ? '\r\n' : '\n';
}
