/** Plans the reads of an observation for all kinds, and merges equal calls. */

import { type Address, parseKind } from '../../model/address.ts';
import type { Holder } from '../../model/desired.ts';
import { isUnsupported, type Kind } from '../../model/kind.ts';
import type { FurtherReads, KindReader, PlannedRead, Wanted } from '../../model/kind-reader.ts';
import type { LiveResource } from '../../model/live.ts';
import { typesNeeded } from './dependents.ts';
import type { Looked } from './near.ts';
import type { SharedRead } from './perform-read.ts';

export interface Beyond {
  /** Object types of which all there is counts. */
  readonly whole: readonly string[];
  /** Apps and events of which all there is counts. */
  readonly holders: readonly Holder[];
  /** Addresses that a plan may remove. Resources that depend on them count. */
  readonly leaving: readonly Address[];
}

const NOTHING_BEYOND: Beyond = { whole: [], holders: [], leaving: [] };

/** Returns the reads for the addresses, and for everything that counts in addition. */
export function firstReads(
  kinds: readonly Kind[],
  addresses: Iterable<Address>,
  wanted: Wanted,
  { whole, holders, leaving }: Beyond = NOTHING_BEYOND,
): readonly SharedRead[] {
  const byKind = addressesByKind(addresses);
  return merged(kinds, (reader, kind) => [
    ...reader.reads(byKind.get(kind.name) ?? [], wanted),
    ...[...new Set([...whole, ...typesNeeded(kind, leaving, kinds)])].flatMap((type) => reader.lists(type)),
    ...(reader.needing?.(findNeeded(kind, leaving)) ?? []),
    ...whole.flatMap((type) => reader.hiddenLists?.(type) ?? []),
    ...holders.flatMap((holder) => (holder.kind === kind.name ? (reader.ofHolder?.(holder.name) ?? []) : [])),
  ]);
}

function findNeeded({ needs }: Kind, leaving: readonly Address[]): readonly Address[] {
  return leaving.filter((address) => needs?.firm === true && needs.kinds.some((kind) => kind === parseKind(address)));
}

/** Returns the reads of one round, for addresses that no reply has shown. */
export function furtherReads(
  kinds: readonly Kind[],
  unshown: readonly Address[],
  round: number,
  wanted: Wanted,
): readonly SharedRead[] {
  const byKind = addressesByKind(unshown);
  return merged(kinds, (reader, { name }) => {
    const addresses = byKind.get(name) ?? [];
    return addresses.length === 0 ? [] : (listFurtherReads(reader)[round]?.(addresses, wanted) ?? []);
  });
}

/** Returns the reads of values that lists leave out, for resources that a plan may change. */
export function closerReads(
  kinds: readonly Kind[],
  shown: Iterable<LiveResource>,
  wanted: Wanted,
): readonly SharedRead[] {
  const byKind = Map.groupBy(shown, ({ kind }) => kind);
  return merged(kinds, (reader, { name }) => reader.closer?.(byKind.get(name) ?? [], wanted) ?? []);
}

/** The most rounds that a kind has. */
export function countRounds(kinds: readonly Kind[]): number {
  return Math.max(0, ...kinds.map(({ reader }) => (isUnsupported(reader) ? 0 : listFurtherReads(reader).length)));
}

/** Reads of one call with different further calls are different reads. */
export function buildReadKey({
  call,
  together = [],
  extra = [],
}: Pick<PlannedRead, 'call' | 'together' | 'extra'>): string {
  const calls = [call, ...together, ...extra.map((one) => one.call)];
  return JSON.stringify(calls.map(({ endpoint, params, query = {} }) => [endpoint, params, query]));
}

/** Returns the reads that replies lead to, by the read of the reply. */
export function nextReads(looked: Looked): ReadonlyMap<string, readonly SharedRead[]> {
  return new Map(
    looked.flatMap(([read, { result }]) => {
      if ('error' in result) return [];
      const reads = merged(read.kinds, (reader) => reader.next?.(result.call, result.value) ?? []);
      return reads.length === 0 ? [] : [[buildReadKey(read), reads] as const];
    }),
  );
}

/** Archived resources are read last, because they matter only for missing resources. */
function listFurtherReads({ hidden = [], archived }: KindReader): readonly FurtherReads[] {
  return archived === undefined ? hidden : [...hidden, archived];
}

function addressesByKind(addresses: Iterable<Address>) {
  return Map.groupBy(addresses, parseKind);
}

function merged(
  kinds: readonly Kind[],
  readsOf: (reader: KindReader, kind: Kind) => readonly PlannedRead[],
): readonly SharedRead[] {
  const byCall = new Map<string, SharedRead>();
  for (const kind of kinds) {
    if (isUnsupported(kind.reader)) continue;
    for (const read of readsOf(kind.reader, kind)) {
      const key = buildReadKey(read);
      const before = byCall.get(key);
      // A kind that requires the read decides what its failure means.
      const decisive = before !== undefined && before.optional === undefined ? before : read;
      byCall.set(key, {
        ...decisive,
        covers: [...(before?.covers ?? []), ...read.covers],
        kinds: [...(before?.kinds ?? []), kind],
      });
    }
  }
  return [...byCall.values()];
}
