/** What Git makes of a text that two sides changed; undefined where it leaves that to a person. Pure. */

import { diffArrays } from 'diff';

interface Edit {
  /** Lines of the base that it takes the place of: from this one, up to before that one. */
  readonly from: number;
  readonly to: number;
  readonly lines: readonly string[];
}

export function mergedText(base: string, one: string, other: string): string | undefined {
  const lines = linesOf(base);
  const edits = [...editsOf(lines, linesOf(one)), ...editsOf(lines, linesOf(other))].toSorted(
    (a, b) => a.from - b.from || a.to - b.to,
  );
  const merged: string[] = [];
  let at = 0;
  let last: Edit | undefined;
  for (const edit of edits) {
    // Both sides say the same.
    if (last !== undefined && isSame(last, edit)) continue;
    if (last !== undefined && edit.from <= last.to) return undefined;
    merged.push(...lines.slice(at, edit.from), ...edit.lines);
    at = edit.to;
    last = edit;
  }
  return [...merged, ...lines.slice(at)].join('');
}

/** With their ends. */
function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function editsOf(base: readonly string[], side: readonly string[]): readonly Edit[] {
  const edits: Edit[] = [];
  let at = 0;
  let open: Edit | undefined;
  for (const { added, removed, value } of diffArrays([...base], [...side])) {
    if (!added && !removed) {
      at += value.length;
      open = undefined;
      continue;
    }
    const before: Edit = open ?? { from: at, to: at, lines: [] };
    if (open !== undefined) edits.pop();
    open = removed ? { ...before, to: before.to + value.length } : { ...before, lines: [...before.lines, ...value] };
    if (removed) at += value.length;
    edits.push(open);
  }
  return edits;
}

function isSame(one: Edit, other: Edit): boolean {
  return one.from === other.from && one.to === other.to && one.lines.join('') === other.lines.join('');
}
