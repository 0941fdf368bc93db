/** The inventory of an account: what reads show, and the ledger where the interface has no read. Pure. */

import { defined } from '../../contract/defined.ts';
import type { Address } from '../../model/address.ts';
import { type Inventory, LIST_FORMAT, type ListedKind, type ListedResource } from '../../model/inventory.ts';
import { isUnsupported, type Kind } from '../../model/kind.ts';
import type { Ledger, LedgerHolder, LedgerRecord } from '../../model/ledger.ts';
import type { Live, LiveResource } from '../../model/live.ts';
import { compareNatural } from '../../model/natural.ts';
import { kindLookup } from '../kind-lookup.ts';
import { describeOpenCalls } from './open-calls.ts';

export interface InventoryInput {
  readonly account: Inventory['account'];
  /** Listed kinds. */
  readonly kinds: readonly Kind[];
  readonly objectTypes: readonly string[];
  readonly typeIds?: Inventory['typeIds'];
  /** Records and open calls of the listed kinds and object types. */
  readonly ledger: Pick<Ledger, 'records' | 'intentions'>;
  readonly live: Live;
  /** Process that holds the lock of the ledger now. */
  readonly holder?: LedgerHolder;
}

export function buildInventory(input: InventoryInput): Inventory {
  const { account, kinds, objectTypes, typeIds, ledger, live, holder } = input;
  const byKind = Map.groupBy(live.resources.values(), ({ kind }) => kind);
  const sorted = (kind: Kind): readonly LiveResource[] =>
    (byKind.get(kind.name) ?? []).toSorted((a, b) => compareNatural(a.address, b.address));
  const records = new Map<Address, LedgerRecord>();
  for (const record of Object.values(ledger.records)) {
    records.set(record.address, record);
  }
  for (const [formerly, now] of live.renamed ?? []) {
    const record = ledger.records[formerly];
    if (record !== undefined) records.set(now, record);
  }
  const resources = kinds.flatMap(sorted).map((resource) => listed(resource, records.get(resource.address)));
  return {
    format: LIST_FORMAT,
    account,
    objectTypes,
    ...defined({ typeIds }),
    complete: live.complete,
    kinds: kinds.map((kind) => countListed(kind, byKind.get(kind.name) ?? [], live)),
    resources,
    ...describeOpenCalls({ ledger, live, kinds, ...defined({ holder }) }),
  };
}

/** Returns a test for addresses of these kinds, and of these object types if the kind has object types. */
export function isListed(kinds: readonly Kind[], objectTypes: readonly string[]): (address: Address) => boolean {
  const { kindOf } = kindLookup(kinds);
  return (address) => {
    const kind = kindOf(address);
    if (kind?.objectTypes === undefined) return kind !== undefined;
    return kind.objectTypes(address).some((type) => objectTypes.includes(type));
  };
}

/** The part of a ledger that is listed. */
export function narrowed(ledger: Ledger, isMeant: (address: Address) => boolean): Ledger {
  const all = Object.values(ledger.records);
  const records = all.filter(({ address }) => isMeant(address));
  const intentions = ledger.intentions.filter(({ covers }) => covers.some(isMeant));
  // The usual pull means all of it.
  if (records.length === all.length && intentions.length === ledger.intentions.length) return ledger;
  return { ...ledger, records: Object.fromEntries(records.map((one) => [one.address, one])), intentions };
}

const INFERRED =
  'The interface has no call that lists them. A resource that other reads do not name is found only if it is in the ledger.';

function listed(resource: LiveResource, record: LedgerRecord | undefined): ListedResource {
  return { ...resource, recorded: record !== undefined, ...defined({ id: record?.id }) };
}

function countListed(kind: Kind, resources: readonly LiveResource[], { entire }: Live): ListedKind {
  const count = (defined: LiveResource['defined']): number =>
    resources.filter((resource) => resource.defined === defined).length;
  const counts = { total: resources.length, default: count('default'), custom: count('custom') };
  if (!isUnsupported(kind.reader)) {
    const partial = entire?.has(kind.name) === true ? undefined : kind.reader.partial;
    const reason = partial ?? (kind.reader.proves === 'existence' ? INFERRED : undefined);
    return { kind: kind.name, source: 'account', ...defined({ reason }), ...counts };
  }
  return { kind: kind.name, source: 'ledger', reason: kind.reader.reason, ...counts };
}
