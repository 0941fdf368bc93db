/** Edits the text of a YAML file. All other parts stay the same, byte for byte. */

import { equalJson } from '../../../model/json.ts';
import { buildValue } from '../build.ts';
import { compose } from '../parse.ts';
import type { Edit, Splice } from './edits.ts';
import { isMade } from './expected.ts';
import type { Root } from './found.ts';
import { spliceOf } from './splice.ts';

export interface Edited {
  readonly text: string;
  /** Edits that cannot be made without a change of another part, with the reason. The text contains none of them. */
  readonly refused: readonly { readonly edit: Edit; readonly reason: string }[];
}

/** Makes the edits and reads the result again. An edit with another result than intended is refused. */
export function editYaml(text: string, edits: readonly Edit[]): Edited {
  if (edits.length === 0) return { text, refused: [] };
  const edited = tried(text, edits);
  if (edited !== undefined) return edited;
  const [edit] = edits;
  if (edits.length === 1 && edit !== undefined) return { text, refused: [{ edit, reason: UNEDITABLE }] };
  const half = Math.ceil(edits.length / 2);
  const first = editYaml(text, edits.slice(0, half));
  const second = editYaml(first.text, edits.slice(half));
  return { text: second.text, refused: [...first.refused, ...second.refused] };
}

const UNEDITABLE = 'It is written in a form that cannot be edited by a program.';

/** Returns undefined if the result differs from the intended value. */
function tried(text: string, edits: readonly Edit[]): Edited | undefined {
  const root = readRoot(text);
  if (root === undefined) return undefined;
  const splices: Splice[] = [];
  const done: Edit[] = [];
  const refused: Edited['refused'][number][] = [];
  for (const edit of edits) {
    const splice = spliceOf(text, root, edit);
    if ('reason' in splice) refused.push({ edit, reason: splice.reason });
    else {
      splices.push(splice);
      done.push(edit);
    }
  }
  const after = spliced(text, splices);
  const meant = structuredClone(root.value);
  const is = readRoot(after)?.value;
  if (is === undefined || !done.every((edit) => isMade(meant, edit)) || !equalJson(meant, is))
    return done.length === 0 ? { text, refused } : undefined;
  return { text: after, refused };
}

/** Returns undefined if the text is not one sound document. */
function readRoot(text: string): Root | undefined {
  const { documents, refused } = compose(text);
  const [document, second] = documents;
  if (refused !== undefined || second !== undefined || (document?.errors.length ?? 0) > 0) return undefined;
  const node = document?.contents;
  const { value, findings } = buildValue(node, () => ({ file: '', line: 1, column: 1 }));
  return findings.length > 0 ? undefined : { node, value: value ?? {} };
}

/** Applies the splices in the order of their offsets. Splices at the same offset keep the order of their edits. */
function spliced(text: string, splices: readonly Splice[]): string {
  const parts: string[] = [];
  let offset = 0;
  for (const { start, end, text: insert } of splices.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    // Two edits overlap. The result is refused when it is read again.
    if (start < offset) continue;
    parts.push(text.slice(offset, start), insert);
    offset = end;
  }
  return [...parts, text.slice(offset)].join('');
}
