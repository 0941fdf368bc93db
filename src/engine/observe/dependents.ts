/** Finds the resources that depend on a resource which a plan may remove. Such a removal is blocked. */

import { type Address, parseKind } from '../../model/address.ts';
import type { Desired } from '../../model/desired.ts';
import { isUnsupported, type Kind } from '../../model/kind.ts';
import type { Ledger } from '../../model/ledger.ts';
import type { Live, LiveResource } from '../../model/live.ts';
import { kindLookup } from '../kind-lookup.ts';

export interface LeavingInput {
  readonly desired: Desired;
  /** Looked at for another reason: a revert may remove what its run created. */
  readonly also?: readonly Address[];
  readonly ledger: Ledger;
  readonly kinds: readonly Kind[];
}

export interface Dependents {
  look(kind: Kind, resource: LiveResource): void;
  found(): Live['dependents'] | undefined;
}

/** Addresses that a plan may remove: recorded and no longer declared, of a kind that can be removed. */
export function listLeaving({ desired, also = [], ledger, kinds }: LeavingInput): readonly Address[] {
  const declared = new Set(desired.resources.map(({ address }) => address));
  const { kindOf } = kindLookup(kinds);
  const dropped = Object.values(ledger.records)
    .map(({ address }) => address)
    .filter((address) => !declared.has(address));
  return [...new Set([...dropped, ...also])].filter((address) => {
    const kind = kindOf(address);
    return kind !== undefined && !isUnsupported(kind.writer.remove);
  });
}

/** Object types that have to be read as a whole, to see what of this kind needs one of the addresses. */
export function typesNeeded({ needs }: Kind, leaving: readonly Address[], kinds: readonly Kind[]): readonly string[] {
  if (needs?.firm !== true || leaving.length === 0) return [];
  const { kindOf } = kindLookup(kinds);
  return leaving.flatMap((address) => {
    const kind = kindOf(address);
    return kind !== undefined && needs.kinds.includes(kind.name) ? (kind.objectTypes?.(address) ?? []) : [];
  });
}

/** Collects from all replies the resources that depend on one of the addresses. */
export function collectDependents(leaving: readonly Address[]): Dependents {
  const kinds = new Set(leaving.map(parseKind));
  const wanted = new Set(leaving);
  const found = new Map<Address, Set<Address>>();
  return {
    look({ needs }, resource) {
      // Most plans remove nothing, and an account can hold ten thousand properties.
      if (needs?.firm !== true || !needs.kinds.some((kind) => kinds.has(kind))) return;
      for (const address of needs.of(resource))
        if (wanted.has(address)) found.set(address, (found.get(address) ?? new Set()).add(resource.address));
    },
    found: () => (found.size === 0 ? undefined : new Map([...found].map(([address, by]) => [address, [...by].sort()]))),
  };
}
