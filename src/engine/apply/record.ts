/** Builds the record that a call leaves for an address: the declared values. */

import { defined } from '../../contract/defined.ts';
import { ApiError } from '../../errors.ts';
import type { Address } from '../../model/address.ts';
import type { Fields } from '../../model/json.ts';
import type { Found, Intention, JournalEntry, LedgerRecord } from '../../model/ledger.ts';
import type { Run } from './run.ts';

/** Returns undefined if the kind is unknown. */
export function buildRunRecord(
  run: Run,
  address: Address,
  {
    fields,
    basis,
    origin,
  }: { readonly fields: Fields; readonly basis: LedgerRecord['basis']; readonly origin: Origin },
): LedgerRecord | undefined {
  const kind = run.kindOf(address);
  return kind && newRecord(run, { address, kind: kind.name, fields, basis }, origin);
}

/** Origin of a record: a call created the resource, a call changed it, or no call was made. */
export type Origin = 'created' | Found;

/** Builds a record of this run. The id of the service always stays. The file stays unless another file declares the resource. */
export function newRecord(
  run: Run,
  known: Omit<LedgerRecord, 'file' | 'found' | 'id' | 'at' | 'run'>,
  origin: Origin,
): LedgerRecord {
  const { records } = run.known;
  const before = run.effects.get(known.address) ?? records[known.address];
  const file = run.files[known.address] ?? before?.file;
  const found = decideFound(origin, before);
  return { ...known, ...defined({ file, id: before?.id, found }), at: run.at(), run: run.id };
}

/** A resource that trueup created stays marked as created by trueup. */
function decideFound(origin: Origin, before: LedgerRecord | undefined): Found | undefined {
  if (origin === 'created' || (before !== undefined && before.found === undefined)) return undefined;
  return before?.found === 'changed' ? 'changed' : origin;
}

/** Empties records whose resources may have any value after a call, and that no read shows. The next plan sets all values. */
export function noLongerKnown(run: Run, addresses: readonly Address[]): readonly JournalEntry[] {
  return addresses.flatMap((address) => {
    const record = run.known.records[address];
    return record === undefined ? [] : [{ type: 'record', record: { ...record, fields: {} } }];
  });
}

/**
 * Records that a resource exists, without any field. A create was refused because the resource exists, and no read shows it. The next plan
 * does not create it again.
 */
export function existsUnread(
  run: Run,
  { covers, before, recovery }: Intention,
  error: unknown,
): readonly JournalEntry[] {
  const [address, ...others] = covers;
  const exists = error instanceof ApiError && error.status === 409 && recovery === 'ask';
  if (!exists || address === undefined || others.length > 0 || (before[address] ?? null) !== null) return [];
  const record = buildRunRecord(run, address, { fields: {}, basis: 'recorded', origin: 'recorded' });
  return record === undefined ? [] : [{ type: 'record', record }];
}
