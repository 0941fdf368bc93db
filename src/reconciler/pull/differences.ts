/** Compares a declared resource with the account, field by field, and decides which side changed since the last apply. */

import type { Difference, Moved } from '../../authoring/merged.ts';
import { equalField } from '../../engine/compare.ts';
import { tombstones } from '../../engine/options/plan.ts';
import { diffResource } from '../../engine/plan/diff.ts';
import type { DesiredResource } from '../../model/desired.ts';
import type { Json } from '../../model/json.ts';
import type { FieldRule, Kind } from '../../model/kind.ts';
import type { LedgerRecord } from '../../model/ledger.ts';
import type { LiveResource } from '../../model/live.ts';
import type { Tombstone } from '../../model/option.ts';

export interface Pair {
  readonly kind: Kind;
  readonly resource: DesiredResource;
  readonly live: LiveResource;
  readonly record: LedgerRecord | undefined;
}

/** `additions`: an option that others added is a difference too. A field whose live value is not known is the file's to say. */
export function differencesOf({ kind, resource, live, record }: Pair, additions: boolean): readonly Difference[] {
  const { spec } = resource;
  const { fields, foreign } = diffResource({
    kind,
    spec,
    live: live.fields,
    applied: record?.fields,
    stored: record?.stored,
    hold: false,
  });
  const changing = new Set(fields.map(({ field }) => field));
  const grown = additions && foreign.length > 0 ? optionFields(kind) : [];
  return [...new Set([...changing, ...grown])].flatMap((field): readonly Difference[] => {
    const [declared, now, rule] = [spec[field], live.fields[field], kind.fields[field]];
    if (declared === undefined || rule === undefined) return [];
    const applied = record?.fields[field];
    // A declaration that is newer than the last apply cannot have drifted.
    const isNew = !additions && record !== undefined && applied === undefined;
    const moved = now === undefined || isNew ? 'file' : movedOf(rule, declared, now, applied);
    const isList = rule.compare === 'options' && now !== undefined;
    return [{ field, declared, live: now ?? null, applied, moved, isList, isPlanned: changing.has(field) }];
  });
}

function movedOf(rule: FieldRule, declared: Json, live: Json, applied: Json | undefined): Moved {
  if (applied === undefined) return 'undecided';
  if (equalField(rule, applied, live)) return 'file';
  return equalField(rule, declared, applied) ? 'account' : 'undecided';
}

function optionFields({ fields }: Kind): readonly string[] {
  return Object.keys(fields).filter((field) => fields[field]?.compare === 'options');
}

/** The options that the file takes off the list. */
export function retiredIn({ resource: { spec } }: Pair): readonly Tombstone[] {
  return tombstones(spec);
}
