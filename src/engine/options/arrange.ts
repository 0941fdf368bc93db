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
 * Completes the declaration with values of the account, and gives each option a displayOrder (assumption A17). It is the declared number,
 * else the live number if it still ascends, else the previous number plus one. The numbers never descend, because an undeclared number
 * never exceeds the next one.
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
  const gap = moved || list.some((option) => !live.has(option.value)) ? 1 : 0;
  let before = -1;
  const ascending = list.map(({ value }) => {
    const present = moved ? undefined : natural(live.get(value)?.displayOrder);
    const free = present !== undefined && present >= before + gap ? present : before + 1;
    before = natural(declared.get(value)?.displayOrder) ?? free;
    return before;
  });
  let next = Number.POSITIVE_INFINITY;
  return list
    .map((option, index) => [option, ascending[index] ?? 0] as const)
    .toReversed()
    .map(([option, number]) => {
      next = natural(declared.get(option.value)?.displayOrder) ?? Math.min(number, next);
      return { ...live.get(option.value), ...option, displayOrder: next };
    })
    .toReversed();
}

/** Returns undefined for an order below 0: it asks for the last position. */
function natural(order: number | undefined): number | undefined {
  return order !== undefined && order >= 0 ? order : undefined;
}
