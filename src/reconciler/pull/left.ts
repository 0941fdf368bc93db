/** What of an account is left out of the files, and why: the service's own, what nobody can change, and what cannot be declared. */

import type { Addition } from '../../authoring/files.ts';
import { isIn } from '../../authoring/layout.ts';
import { placeOf } from '../../authoring/place.ts';
import type { ParsedFile } from '../../config/yaml/document.ts';
import { kindNamed } from '../../engine/kind-lookup.ts';
import type { Address } from '../../model/address.ts';
import { matchesPattern } from '../../model/address-pattern.ts';
import type { Resolution } from '../../model/desired.ts';
import type { Kind } from '../../model/kind.ts';
import type { LiveResource } from '../../model/live.ts';
import { compareNatural } from '../../model/natural.ts';
import type { NotDeclared } from '../../model/pull.ts';

export interface Sorting {
  readonly kinds: readonly Kind[];
  readonly documents: readonly ParsedFile[];
  /** What the files declare and this account leaves out. */
  readonly omitted: Resolution['omitted'];
  /** What the account holds, declared or not. */
  readonly live: readonly LiveResource[];
  /** Patterns of what is taken although it is the service's own. */
  readonly include: readonly string[];
}

/** Of live resources that no file declares: those to add, and the others with a reason each. */
export function sorted(
  undeclared: readonly LiveResource[],
  input: Sorting,
): { readonly additions: readonly Addition[]; readonly left: readonly NotDeclared[] } {
  const additions: Addition[] = [];
  const left: NotDeclared[] = [];
  const holders = holdersOf(input);
  const leaving = new Map(input.omitted.map((one) => [one.address, one.by] as const));
  for (const live of undeclared) {
    const { address } = live;
    const by = leaving.get(address);
    if (by !== undefined) {
      left.push({ address, because: 'left-out', reason: `The account ${by.account} leaves it out.` });
      continue;
    }
    const kind = kindNamed(input.kinds, live.kind);
    const leave = policyOf(live, holders);
    if (leave !== undefined && !isIncluded(live, kind, input.include)) {
      left.push({ address, ...leave });
      continue;
    }
    const { captured, without } = kind.declared(live);
    for (const one of without) left.push({ address, ...one });
    if (captured === undefined) continue;
    const place = placeOf(kind.levels, captured);
    if (kind.mayRefer && input.documents.some(({ value }) => isIn(value, place))) left.push({ address, ...REFERRED });
    else additions.push({ address, place });
  }
  return { additions: additions.sort((a, b) => compareNatural(pathOf(a), pathOf(b))), left };
}

/** A group stands above its properties, and they in the order of their names. */
function pathOf({ place }: Addition): string {
  return place.map(({ entry, fields }) => entry ?? JSON.stringify(fields)).join('\n');
}

const SERVICE = { because: 'service-defined', reason: "It is the service's own." };
const HOLDER = { because: 'service-group', reason: "It holds definitions of the service's own, so it is referred to." };
const REFERRED = { because: 'referred', reason: 'The files only refer to it.' };

function policyOf(live: LiveResource, holders: ReadonlySet<Address>): Omit<NotDeclared, 'address'> | undefined {
  if (live.defined === 'default') return SERVICE;
  if (holders.has(live.address)) return HOLDER;
  if (live.locked === undefined || live.unlocked !== undefined) return undefined;
  return { because: 'read-only', reason: `Nobody can change it: ${live.locked}.` };
}

/** What the service's own definitions rest on is the service's own. */
function holdersOf({ kinds, live }: Sorting): ReadonlySet<Address> {
  const own = live.filter((one) => one.defined === 'default');
  return new Set(own.flatMap((one) => kindNamed(kinds, one.kind).needs?.of(one) ?? []));
}

/** By its address, or by that of what it belongs to. */
function isIncluded(live: LiveResource, kind: Kind, include: readonly string[]): boolean {
  const of = [live.address, ...(kind.needs?.of(live) ?? [])];
  return include.some((pattern) => of.some((address) => matchesPattern(pattern, address)));
}
