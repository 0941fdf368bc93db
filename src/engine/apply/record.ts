/** The record that a call leaves for one address: what was declared, and how the service is known to store it. */

import { defined } from '../../contract/defined.ts';
import { ApiError } from '../../errors.ts';
import type { Address } from '../../model/address.ts';
import { equalJson, type Fields, type Json } from '../../model/json.ts';
import type { Kind } from '../../model/kind.ts';
import type { Found, Intention, JournalEntry, LedgerRecord } from '../../model/ledger.ts';
import { storedAfter } from '../options/record.ts';
import type { Run } from './run.ts';

/** Undefined for a kind that nobody knows. */
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

/** How a record comes about: by a call that creates the resource, by one that changes it, or by none. */
export type Origin = 'created' | Found;

/**
 * Of this run. The id that the service gave is of the resource, whatever is recorded of it; so is its file, unless another one declares it.
 */
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

/** What trueup created stays its own, whatever is recorded of it later. */
function foundBy(origin: Origin, before: LedgerRecord | undefined): Found | undefined {
  if (origin === 'created' || (before !== undefined && before.found === undefined)) return undefined;
  return before?.found === 'changed' ? 'changed' : origin;
}

/** A call on them may have left anything, and nothing reads them: no value is claimed any more, and the next plan sets them. */
export function noLongerKnown(run: Run, addresses: readonly Address[]): readonly JournalEntry[] {
  return addresses.flatMap((address) => {
    const record = run.known.records[address];
    return record === undefined ? [] : [{ type: 'record', record: { ...record, fields: {} } }];
  });
}

/**
 * A create was refused because the resource exists, and nothing can read it: that it exists is recorded, and no field of it, so
 * that the next plan does not create it again.
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

/** A call that leaves a stored form as it is says so in what it expects; of options it sends each in the form that is known. */
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
