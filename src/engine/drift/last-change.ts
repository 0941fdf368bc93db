/** Who last changed a resource, and when: one answer for drift and plan. */

import { defined } from '../../contract/defined.ts';
import type { Kind } from '../../model/kind.ts';
import type { LedgerRecord } from '../../model/ledger.ts';
import type { LiveResource } from '../../model/live.ts';
import type { OwnWrites } from '../own-writes.ts';
import { fieldDrift } from './field-drift.ts';

export interface LastChangeInput {
  /** Undefined: it was never applied, so nothing of it is ours. */
  readonly record: LedgerRecord | undefined;
  readonly kind: Kind;
  readonly live: LiveResource;
  readonly own: OwnWrites;
}

const NOTHING_OF_OURS: OwnWrites = { open: [], recorded: [] };

/** As the definition says it. The last one to change it may be our own call, where one of its changes is: then nobody is named. */
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
