/** Finds the node of an edit. Refuses nodes inside of an alias or an anchor, because another value would change too. */

import { isList, type Json } from '../../../model/json.ts';
import { isAlias, isMap, isPair, isScalar, isSeq, rangeOf } from '../parse.ts';
import type { Step } from './edits.ts';
import { indexOf, valueAt } from './expected.ts';

/** Reason why a part cannot be edited, as a sentence. */
export interface Uneditable {
  readonly reason: string;
}

export const ELSEWHERE: Uneditable = { reason: 'It is written in braces or brackets, or not as a mapping or a list.' };
export const COMMENTED: Uneditable = { reason: 'A comment stands inside it.' };
export const COMMENTED_ABOVE: Uneditable = { reason: 'A comment stands above it.' };

export const HAS_COMMENT = /(^|\s)#/;

/** The parsed document and its plain value. */
export interface Root {
  readonly node: unknown;
  readonly value: Json;
}

export function found(root: Root, path: readonly Step[]): { readonly node: unknown } | Uneditable {
  let { node } = root;
  for (const [depth, step] of [...path, undefined].entries()) {
    if (isAlias(node)) return { reason: 'It is inside of an alias.' };
    if ((isMap(node) || isSeq(node)) && node.anchor !== undefined) {
      return { reason: 'It is inside of an anchor, so another value changes with it.' };
    }
    if (step === undefined) break;
    if (typeof step === 'string') node = isMap(node) ? valueIn(node, step)?.value : undefined;
    else {
      const list = valueAt(root.value, path.slice(0, depth));
      node = isSeq(node) && isList(list) ? node.items[indexOf(list, step)] : undefined;
    }
    if (node === undefined) return { reason: 'It is not where it was.' };
  }
  return { node };
}

export function valueIn(
  node: { readonly items: readonly unknown[] },
  key: string,
): { readonly value: unknown; readonly end: number } | undefined {
  const pair = node.items.find((one) => isPair(one) && isScalar(one.key) && one.key.value === key);
  return isPair(pair) ? { value: pair.value, end: rangeOf(pair.key)?.[1] ?? 0 } : undefined;
}

/** Returns the end of the last word of a node, without trailing blanks and line breaks. */
export function endOf(text: string, node: unknown): number | undefined {
  if (isPair(node)) return endOf(text, node.value) ?? endOf(text, node.key);
  if ((isMap(node) || isSeq(node)) && node.flow !== true && node.items.length > 0)
    return endOf(text, node.items.at(-1));
  const range = rangeOf(node);
  return range && range[0] + text.slice(range[0], range[1]).trimEnd().length;
}
