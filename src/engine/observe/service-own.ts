/**
 * Recognizes definitions that belong to the service, and the groups that hold them. Every command that leaves them out uses this rule.
 * Pure.
 */

import type { Address } from '../../model/address.ts';
import { matchesPattern } from '../../model/address-pattern.ts';
import type { Kind } from '../../model/kind.ts';
import type { LivePart, LiveResource } from '../../model/live.ts';
import { kindsByName } from '../kind-lookup.ts';
import { findPartName } from './parts.ts';

type Found = Pick<LiveResource, 'address' | 'kind' | 'defined' | 'fields'>;

export interface OwnInput {
  readonly kinds: readonly Kind[];
  /** Resources of the account. */
  readonly live: readonly Found[];
  /** Parts that were read as a whole. Absent if everything was read. */
  readonly parts?: readonly LivePart[];
}

export interface Own {
  readonly because: 'service-defined' | 'service-group' | 'service-unknown';
  readonly reason: string;
}

const SERVICE: Own = { because: 'service-defined', reason: 'Defined by HubSpot, so trueup does not manage it.' };
const HOLDER: Own = {
  because: 'service-group',
  reason: 'Defined by HubSpot. Your files may use it, but trueup does not manage it.',
};

const UNKNOWN: Own = {
  because: 'service-unknown',
  reason: 'Its contents were not read, so it may belong to HubSpot.',
};

/**
 * Returns undefined for a resource that a user made, according to the account. A resource that service definitions depend on belongs to the
 * service.
 */
export function serviceOwn({ kinds, live, parts = [] }: OwnInput): (resource: Found) => Own | undefined {
  const byName = kindsByName(kinds);
  const own = live.filter((one) => one.defined === 'default');
  const holders = new Set<Address>(own.flatMap((one) => byName.get(one.kind)?.needs?.of(one) ?? []));
  const unread = new Set(parts.flatMap((part) => (part.unread === undefined ? [] : [buildPartKey(part)])));
  const isUnknown = ({ address, kind }: Found): boolean =>
    kinds.some(({ name, needs }) => {
      const isHeld = needs?.firm === true && needs.kinds.includes(kind);
      const holder = byName.get(kind);
      return (
        isHeld && holder !== undefined && unread.has(buildPartKey({ kind: name, of: findPartName(holder, address) }))
      );
    });
  return (resource) => {
    const { address, defined } = resource;
    if (defined === 'default') return SERVICE;
    if (defined !== undefined) return undefined;
    return holders.has(address) ? HOLDER : isUnknown(resource) ? UNKNOWN : undefined;
  };
}

function buildPartKey({ kind, of }: Pick<LivePart, 'kind' | 'of'>): string {
  return `${kind} ${of}`;
}

/** True if a pattern includes the resource, by its address or by the address of its holder. */
export function isIncluded(resource: Found, kind: Kind, include: readonly string[]): boolean {
  if (include.length === 0) return false;
  const of = [resource.address, ...(kind.needs?.of(resource) ?? [])];
  return include.some((pattern) => of.some((address) => matchesPattern(pattern, address)));
}
