/**
 * Builds the record of a resource whose declaration differs from the account. Equal fields are recorded, so that the next pull knows that
 * no user added them to the files. Other fields keep their record.
 */

import { asOptions } from '../../engine/compare.ts';
import type { Decision } from '../../engine/plan/decision.ts';
import type { OptionChange, ReasonCode } from '../../model/change.ts';
import { equalJson, type Json } from '../../model/json.ts';
import type { LedgerRecord } from '../../model/ledger.ts';

/** Reasons for which the account's values are unknown. */
const UNKNOWN: readonly ReasonCode[] = ['unsettled', 'under-way', 'unseen', 'holder-missing', 'exists-unread'];

/** Returns undefined if there is nothing to record. `before` claims the resource. */
export function partRecord(
  before: LedgerRecord | undefined,
  { change, record }: Pick<Decision, 'change' | 'record'>,
): LedgerRecord | undefined {
  const isDifferent = change.action === 'update' || (change.action === 'blocked' && !UNKNOWN.includes(change.because));
  if (!isDifferent || before === undefined || Object.keys(before.fields).length === 0) return undefined;
  const same = Object.entries(record).flatMap(([field, value]): [string, Json][] => {
    const found = change.fields.find((difference) => difference.field === field);
    if (found === undefined) return [[field, value]];
    return found.options === undefined ? [] : [[field, sameOptions(before.fields[field], value, found.options)]];
  });
  const news = same.filter(([field, value]) => !equalJson(before.fields[field] ?? null, value));
  if (news.length === 0) return undefined;
  return { ...before, fields: { ...before.fields, ...Object.fromEntries(news) } };
}

/** Option by option. */
function sameOptions(before: Json | undefined, now: Json, changes: readonly OptionChange[]): Json {
  const changed = new Set(
    changes.filter(({ change }) => change !== 'foreign' && change !== 'move').map(({ value }) => value),
  );
  const was = asOptions(before ?? []);
  const is = asOptions(now);
  const own = is.flatMap((option) =>
    changed.has(option.value) ? was.filter(({ value }) => value === option.value) : [option],
  );
  const gone = was.filter(({ value }) => changed.has(value) && is.every((option) => option.value !== value));
  return [...own, ...gone].map((option) => ({ ...option }));
}
