/** A record with what the service is known to hold of what was declared. Pure. */

import type { Fields, Json } from '../model/json.ts';
import type { Kind } from '../model/kind.ts';
import type { LedgerRecord } from '../model/ledger.ts';
import type { Option } from '../model/option.ts';
import { asOptions } from './compare.ts';
import { type Forms, loose } from './stored.ts';

/** What the service holds of what a call set: nothing of it that was seen to be otherwise is recorded as applied. What it did not set stays as recorded, so that what somebody changed of it counts as drift. */
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

/** With these fields in another form; none: as it is. */
function withStored(kind: Kind, record: LedgerRecord, stored: Fields): LedgerRecord {
  const ours = Object.entries(stored).flatMap(([field, held]): [string, Json][] => {
    const declared = record.fields[field];
    if (declared === undefined) return [];
    return [[field, kind.fields[field]?.compare === 'options' ? storedOptions(held, declared) : held]];
  });
  return ours.length === 0 ? record : { ...record, stored: { ...record.stored, ...Object.fromEntries(ours) } };
}

/** Of a list that the service holds, what it made of ours. */
export function storedOptions(held: Json, ours: Json): readonly Option[] {
  const values = new Set(asOptions(ours).map(({ value }) => loose(value)));
  return asOptions(held).filter(({ value }) => values.has(loose(value)));
}
