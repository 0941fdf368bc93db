/** What it proves that one side does not show a resource: that it is not there, or nothing, and why. Pure. */

import type { Address } from '../../model/address.ts';
import { matchesPattern } from '../../model/address-pattern.ts';
import type { Kind } from '../../model/kind.ts';
import type { SnapshotPart, SnapshotResource, Unread } from '../../model/snapshot.ts';
import { setFields } from '../compare.ts';
import { partOf } from '../observe/parts.ts';
import { keysOf } from './keys.ts';
import type { Side } from './side.ts';
import { narrowedTo, notAskedAbout, notLookedAt, type Unproven } from './unasked.ts';

/** Asks a side about what only the other one shows: undefined where it is certain that this side does not have it. */
export type Prove = (resource: SnapshotResource, key: Address, kind: Kind) => Unproven | undefined;

export function missingOn(side: Side, other: Side): Prove {
  if (!side.isRead) return () => undefined;
  const keys = keysOf(side, other);
  const parts = new Map<string, SnapshotPart>();
  for (const part of side.parts) {
    const kind = side.kinds.get(part.kind);
    if (kind !== undefined) parts.set(`${part.kind} ${keys.partOf(kind, part.of)}`, part);
  }
  const byKey = <T>(some: Iterable<readonly [Address, T]>): ReadonlyMap<Address, T> =>
    new Map(
      [...some].flatMap(([address, value]) => {
        const kind = side.kinds.get(address.slice(0, address.indexOf(':')) as Kind['name']);
        return kind === undefined ? [] : [[keys.keyOf(kind, address), value] as const];
      }),
    );
  const unread = byKey<Unread>(side.unread);
  const absent = byKey([...side.absent].map((address) => [address, true] as const));
  return (resource, key, kind) => {
    const tells = side.tells(kind.name);
    if (tells === undefined) return notAskedAbout(side);
    if (tells.shows === 'nothing') return { because: 'surface', reason: tells.reason ?? NO_READ };
    const single = unread.get(key);
    if (single !== undefined) return { because: single.because, reason: single.reason };
    if (absent.has(key)) return undefined;
    const isAsked = side.patterns.some((one) =>
      [one, keys.keyOf(kind, one as Address)].some((pattern) => matchesPattern(pattern, key)),
    );
    if (side.patterns.length > 0 && !isAsked) return narrowedTo(side);
    const part = parts.get(`${kind.name} ${partOf(kind, key)}`);
    const of = part?.of ?? partOf(kind, resource.address);
    if (part === undefined) return notLookedAt(side, of);
    if (part.unread !== undefined) return { of, ...part.unread };
    if (part.partly !== undefined && isSensitive(kind, resource)) return { of, ...part.partly };
    if (tells.shows === 'existence') return { because: 'surface', reason: tells.reason ?? NO_READ };
    return undefined;
  };
}

const NO_READ = 'The surface has no read that shows it.';

/** Lists that a token may not read can hold it. */
function isSensitive(kind: Kind, { fields }: SnapshotResource): boolean {
  return setFields(kind, fields)['dataSensitivity'] !== undefined;
}
