/** Compares the fields of a resource with the last apply, and separates the changes of trueup's own calls. */

import type { FieldChange, OptionChange } from '../../model/change.ts';
import type { Fields, Json } from '../../model/json.ts';
import type { Kind } from '../../model/kind.ts';
import type { LedgerRecord } from '../../model/ledger.ts';
import type { ForeignOption } from '../../model/option.ts';
import { asOptions, equalField } from '../compare.ts';
import { leftSince } from '../options/left.ts';
import { byValue, sameOrder } from '../options/lists.ts';
import { named } from '../options/merge.ts';

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

interface OptionsDrift extends Pick<FieldDrift, 'foreign'> {
  /** Our options that differ from the last apply, for any cause. */
  readonly left: readonly OptionChange[];
  readonly theirs: readonly OptionChange[];
}

/** Compares option by option. An option is trueup's own if one of the other records has it as the account does. */
function optionsDrift(applied: Json, now: Json, records: readonly (Json | undefined)[]): OptionsDrift {
  const [was, live] = [asOptions(applied), asOptions(now)];
  const left = leftSince(was, live);
  const isOwn = ({ value, change }: OptionChange): boolean =>
    records.some((record) => {
      const list = asOptions(record);
      if (record === undefined) return true;
      if (change === 'move') return sameOrder(list, live);
      return !leftSince(list, live).some((one) => one.value === value && one.change !== 'move');
    });
  const ours = byValue([...was, ...records.flatMap(asOptions)]);
  return {
    left,
    theirs: left.filter((change) => !isOwn(change)),
    foreign: live.filter(({ value }) => !ours.has(value)).map(named),
  };
}
