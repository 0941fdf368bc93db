/** Option lists by value and by order: operations that every step uses. */

import type { Fields } from '../../model/json.ts';
import type { Option } from '../../model/option.ts';
import { sameOption } from '../compare.ts';

export function byValue(options: readonly Option[]): ReadonlyMap<string, Option> {
  return new Map(options.map((option) => [option.value, option]));
}

/** Returns the form of a list without an order. */
export function sortedByValue(options: readonly Option[]): readonly Option[] {
  return options.toSorted((left, right) => (left.value < right.value ? -1 : left.value > right.value ? 1 : 0));
}

/** True if the common options of both lists have the same order. */
export function sameOrder(one: readonly Option[], other: readonly Option[]): boolean {
  const positions = indexPositions(other);
  const order = one.flatMap(({ value }) => positions.get(value) ?? []);
  return order.every((position, index) => index === 0 || position >= (order[index - 1] ?? 0));
}

/** The options that both lists have, in the order of the first; the others where they are. */
export function sortByList(first: readonly Option[], options: readonly Option[]): readonly Option[] {
  const positions = indexPositions(first);
  const sorted = options
    .filter(({ value }) => positions.has(value))
    .toSorted((a, b) => (positions.get(a.value) ?? 0) - (positions.get(b.value) ?? 0))
    .values();
  return options.map((option) => (positions.has(option.value) ? (sorted.next().value ?? option) : option));
}

/** True if an option is missing in the list or differs there. */
export function hasDifferingOption(options: readonly Option[], list: ReadonlyMap<string, Option>): boolean {
  return options.some((option) => {
    const other = list.get(option.value);
    return other === undefined || !sameOption(option, other);
  });
}

/** The option with no other members than these. */
export function selectMembers(option: Option, members: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(option).filter(([member]) => members.includes(member)));
}

function indexPositions(list: readonly Option[]): ReadonlyMap<string, number> {
  return new Map(list.map(({ value }, index) => [value, index]));
}
