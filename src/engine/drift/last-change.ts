/** Determines who last changed a resource, and when. Drift and plan use the same answer. */

import { defined } from '../../contract/defined.ts';
import type { Kind } from '../../model/kind.ts';
import type { LedgerRecord } from '../../model/ledger.ts';
import type { LiveResource } from '../../model/live.ts';
import type { OwnWrites } from '../own-writes.ts';
import { fieldDrift } from './field-drift.ts';

export interface LastChangeInput {
  /** The record. Undefined if the resource was never applied. */
  readonly record: LedgerRecord | undefined;
  readonly kind: Kind;
  readonly live: LiveResource;
  readonly own: OwnWrites;
}

const NOTHING_OF_OURS: OwnWrites = { open: [], recorded: [] };

/** Returns the last change that the definition names. Names no user if the last change may be a call of trueup. */
export function lastChange({
  record,
  kind,
  live,
  own,
}: LastChangeInput): Pick<LiveResource, 'changedAt' | 'changedBy'> {
  const theirs = (writes: OwnWrites): string =>
    record === undefined ? '' : JSON.stringify(fieldDrift(record, live.fields, kind, writes).theirs);
  // Compared as both come out of the same sieve, which also takes out members that did not change.
  if (theirs(NOTHING_OF_OURS) !== theirs(own)) return {};
  const { changedAt, changedBy } = live;
  return { ...defined({ changedAt, changedBy }) };
}
