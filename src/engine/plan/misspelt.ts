/** Whether what the files dropped may be what they declare by another name: one of nothing that is known in the account, or of something new. */

import { lazy } from '../../contract/lazy.ts';
import { canonicalObjectType, isStandardObjectType } from '../../contract/object-types.ts';
import { type Address, parseAddress } from '../../model/address.ts';
import type { DesiredResource } from '../../model/desired.ts';
import type { Kind } from '../../model/kind.ts';
import type { LedgerRecord } from '../../model/ledger.ts';
import type { Live } from '../../model/live.ts';
import { kindsByName } from '../kind-lookup.ts';
import { namedAt } from './alike.ts';
import type { Made } from './looks-renamed.ts';
import { madeLike } from './maybe-made-again.ts';

/** Why what is not declared may be declared by a misspelt name. */
export interface Likeness {
  /** A sentence. */
  readonly why: string;
  /** All that is new and looks like it, created now or later. Absent where the name that the files have stands for nothing. */
  readonly by?: readonly Address[];
}

export type Misspelt = (record: Pick<LedgerRecord, 'address' | 'fields'>, kind: Kind) => Likeness | undefined;

/**
 * A misspelling may stand for any holder of its sort that the files mention no more, near or not. Where they still mention the
 * holder, it may have been misspelt in some of the places that did: then what was there is declared under the other name. Looked
 * into when it is asked first: most plans drop nothing.
 */
export function misspeltIn(
  resources: readonly DesiredResource[],
  live: Pick<Live, 'lacking' | 'unseen' | 'resources'>,
  kinds: readonly Kind[],
  made: readonly Made[] = [],
): Misspelt {
  const again = madeAgain(made, live);
  const holders = lazy(() => holdersOf(resources, live, kinds));
  return (record, kind) => {
    const { missing, mentioned } = holders();
    if (missing.length === 0) return again(record, kind);
    const place = placeOf(record.address, kind);
    const isDropped = !mentioned.has(holderKey(place));
    const found = missing.find(({ sort, within }) => sort === place.sort && (isDropped || within === place.within));
    return found === undefined ? again(record, kind) : { why: found.why };
  };
}

interface Holders {
  /** What may be misspelt, and why it is thought so. */
  readonly missing: readonly (Place & { readonly why: string })[];
  /** Keys of the others. */
  readonly mentioned: ReadonlySet<string>;
}

function holdersOf(
  resources: readonly DesiredResource[],
  live: Pick<Live, 'lacking' | 'unseen'>,
  kinds: readonly Kind[],
): Holders {
  const byName = kindsByName(kinds);
  const placed = resources.flatMap(({ address, kind: name }) => {
    const kind = byName.get(name);
    if (kind === undefined) return [];
    const place = placeOf(address, kind);
    return [{ ...place, why: live.lacking?.get(address) ?? unreadIn(address, place, live) }];
  });
  const missing = placed.flatMap(({ why, ...place }) => (why === undefined ? [] : [{ ...place, why }]));
  if (missing.length === 0) return { missing, mentioned: new Set() };
  return { missing, mentioned: new Set(placed.filter(({ why }) => why === undefined).map(holderKey)) };
}

/** A wrong name that stands for something, such as that of a standard object, makes everything under it anew. */
function madeAgain(made: readonly Made[], { resources }: Pick<Live, 'resources'>): Misspelt {
  const byKind = new Map(
    [...Map.groupBy(made, ({ change }) => change.kind)].map(([kind, own]) => [kind, madeLike(own)] as const),
  );
  return ({ address, fields }, { name: kind, app }) => {
    const like = byKind.get(kind);
    if (like === undefined || app !== undefined) return undefined;
    const all = like(namedAt({ address, fields: { ...resources.get(address)?.fields, ...fields } }));
    const [first] = all;
    if (first === undefined) return undefined;
    return {
      why: `${first.other.address} is new and looks like it: ${first.why}.`,
      by: all.map(({ other }) => other.address),
    };
  };
}

interface Place {
  /** Holders of one sort have their names in common. */
  readonly sort: string;
  readonly holder: string;
  /** What it is called in its holder, whatever that is called. */
  readonly within: string;
}

/** Each part of a limit can be misspelt: the objects as well as the label. So any limit may be any other one. */
function placeOf(address: Address, { name, objectTypes, associationType }: Kind): Place {
  if (associationType !== undefined) return { sort: name, holder: address, within: '' };
  const [holder = '', ...rest] = parseAddress(address)?.parts ?? [];
  return { sort: objectTypes === undefined ? name : 'object', holder, within: JSON.stringify([name, rest]) };
}

/** Whether there is a holder of the name is not known either; a standard object always is. */
function unreadIn(address: Address, { holder }: Place, { unseen }: Pick<Live, 'unseen'>): string | undefined {
  if (!unseen.has(address) || isStandardObjectType(canonicalObjectType(holder))) return undefined;
  return `The read for ${address} failed.`;
}

function holderKey({ sort, holder }: Place): string {
  return JSON.stringify([sort, holder]);
}
