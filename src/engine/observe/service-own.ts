/** What of an account is the service's own: its definitions, and the groups that hold them. One rule for every command that leaves it out. Pure. */

import type { Address } from '../../model/address.ts';
import { matchesPattern } from '../../model/address-pattern.ts';
import type { Kind } from '../../model/kind.ts';
import type { LivePart, LiveResource } from '../../model/live.ts';
import { kindsByName } from '../kind-lookup.ts';
import { partOf } from './parts.ts';

type Found = Pick<LiveResource, 'address' | 'kind' | 'defined' | 'fields'>;

export interface OwnInput {
  readonly kinds: readonly Kind[];
  /** What the account holds. */
  readonly live: readonly Found[];
  /** What was looked at as a whole. Absent: all of it was read. */
  readonly parts?: readonly LivePart[];
}

export interface Own {
  readonly because: 'service-defined' | 'service-group' | 'service-unknown';
  readonly reason: string;
}

const SERVICE: Own = { because: 'service-defined', reason: "It is the service's own." };
const HOLDER: Own = {
  because: 'service-group',
  reason: "It holds definitions of the service's own, so it is referred to.",
};

const UNKNOWN: Own = {
  because: 'service-unknown',
  reason: "What it holds was not read, so it may be the service's own.",
};

/** Undefined for what somebody made, as far as the account says so. What the service's own definitions rest on is the service's own. */
export function serviceOwn({ kinds, live, parts = [] }: OwnInput): (resource: Found) => Own | undefined {
  const byName = kindsByName(kinds);
  const own = live.filter((one) => one.defined === 'default');
  const holders = new Set<Address>(own.flatMap((one) => byName.get(one.kind)?.needs?.of(one) ?? []));
  const unread = new Set(parts.flatMap((part) => (part.unread === undefined ? [] : [keyOf(part)])));
  const isUnknown = ({ address, kind }: Found): boolean =>
    kinds.some(({ name, needs }) => {
      const isHeld = needs?.firm === true && needs.kinds.includes(kind);
      const holder = byName.get(kind);
      return isHeld && holder !== undefined && unread.has(keyOf({ kind: name, of: partOf(holder, address) }));
    });
  return (resource) => {
    const { address, defined } = resource;
    if (defined === 'default') return SERVICE;
    if (defined !== undefined) return undefined;
    return holders.has(address) ? HOLDER : isUnknown(resource) ? UNKNOWN : undefined;
  };
}

function keyOf({ kind, of }: Pick<LivePart, 'kind' | 'of'>): string {
  return `${kind} ${of}`;
}

/** Whether a pattern asks for it all the same: by its address, or by that of what it belongs to. */
export function isIncluded(resource: Found, kind: Kind, include: readonly string[]): boolean {
  if (include.length === 0) return false;
  const of = [resource.address, ...(kind.needs?.of(resource) ?? [])];
  return include.some((pattern) => of.some((address) => matchesPattern(pattern, address)));
}
