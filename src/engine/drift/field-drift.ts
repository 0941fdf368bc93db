/** Compares the fields of a resource with the last apply, and separates the changes of trueup's own calls. */

import type { FieldChange } from '../../model/change.ts';
import type { Fields } from '../../model/json.ts';
import type { Kind } from '../../model/kind.ts';
import type { LedgerRecord } from '../../model/ledger.ts';
import type { ForeignOption } from '../../model/option.ts';
import { equalField } from '../compare.ts';
import { optionsDrift } from '../options/drift.ts';

export interface FieldDrift {
  /** True if a field differs from the last apply, for any cause. */
  readonly differs: boolean;
  /** Differences that no call of trueup caused. */
  readonly theirs: readonly FieldChange[];
  /** Options of others in lists that were applied. */
  readonly foreign: readonly ForeignOption[];
}

/** A difference is trueup's own if the value is as in one of `own`: fields of other records that the resource may have now. */
export function fieldDrift(
  { fields }: Pick<LedgerRecord, 'fields'>,
  found: Fields,
  kind: Pick<Kind, 'fields'>,
  own: readonly Fields[],
): FieldDrift {
  const parts = Object.entries(fields).flatMap(([field, applied]): readonly FieldDrift[] => {
    const rule = kind.fields[field];
    const now = found[field];
    if (rule === undefined || now === undefined) return [];
    const change = { field, before: applied, after: now };
    // A record without the field says nothing about it.
    const records = own.map((one) => one[field]);
    if (rule.compare === 'options') {
      const { left, theirs, foreign } = optionsDrift(applied, now, records);
      return [
        { differs: left.length > 0, theirs: theirs.length === 0 ? [] : [{ ...change, options: theirs }], foreign },
      ];
    }
    const differs = !equalField(rule, applied, now);
    const isOwn = records.some((value) => value === undefined || equalField(rule, value, now));
    return [{ differs, theirs: differs && !isOwn ? [change] : [], foreign: [] }];
  });
  return {
    differs: parts.some(({ differs }) => differs),
    theirs: parts.flatMap(({ theirs }) => theirs),
    foreign: parts.flatMap(({ foreign }) => foreign),
  };
}
