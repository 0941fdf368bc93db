/** Lines of a text around an offset, and what stands between them. */

import type { Splice } from './edits.ts';

export function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

/** Offset of the line break, or of the end of the text. */
export function lineEnd(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end < 0 ? text.length : end;
}

export function columnOf(text: string, offset: number): number {
  return offset - lineStart(text, offset);
}

/** Above the first item of a list nothing else is there that a deeper comment could go with. */
export const ANY_DEPTH = Number.POSITIVE_INFINITY;

/** Where the comments begin that stand right above a line, no deeper than the column: they go with what stands on it. */
export function commentsAbove(text: string, line: number, column: number): number {
  let start = line;
  for (;;) {
    const above = lineStart(text, start - 1);
    const comment = start === 0 ? null : /^([ \t]*)#/.exec(text.slice(above, start));
    if (comment === null || (comment[1] ?? '').length > column) return start;
    start = above;
  }
}

/** Where the comments end that stand below a line, deeper than the column, behind blank lines too: they go with what stands on it. */
export function commentsBelow(text: string, offset: number, column: number): number {
  let stop = lineEnd(text, offset);
  for (;;) {
    const next = /^(?:\n[ \t\r]*)*\n([ \t]*)#/.exec(text.slice(stop, stop + 2_000));
    if (next === null || (next[1] ?? '').length <= column) return stop;
    stop = lineEnd(text, stop + next[0].length);
  }
}

/** On a line of its own behind the line on which something ends, and behind the comments that go with it. */
export function atLineEnd(text: string, end: number, column: number, lines: string): Splice {
  const stop = commentsBelow(text, end, column);
  const at = text[stop - 1] === '\r' ? stop - 1 : stop;
  return { start: at, end: at, text: `${eolOf(text)}${lines}` };
}

/** The line break that most lines of the text have. */
export function eolOf(text: string): string {
  const [all, carried] = [text.split('\n').length - 1, text.split('\r\n').length - 1];
  return carried > all - carried ? '\r\n' : '\n';
}
