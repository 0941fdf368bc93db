/** Lists the parts of an account that were read as a whole: object types, pairs, apps and events by kind, with failed reads. Pure. */

import { type Address, formatAddress, parseAddress, parseKind } from '../../model/address.ts';
import type { Holder } from '../../model/desired.ts';
import { isUnsupported, type Kind } from '../../model/kind.ts';
import type { PlannedRead, Wanted } from '../../model/kind-reader.ts';
import type { LivePart } from '../../model/live.ts';
import type { Naming } from './names.ts';
import { buildReadKey } from './planned-reads.ts';
import type { Sight } from './sight.ts';

export interface LookedAt {
  readonly kinds: readonly Kind[];
  readonly naming: Naming;
  readonly addresses: Iterable<Address>;
  readonly wanted: Wanted;
  /** Object types. */
  readonly whole: readonly string[];
  readonly holders: readonly Holder[];
}

/** Returns the name of the part that has the address: the object types of the address, or its app or event. */
export function findPartName({ objectTypes }: Pick<Kind, 'objectTypes'>, address: Address): string {
  return (objectTypes?.(address) ?? parseAddress(address)?.parts.slice(0, 1) ?? []).join('/');
}

export function listLiveParts(looked: LookedAt, sight: Pick<Sight, 'failed' | 'refusedReads'>): readonly LivePart[] {
  const { kinds, naming, addresses, wanted, whole, holders } = looked;
  const byKind = Map.groupBy(addresses, parseKind);
  return kinds.flatMap((kind) => {
    const { reader } = kind;
    if (isUnsupported(reader)) return [];
    const parts = new Map<string, LivePart>();
    const add = (of: string, reads: readonly PlannedRead[]): void => {
      const keys = reads.map(buildReadKey);
      const [unread] = keys.flatMap((key) => sight.failed.get(key) ?? []);
      const [partly] = keys.flatMap((key) => sight.refusedReads.get(key) ?? []);
      parts.set(of, {
        ...{ kind: kind.name, of },
        ...parts.get(of),
        ...(unread === undefined ? {} : { unread }),
        ...(partly === undefined ? {} : { partly }),
      });
    };
    for (const type of whole) {
      const lists = reader.lists(type);
      if (lists.length === 0) continue;
      const gap = naming.unnamed.has(type) ? naming.gapOf(formatAddress(kind.name, type, type)) : undefined;
      if (gap?.unseen === true) parts.set(type, { kind: kind.name, of: type, unread: gap.finding });
      else add(type, gap === undefined ? [...lists, ...(reader.hiddenLists?.(type) ?? [])] : []);
    }
    for (const { kind: name, name: of } of holders) if (name === kind.name) add(of, reader.ofHolder?.(of) ?? []);
    const named = Map.groupBy(byKind.get(kind.name) ?? [], (address) => findPartName(kind, address));
    for (const [of, some] of named) {
      const askable = some.filter((address) => naming.gapOf(address) === undefined);
      if (askable.length > 0) add(of, reader.reads(askable, wanted));
    }
    return [...parts.values()];
  });
}
