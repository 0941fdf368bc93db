/** Long lists: a spread would pass them as arguments, of which the stack holds some 100,000. */

/** Adds the items at the end of the list. */
export function append<T>(list: T[], items: Iterable<T>): void {
  for (const item of items) list.push(item);
}

/** The largest of the numbers, or `least` where none is larger. */
export function largest(numbers: readonly number[], least: number): number {
  return numbers.reduce((most, number) => Math.max(most, number), least);
}
