/** Narrows decisions to some addresses, with everything these depend on. */

import type { Address } from '../../model/address.ts';
import { collectMoving } from '../observe/renamed.ts';
import type { Decision } from './decision.ts';

/**
 * A target is an address, or a prefix that ends in `*`. Without targets, the plan has everything. A target on the old or new address of a
 * moved resource includes both, because half of a move would lose the record.
 */
export function selectTargets(
  decisions: readonly Decision[],
  targets: readonly string[],
  renamed: Readonly<Record<Address, Address>> = {},
): readonly Decision[] {
  if (targets.length === 0) return decisions;
  const byAddress = new Map(decisions.map((decision) => [decision.change.address, decision] as const));
  const chosen = new Set<Address>();
  for (const { change } of decisions)
    if (targets.some((target) => isTargeted(change.address, target))) chosen.add(change.address);
  // A set that grows is read to its end.
  for (const address of chosen) {
    for (const dependency of byAddress.get(address)?.change.dependsOn ?? []) chosen.add(dependency);
    for (const other of collectMoving([address], renamed)) chosen.add(other);
  }
  return decisions.filter(({ change }) => chosen.has(change.address));
}

export function isTargeted(address: string, target: string): boolean {
  return target.endsWith('*') ? address.startsWith(target.slice(0, -1)) : address === target;
}
