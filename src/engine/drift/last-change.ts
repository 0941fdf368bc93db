/** Determines who last changed a resource, and when. Drift and plan use the same answer. */

import { defined } from '../../contract/defined.ts';
import type { FieldChange } from '../../model/change.ts';
import type { Fields } from '../../model/json.ts';
import type { Kind } from '../../model/kind.ts';
import type { LedgerRecord } from '../../model/ledger.ts';
import type { LiveResource } from '../../model/live.ts';
import { fieldDrift } from './field-drift.ts';

export interface LastChangeInput {
  /** The record. Undefined if the resource was never applied. */
  readonly record: LedgerRecord | undefined;
  readonly kind: Kind;
  readonly live: LiveResource;
  /** Fields of other records that the resource may have now. */
  readonly own: readonly Fields[];
}

/** Returns the last change that the definition names. Names no user if the last change may be a call of trueup. */
export function lastChange({
  record,
  kind,
  live,
  own,
}: LastChangeInput): Pick<LiveResource, 'changedAt' | 'changedBy'> {
  const theirs = (others: readonly Fields[]): readonly FieldChange[] =>
    record === undefined ? [] : fieldDrift(record, live.fields, kind, others).theirs;
  const changed = theirs([]);
  if (JSON.stringify(changed) !== JSON.stringify(theirs(own))) return {};
  if (changed.length > 0 && changed.every(({ field }) => kind.fields[field]?.undated === true)) return {};
  const { changedAt, changedBy } = live;
  return { ...defined({ changedAt, changedBy }) };
}
