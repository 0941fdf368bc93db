/** Many items with one cause: the first are shown, the others counted. */

import type { TextStyle } from './style.ts';

export interface Folded<T> {
  readonly item: T;
  /** Number of further findings of the same cause that are not shown. */
  readonly more: number;
}

/** In the order of the items; `most` of each cause, or all of them where a style asks for everything. */
export function folded<T>(
  items: readonly T[],
  { verbose, everything = false }: Pick<TextStyle, 'verbose' | 'everything'>,
  { causeOf, most }: { readonly causeOf: (item: T) => string; readonly most: (item: T) => number },
): readonly Folded<T>[] {
  if (verbose || everything) return items.map((item) => ({ item, more: 0 }));
  const left = new Map<string, number>();
  for (const item of items) left.set(causeOf(item), (left.get(causeOf(item)) ?? 0) + 1);
  const shown = new Map<string, number>();
  return items.flatMap((item) => {
    const cause = causeOf(item);
    const before = shown.get(cause) ?? 0;
    shown.set(cause, before + 1);
    if (before >= most(item)) return [];
    return [{ item, more: before + 1 === most(item) ? (left.get(cause) ?? 0) - most(item) : 0 }];
  });
}

/** `... and 243 more like this (--verbose lists them)`. */
export function moreLine(more: number, style: TextStyle, like = 'like this'): string {
  return style.palette.dim(`... and ${more} more ${like} (--verbose lists them)`);
}
