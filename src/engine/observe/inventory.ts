/** The inventory of an account: what reads show, and the ledger where the interface has no read. Pure. */

import { defined } from '../../contract/defined.ts';
import { type Inventory, LIST_FORMAT, type ListedKind, type ListedResource } from '../../model/inventory.ts';
import { isUnsupported, type Kind } from '../../model/kind.ts';
import type { Intention, Ledger, LedgerHolder } from '../../model/ledger.ts';
import type { Live, LiveResource } from '../../model/live.ts';
import { compareNatural } from '../../model/natural.ts';
import { kindLookup } from '../kind-lookup.ts';
import { describeOpenCalls } from './open-calls.ts';

export interface InventoryInput {
  readonly account: Inventory['account'];
  /** Those that are listed. */
  readonly kinds: readonly Kind[];
  readonly objectTypes: readonly string[];
  /** What it says of the listed kinds and object types. */
  readonly ledger: Pick<Ledger, 'records' | 'intentions'>;
  readonly live: Live;
  /** Who writes the ledger now. */
  readonly holder?: LedgerHolder;
}

export function inventoryOf({ account, kinds, objectTypes, ledger, live, holder }: InventoryInput): Inventory {
  const byKind = Map.groupBy(live.resources.values(), ({ kind }) => kind);
  const sorted = (kind: Kind): readonly LiveResource[] =>
    (byKind.get(kind.name) ?? []).toSorted((a, b) => compareNatural(a.address, b.address));
  const resources = kinds.flatMap(sorted).map((resource) => listed(resource, ledger));
  return {
    format: LIST_FORMAT,
    account,
    objectTypes,
    complete: live.complete,
    kinds: kinds.map((kind) => countsOf(kind, byKind.get(kind.name) ?? [])),
    resources,
    ...describeOpenCalls({ ledger, live, kinds, ...defined({ holder }) }),
  };
}

/** The part of a ledger that is about these kinds, and about these object types where a kind belongs to some. */
export function narrowed(ledger: Ledger, kinds: readonly Kind[], objectTypes: readonly string[]): Ledger {
  const { kindOf } = kindLookup(kinds);
  const isMeant = (address: Intention['covers'][number]): boolean => {
    const kind = kindOf(address);
    if (kind?.objectTypes === undefined) return kind !== undefined;
    return kind.objectTypes(address).some((type) => objectTypes.includes(type));
  };
  return {
    ...ledger,
    records: Object.fromEntries(
      Object.values(ledger.records).flatMap((one) => (isMeant(one.address) ? [[one.address, one]] : [])),
    ),
    intentions: ledger.intentions.filter(({ covers }) => covers.some(isMeant)),
  };
}

const INFERRED =
  'The interface has no call that lists them: those not named elsewhere are only found if they are in the ledger.';

function listed(resource: LiveResource, { records }: InventoryInput['ledger']): ListedResource {
  const record = records[resource.address];
  return { ...resource, recorded: record !== undefined, ...defined({ id: record?.id }) };
}

function countsOf(kind: Kind, resources: readonly LiveResource[]): ListedKind {
  const count = (defined: LiveResource['defined']): number =>
    resources.filter((resource) => resource.defined === defined).length;
  const counts = { total: resources.length, default: count('default'), custom: count('custom') };
  if (!isUnsupported(kind.reader)) {
    const inferred = kind.reader.proves === 'existence' ? { reason: INFERRED } : {};
    return { kind: kind.name, source: 'account', ...inferred, ...counts };
  }
  const { reason, section } = kind.reader;
  return { kind: kind.name, source: 'ledger', reason: `${reason} (interface ${section})`, ...counts };
}
