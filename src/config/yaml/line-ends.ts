/** Line ends of a single CR: to the parser they are no line ends, so that it takes many lines for one and complains of something else. */

export const CR_LINE_ENDS = {
  code: 'yaml-line-ends',
  message: 'A line ends with CR alone, which is not read as a line end.',
  hint: 'Save the file with line ends LF or CRLF.',
} as const;

export interface LoneReturns {
  /** Offset of the first one. */
  readonly first: number;
  /** Whether there is one on the line of an offset, as the parser counts lines. */
  isOn(offset: number): boolean;
}

/** Undefined where there is none with text behind it on its line, as the parser counts lines. */
export function loneReturns(text: string): LoneReturns | undefined {
  const first = firstIn(text);
  if (first === undefined) return undefined;
  return {
    first,
    isOn: (offset) => firstIn(text.slice(text.lastIndexOf('\n', offset - 1) + 1, lineEnd(text, offset))) !== undefined,
  };
}

function firstIn(text: string): number | undefined {
  for (let at = text.indexOf('\r'); at >= 0; ) {
    const end = lineEnd(text, at);
    if (text.slice(at, end).trim() !== '') return at;
    at = text.indexOf('\r', end);
  }
  return undefined;
}

function lineEnd(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end < 0 ? text.length : end;
}
