/** Determines who last changed a resource, and when. Drift and plan use the same answer. */

import { defined } from '../../contract/defined.ts';
import type { FieldChange } from '../../model/change.ts';
import type { Fields } from '../../model/json.ts';
import type { Kind } from '../../model/kind.ts';
import type { LedgerRecord } from '../../model/ledger.ts';
import type { LiveResource } from '../../model/live.ts';
import { fieldDrift } from './field-drift.ts';

export interface LastChangeInput {
  readonly record: LedgerRecord;
  readonly kind: Kind;
  readonly live: LiveResource;
  /** Fields of other records that the resource may have now. */
  readonly own: readonly Fields[];
}

/** Returns the last change that the definition names. Returns an empty object if a call of trueup may have made that change. */
export function lastChange({
  record,
  kind,
  live,
  own,
}: LastChangeInput): Pick<LiveResource, 'changedAt' | 'changedBy'> {
  const { changedAt, changedBy } = live;
  if (changedAt === undefined || !isAfterOwnWrite(changedAt, record)) return {};
  const theirs = (others: readonly Fields[]): readonly FieldChange[] =>
    fieldDrift(record, live.fields, kind, others).theirs;
  const changed = theirs([]);
  if (JSON.stringify(changed) !== JSON.stringify(theirs(own))) return {};
  if (changed.length > 0 && changed.every(({ field }) => kind.fields[field]?.undated === true)) return {};
  return { changedAt, ...defined({ changedBy }) };
}

/** Compares with the clock of the service if a read after the last write showed its time, because the clocks may differ. */
function isAfterOwnWrite(changedAt: string, record: LedgerRecord): boolean {
  return Date.parse(changedAt) > Date.parse(record.changedAt ?? record.at);
}
