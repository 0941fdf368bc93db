/** Finds the node that an edit is about; never by way of an alias or an anchor, where another value changes with it. */

import { isAlias, isMap, isPair, isScalar, isSeq, rangeOf } from '../parse.ts';
import type { Step } from './edits.ts';

/** Why something cannot be edited: a sentence. */
export interface Uneditable {
  readonly reason: string;
}

export const ELSEWHERE: Uneditable = { reason: 'It is written in braces or brackets, or not as a mapping or a list.' };
export const COMMENTED: Uneditable = { reason: 'A comment stands inside it.' };
export const COMMENTED_ABOVE: Uneditable = { reason: 'A comment stands above it.' };

export const HAS_COMMENT = /(^|\s)#/;

export function found(root: unknown, path: readonly Step[]): { readonly node: unknown } | Uneditable {
  let node = root;
  for (const step of [...path, undefined]) {
    if (isAlias(node)) return { reason: 'It is inside of an alias.' };
    if ((isMap(node) || isSeq(node)) && node.anchor !== undefined) {
      return { reason: 'It is inside of an anchor, so another value changes with it.' };
    }
    if (step === undefined) break;
    const next = typeof step === 'string' ? entryOf(node, step) : itemsOf(node, step);
    if (next === undefined) return { reason: 'It is not where it was.' };
    node = next.value;
  }
  return { node };
}

function entryOf(node: unknown, key: string): { readonly value: unknown } | undefined {
  return isMap(node) ? valueIn(node, key) : undefined;
}

export function valueIn(
  node: { readonly items: readonly unknown[] },
  key: string,
): { readonly value: unknown; readonly end: number } | undefined {
  const pair = node.items.find((one) => isPair(one) && isScalar(one.key) && one.key.value === key);
  return isPair(pair) ? { value: pair.value, end: rangeOf(pair.key)?.[1] ?? 0 } : undefined;
}

/** The one item with these members. */
function itemsOf(node: unknown, members: Exclude<Step, string>): { readonly value: unknown } | undefined {
  if (!isSeq(node)) return undefined;
  const fits = node.items.filter(
    (item) =>
      isMap(item) &&
      Object.entries(members).every(([name, value]) => {
        const there = valueIn(item, name)?.value;
        return isScalar(there) && there.value === value;
      }),
  );
  return fits.length === 1 ? { value: fits[0] } : undefined;
}

/** Where the last word of a node ends; blanks and line breaks behind it are not of it. */
export function endOf(text: string, node: unknown): number | undefined {
  if (isPair(node)) return endOf(text, node.value) ?? endOf(text, node.key);
  if ((isMap(node) || isSeq(node)) && node.flow !== true && node.items.length > 0)
    return endOf(text, node.items.at(-1));
  const range = rangeOf(node);
  return range && range[0] + text.slice(range[0], range[1]).trimEnd().length;
}
