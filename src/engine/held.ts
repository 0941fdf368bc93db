/** Builds a record with the values that the service is known to hold. Pure. */

import type { Fields, Json } from '../model/json.ts';
import type { Kind } from '../model/kind.ts';
import type { LedgerRecord } from '../model/ledger.ts';
import type { Option } from '../model/option.ts';
import { asOptions } from './compare.ts';
import { type Forms, loose } from './stored.ts';

/**
 * Records the values that the service holds after a call. A value that was seen to differ is not recorded as applied. Values that the call
 * did not set stay as recorded, so that changes of other users count as drift.
 */
export function asHeld(kind: Kind, record: LedgerRecord, { stored, others }: Forms): LedgerRecord {
  const held = new Map(others.map(({ field, after }) => [field, after] as const));
  const fields = Object.fromEntries(
    Object.entries(record.fields).map(([field, value]): [string, Json] => {
      const found = held.get(field);
      if (found === undefined) return [field, value];
      if (kind.fields[field]?.compare !== 'options') return [field, found];
      const ours = new Set(asOptions(value).map((option) => option.value));
      return [field, asOptions(found).filter((option) => ours.has(option.value))];
    }),
  );
  return withStored(kind, { ...record, fields, basis: 'echoed' }, stored);
}

/** Returns the record with other stored forms. Without fields, the record stays as it is. */
function withStored(kind: Kind, record: LedgerRecord, stored: Fields): LedgerRecord {
  const ours = Object.entries(stored).flatMap(([field, held]): [string, Json][] => {
    const declared = record.fields[field];
    if (declared === undefined) return [];
    return [[field, kind.fields[field]?.compare === 'options' ? storedOptions(held, declared) : held]];
  });
  return ours.length === 0 ? record : { ...record, stored: { ...record.stored, ...Object.fromEntries(ours) } };
}

/** Returns the stored forms of our options in a list. */
export function storedOptions(held: Json, ours: Json): readonly Option[] {
  const values = new Set(asOptions(ours).map(({ value }) => loose(value)));
  return asOptions(held).filter(({ value }) => values.has(loose(value)));
}
