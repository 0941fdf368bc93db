/** Compares the fields of a resource with the last apply, and separates the changes of trueup's own calls. */

import type { FieldChange } from '../../model/change.ts';
import { equalJson, type Fields, type Json } from '../../model/json.ts';
import type { FieldRule, Kind } from '../../model/kind.ts';
import type { LedgerRecord } from '../../model/ledger.ts';
import type { ForeignOption } from '../../model/option.ts';
import { equalField } from '../compare.ts';
import { driftOptions } from '../options/drift.ts';
import type { OwnWrites } from '../own-writes.ts';

export interface FieldDrift {
  /** True if a field differs from the last apply, for any cause. */
  readonly differs: boolean;
  /** Differences that no call of trueup caused. */
  readonly theirs: readonly FieldChange[];
  /** Options of others in lists that were applied. */
  readonly foreign: readonly ForeignOption[];
}

export function fieldDrift(
  { fields, stored }: LedgerRecord,
  found: Fields,
  kind: Pick<Kind, 'fields'>,
  own: OwnWrites,
): FieldDrift {
  // A value that the service stores in another form is not drift as long as the form stays.
  const parts = Object.entries({ ...fields, ...stored }).flatMap(([field, applied]): readonly FieldDrift[] => {
    const rule = kind.fields[field];
    const now = found[field];
    if (rule === undefined || now === undefined) return [];
    const change = { field, before: applied, after: now };
    if (rule.compare === 'options') {
      const { left, theirs, foreign } = driftOptions(field, applied, now, own);
      return [
        { differs: left.length > 0, theirs: theirs.length === 0 ? [] : [{ ...change, options: theirs }], foreign },
      ];
    }
    const differs = !equalField(rule, applied, now);
    return [{ differs, theirs: differs && !isOwn(rule, field, now, own) ? [change] : [], foreign: [] }];
  });
  return {
    differs: parts.some(({ differs }) => differs),
    theirs: parts.flatMap(({ theirs }) => theirs),
    foreign: parts.flatMap(({ foreign }) => foreign),
  };
}

function isOwn(rule: FieldRule, field: string, now: Json, { open, recorded }: OwnWrites): boolean {
  // A record without the field says nothing about it.
  if (recorded.some((fields) => fields[field] === undefined || equalField(rule, fields[field], now))) return true;
  return open.some(({ before, expects }) => {
    const after = expects[field];
    return after !== undefined && equalField(rule, after, now) && changes(before, field, after);
  });
}

/** True if the call sets the field to another value. */
function changes(before: Fields | null, field: string, after: Json): boolean {
  return before === null || (before[field] !== undefined && !equalJson(before[field], after));
}
