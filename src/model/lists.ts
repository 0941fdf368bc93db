/** Functions for long lists. A spread would pass the items as arguments, and the stack has room for only about 100,000. */

/** Adds the items to the end of the list. */
export function append<T>(list: T[], items: Iterable<T>): void {
  for (const item of items) list.push(item);
}

/** Returns the largest of the numbers, or `least` if no number is larger. */
export function largest(numbers: readonly number[], least: number): number {
  return numbers.reduce((most, number) => Math.max(most, number), least);
}

/**
 * Returns the indexes of the most entries that can stay when a list gets a new order. `places` has the old position of each entry, in the new
 * order, and undefined for a new entry. `fits` tells whether two neighbours among the staying entries leave room for this number of other
 * entries between them. `before` is undefined for the first of them.
 */
export function stayingPositions(
  places: readonly (number | undefined)[],
  fits: (before: number | undefined, after: number, between: number) => boolean = () => true,
): ReadonlySet<number> {
  const chains = new Map<number, Chain>();
  for (const [index, place] of places.entries()) {
    if (place === undefined) continue;
    let longest: Chain | undefined = fits(undefined, place, index) ? { place, size: 1 } : undefined;
    for (const [earlier, { place: before, size }] of chains) {
      const isLonger = longest === undefined || size >= longest.size;
      if (isLonger && before < place && fits(before, place, index - earlier - 1))
        longest = { place, size: size + 1, previous: earlier };
    }
    if (longest !== undefined) chains.set(index, longest);
  }
  let last = [...chains].reduce<number | undefined>(
    (best, [index, { size }]) => (best === undefined || size > (chains.get(best)?.size ?? 0) ? index : best),
    undefined,
  );
  const staying = new Set<number>();
  while (last !== undefined) {
    staying.add(last);
    last = chains.get(last)?.previous;
  }
  return staying;
}

/** The longest row of staying entries that ends with an entry. */
interface Chain {
  readonly place: number;
  readonly size: number;
  readonly previous?: number;
}
