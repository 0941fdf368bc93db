/** Builds the record that a call leaves for an address: the declared values, and the form in which the service stores them. */

import { defined } from '../../contract/defined.ts';
import { ApiError } from '../../errors.ts';
import type { Address } from '../../model/address.ts';
import { equalJson, type Fields, type Json } from '../../model/json.ts';
import type { Kind } from '../../model/kind.ts';
import type { Found, Intention, JournalEntry, LedgerRecord } from '../../model/ledger.ts';
import { storedAfter } from '../options/record.ts';
import type { Run } from './run.ts';

/** Returns undefined if the kind is unknown. */
export function recordFor(
  run: Run,
  address: Address,
  {
    fields,
    expected,
    basis,
    origin,
  }: {
    readonly fields: Fields;
    readonly expected: Fields;
    readonly basis: LedgerRecord['basis'];
    readonly origin: Origin;
  },
): LedgerRecord | undefined {
  const kind = run.kindOf(address);
  if (kind === undefined) return undefined;
  const stored = kept(kind, run.known.records[address], fields, expected);
  return newRecord(run, { address, kind: kind.name, fields, ...defined({ stored }), basis }, origin);
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
  const found = foundBy(origin, before);
  return { ...known, ...defined({ file, id: before?.id, found }), at: run.at(), run: run.id };
}

/** A resource that trueup created stays marked as created by trueup. */
function foundBy(origin: Origin, before: LedgerRecord | undefined): Found | undefined {
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
  const record = recordFor(run, address, { fields: {}, expected: {}, basis: 'recorded', origin: 'recorded' });
  return record === undefined ? [] : [{ type: 'record', record }];
}

/** Returns the stored forms that stay valid. A call that keeps a stored form expects that form. Options are sent in their known form. */
function kept(kind: Kind, before: LedgerRecord | undefined, fields: Fields, expected: Fields): Fields | undefined {
  const left = Object.entries(before?.stored ?? {}).flatMap(([field, value]): [string, Json][] => {
    const [was, declared, now] = [before?.fields[field], fields[field], expected[field]];
    if (was === undefined || declared === undefined || now === undefined) return [];
    if (kind.fields[field]?.compare !== 'options')
      return equalJson(declared, was) && equalJson(now, value) ? [[field, value]] : [];
    const stored = storedAfter(value, declared, now);
    return stored === undefined ? [] : [[field, stored]];
  });
  return left.length === 0 ? undefined : Object.fromEntries(left);
}
