/** Merge conflicts that somebody left in a file: named as such, in place of the errors of syntax that their marks make. */

export interface Conflict {
  /** Lines of its first and last mark, from 1. */
  readonly first: number;
  readonly last: number;
  /** Offset of the first mark. */
  readonly offset: number;
}

const MARK = /^(?:<{7}|\|{7}|={7}|>{7})(?: .*)?\r?$/gm;

/** From the start of one conflict to its end; a single mark counts as one. */
export function conflictsIn(text: string): readonly Conflict[] {
  const conflicts: Conflict[] = [];
  let open = false;
  let line = 1;
  let offset = 0;
  for (const mark of text.matchAll(MARK)) {
    line += text.slice(offset, mark.index).split('\n').length - 1;
    offset = mark.index;
    const starts = mark[0].startsWith('<');
    const last = conflicts.at(-1);
    if (open && !starts && last !== undefined) conflicts[conflicts.length - 1] = { ...last, last: line };
    else conflicts.push({ first: line, last: line, offset });
    open = !mark[0].startsWith('>');
  }
  return conflicts;
}

export function conflictFault({ first, last }: Conflict) {
  const lines = first === last ? `on line ${first}` : `from line ${first} to ${last}`;
  return {
    code: 'merge-conflict',
    message: `Unresolved merge conflict ${lines}.`,
    hint: 'Keep the side that you want, and remove the lines that start with <<<<<<<, ======= and >>>>>>>.',
  } as const;
}
