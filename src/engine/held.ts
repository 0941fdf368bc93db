/** Compares the values that a call sent with the values that the service holds. Pure. */

import type { FieldChange } from '../model/change.ts';
import type { FieldRule } from '../model/field-rule.ts';
import type { Fields, Json } from '../model/json.ts';
import type { Kind } from '../model/kind.ts';
import type { LedgerRecord } from '../model/ledger.ts';
import type { Option } from '../model/option.ts';
import { asOptions } from './compare.ts';

export interface CallDifferences {
  /** Fields that our own call set. */
  readonly ours: readonly FieldChange[];
  /** Fields that the call did not set, so another user changed them. */
  readonly beside: readonly FieldChange[];
}

/** Sorts the differences between sent and shown values by whether the call set the field. */
export function sortDifferences(
  differing: readonly FieldChange[],
  { before, expected, body }: { readonly before: Fields | null; readonly expected: Fields; readonly body: unknown },
): CallDifferences {
  // A create sets all fields. A field that the body names may have had no known value.
  const written = new Set([...Object.keys(before ?? expected), ...Object.keys(body ?? {})]);
  const ours = differing.filter(({ field }) => written.has(field));
  return { ours, beside: differing.filter((change) => !ours.includes(change)) };
}

/**
 * Records the values that the service holds after a call. A value that was seen to differ is not recorded as applied. Values that the call
 * did not set stay as recorded, so that changes of other users count as drift.
 */
export function asHeld(
  kind: Kind,
  record: LedgerRecord,
  { ours }: CallDifferences,
  known: LedgerRecord | undefined,
): LedgerRecord {
  const held = new Map(ours.map(({ field, after }) => [field, after] as const));
  const fields = Object.fromEntries(
    Object.entries(record.fields).map(([field, value]): [string, Json] => {
      const found = held.get(field);
      if (found === undefined) return [field, value];
      if (kind.fields[field]?.compare !== 'options') return [field, found];
      // An option that the call was to remove and that is still there stays ours.
      const entries = [...asOptions(value), ...asOptions(known?.fields[field])];
      const values = new Set(entries.map((option) => option.value));
      return [field, asOptions(found).filter((option) => values.has(option.value))];
    }),
  );
  return { ...record, fields, basis: 'echoed' };
}

/** Returns a line for the file. JSON is YAML, and invisible characters are escaped. */
export function formatDeclaration(rule: FieldRule | undefined, field: string, stored: Json, declared: Json): string {
  return `${field}: ${visible(JSON.stringify(inFile(rule, asOptions(stored), asOptions(declared)) ?? stored))}`;
}

/** Returns undefined if the field is not a list. */
function inFile(rule: FieldRule | undefined, stored: readonly Option[], declared: readonly Option[]): Json | undefined {
  if (rule?.compare !== 'options') return undefined;
  const { inMapping } = rule.list;
  if (inMapping === undefined) return declarable(stored, declared);
  return Object.fromEntries(stored.map((entry) => [entry.value, inMapping(entry)]));
}

/** Returns the members that the declaration has, or that any declaration needs. */
function declarable(stored: readonly Option[], declared: readonly Option[]): Json {
  return stored.map(({ value, label, ...rest }) => {
    const own = declared.find((option) => option.value === value) ?? {};
    const members = Object.entries(rest).filter(([member]) => Object.hasOwn(own, member));
    return { value, label, ...Object.fromEntries(members) };
  });
}

function visible(text: string): string {
  return text.replace(/[\p{M}\p{Cf}\p{Zs}]/gu, (mark) =>
    mark === ' '
      ? mark
      : [...mark].map((one) => `\\u${(one.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`).join(''),
  );
}
