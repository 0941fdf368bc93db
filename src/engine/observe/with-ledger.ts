/** Adds the ledger to an observation: resources of kinds without a read, and fields that a read does not show. */

import { defined } from '../../contract/defined.ts';
import type { Address } from '../../model/address.ts';
import { isUnsupported, type Kind } from '../../model/kind.ts';
import type { Ledger, LedgerRecord } from '../../model/ledger.ts';
import type { Live, LiveResource } from '../../model/live.ts';

export interface Known {
  readonly ledger: Ledger;
  readonly kinds: readonly Kind[];
}

export interface Seen {
  /** Map that receives the additions. */
  readonly resources: Map<Address, LiveResource>;
  readonly unseen: ReadonlySet<Address>;
}

export function withLedger({ ledger, kinds }: Known, { resources, unseen }: Seen): Live['resources'] {
  const doubtful = new Set(ledger.intentions.flatMap(({ covers }) => covers));
  for (const record of Object.values(ledger.records)) {
    const known = fromLedger(record, resources.get(record.address), unseen.has(record.address), kinds);
    if (known !== undefined) resources.set(record.address, doubtful.has(record.address) ? doubted(known) : known);
  }
  return resources;
}

/** Of one record: everything for kinds without a read, the fields of a resource that a read only infers. */
function fromLedger(
  record: LedgerRecord,
  seen: LiveResource | undefined,
  unseen: boolean,
  kinds: readonly Kind[],
): LiveResource | undefined {
  const kind = kinds.find(({ name }) => name === record.kind);
  if (kind === undefined) return undefined;
  const readable = !isUnsupported(kind.reader) && kind.reader.proves === 'both';
  if (readable && (seen !== undefined || !unseen)) return seen;
  return {
    ...seen,
    address: record.address,
    kind: record.kind,
    fields: { ...record.fields, ...seen?.fields },
    basis: 'recorded',
    recordedAt: record.at,
    ...defined({ id: record.id }),
    ...(seen === undefined ? {} : { shown: true }),
  };
}

/** Marks a recorded value as unknown, because an open call may have changed it. */
function doubted(known: LiveResource): LiveResource {
  if (known.basis !== 'recorded') return known;
  const { recordedAt: _, ...rest } = known;
  return { ...rest, fields: {}, basis: 'unknown' };
}
