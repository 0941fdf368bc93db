/** Functions for long lists. A spread would pass the items as arguments, and the stack has room for only about 100,000. */

/** Adds the items to the end of the list. */
export function append<T>(list: T[], items: Iterable<T>): void {
  for (const item of items) list.push(item);
}

/** Returns the largest of the numbers, or `least` if no number is larger. */
export function largest(numbers: readonly number[], least: number): number {
  return numbers.reduce((most, number) => Math.max(most, number), least);
}
