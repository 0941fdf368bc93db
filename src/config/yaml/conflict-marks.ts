/** Merge conflicts in a file. They are reported as conflicts instead of the syntax errors that their marks cause. */

export interface Conflict {
  /** Lines of the first and the last mark, from 1. */
  readonly first: number;
  readonly last: number;
  /** Offset of the first mark. */
  readonly offset: number;
}

const MARK = /^(?:<{7}|\|{7}|={7}|>{7})(?: .*)?\r?$/gm;

/** Returns conflicts from their first to their last mark. A single mark counts as a conflict. */
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
