/** The place and the displayOrder of each option in the list that is sent. */

import type { Option } from '../../model/option.ts';
import { byValue } from './lists.ts';

/** Declared options in their order; each kept one behind the option that it follows in the account. */
export function arranged(
  declared: readonly Option[],
  kept: readonly Option[],
  live: readonly Option[],
): readonly Option[] {
  const followers = new Map<string | undefined, Option[]>();
  const anchors = new Set(declared.map((option) => option.value));
  const keptValues = byValue(kept);
  let anchor: string | undefined;
  for (const option of live) {
    const keptOption = keptValues.get(option.value);
    if (keptOption !== undefined) followers.set(anchor, [...(followers.get(anchor) ?? []), keptOption]);
    else if (anchors.has(option.value)) anchor = option.value;
  }
  return [
    ...(followers.get(undefined) ?? []),
    ...declared.flatMap((option) => [option, ...(followers.get(option.value) ?? [])]),
  ];
}

/**
 * Fills in what the declaration leaves open from the account, and a displayOrder for each (assumption A17): declared, else
 * the live one, else the one before plus one. Where the result would not ascend, undeclared numbers become positions; but
 * numbers by which somebody shows the options in another order are kept, and what is new comes last.
 */
export function numbered(
  list: readonly Option[],
  input: {
    readonly live: ReadonlyMap<string, Option>;
    readonly declared: ReadonlyMap<string, Option>;
    readonly moved: boolean;
  },
): readonly Option[] {
  const { live, declared, moved } = input;
  const fixed = list.map((option) => natural(declared.get(option.value)?.displayOrder));
  const present = list.map((option) => (moved ? undefined : natural(live.get(option.value)?.displayOrder)));
  const reordered = descends(present.filter((order) => order !== undefined));
  let highest = Math.max(-1, ...present.map((order) => order ?? -1), ...fixed.map((order) => order ?? -1));
  const orders: number[] = [];
  for (const index of list.keys()) {
    const own = fixed[index] ?? present[index];
    orders.push(own ?? (reordered ? ++highest : (orders[index - 1] ?? -1) + 1));
  }
  const inserted = moved || list.some((option) => !live.has(option.value));
  const ascending = orders.every((order, index) => index === 0 || order > (orders[index - 1] ?? -1));
  return list.map((option, index) => ({
    ...live.get(option.value),
    ...option,
    displayOrder: inserted && !ascending && !reordered ? (fixed[index] ?? index) : (orders[index] ?? index),
  }));
}

function descends(orders: readonly number[]): boolean {
  return orders.some((order, index) => order < (orders[index - 1] ?? 0));
}

/** An order below 0 asks for the last position, so it says nothing. */
function natural(order: number | undefined): number | undefined {
  return order !== undefined && order >= 0 ? order : undefined;
}
