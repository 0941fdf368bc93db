/** How the fields of a resource left what was last applied, whoever changed them. */

import type { FieldChange } from '../../model/change.ts';
import type { Fields } from '../../model/json.ts';
import type { Kind } from '../../model/kind.ts';
import type { LedgerRecord } from '../../model/ledger.ts';
import { equalField } from '../compare.ts';
import { optionDrift } from '../options/drift.ts';

/** What a service stores in another form is no drift while it stays so. */
export function heldAfter({ fields, stored }: LedgerRecord): Fields {
  return { ...fields, ...stored };
}

export function fieldDrift(record: LedgerRecord, found: Fields, kind: Kind): readonly FieldChange[] {
  return Object.entries(heldAfter(record)).flatMap(([field, applied]): readonly FieldChange[] => {
    const rule = kind.fields[field];
    const now = found[field];
    if (rule === undefined || now === undefined) return [];
    if (rule.compare === 'options') {
      const options = optionDrift(applied, now);
      return options.length === 0 ? [] : [{ field, before: applied, after: now, options }];
    }
    return equalField(rule, applied, now) ? [] : [{ field, before: applied, after: now }];
  });
}
