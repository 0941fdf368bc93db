/** Whether two values of a field are the same, by the kind's hint; the only place that decides it. */

import { isSameFormula } from '../contract/formula.ts';
import type { FieldChange } from '../model/change.ts';
import { equalJson, type Fields, type Json } from '../model/json.ts';
import type { FieldRule, Kind } from '../model/kind.ts';
import { inDisplayOrder, type Option } from '../model/option.ts';

/**
 * Whether a live value is what a declared (or planned) one asks for. An undefined live value is unknown: the same only as an
 * order that is left to the service.
 */
export function equalField(rule: FieldRule, desired: Json, live: Json | undefined): boolean {
  if (rule.compare === 'order') return sameOrder(desired, live);
  if (live === undefined) return false;
  switch (rule.compare) {
    case 'exact':
      return equalJson(desired, live);
    case 'text':
      return (desired ?? '') === (live ?? '');
    case 'flag':
      return (desired ?? false) === (live ?? false);
    case 'formula':
      return isSameFormula(String(desired ?? ''), String(live ?? ''));
    case 'options':
      return sameOptions(asOptions(desired), asOptions(live));
  }
}

/** Those that say something: a text, a flag or a list that is not set says nothing, nor do an order that is left to the service and a value that nobody chose. */
export function setFields({ fields: rules }: Pick<Kind, 'fields'>, fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).filter(([field, value]) => {
      const rule = rules[field];
      if (rule === undefined) return true;
      if (rule.unset !== undefined && equalJson(value, rule.unset)) return false;
      return !equalField(rule, value, rule.compare === 'order' ? undefined : null);
    }),
  );
}

/** The fields of `found` that are not as expected; a field that `found` does not show is not compared. */
export function differences(kind: Pick<Kind, 'fields'>, expected: Fields, found: Fields): readonly FieldChange[] {
  return Object.entries(kind.fields).flatMap(([field, rule]) => {
    const before = expected[field];
    const after = found[field];
    return before === undefined || after === undefined || equalField(rule, before, after)
      ? []
      : [{ field, before, after }];
  });
}

/** Of a resource that should be there: what of it is not as expected; all of it where nothing was found. */
export function unmet(
  kind: Pick<Kind, 'fields'> | undefined,
  expected: Fields | null,
  found: Fields | undefined,
): readonly FieldChange[] {
  if (kind === undefined || expected === null) return [];
  if (found === undefined) return Object.entries(expected).map(([field, before]) => ({ field, before }));
  return differences(kind, expected, found);
}

/** Reads a field value as an option list in display order; null and absent are the empty list. */
export function asOptions(value: Json | undefined): readonly Option[] {
  return Array.isArray(value) ? inDisplayOrder(value as readonly Option[]) : [];
}

/** Whether two options of one value are the same in every member that `desired` has. */
export function sameOption(desired: Option, live: Option): boolean {
  return (
    desired.label === live.label &&
    (desired.description === undefined || desired.description === (live.description ?? '')) &&
    (desired.hidden === undefined || desired.hidden === (live.hidden ?? false)) &&
    (desired.displayOrder === undefined || desired.displayOrder < 0 || desired.displayOrder === live.displayOrder)
  );
}

/** Whether all options of two lists are the same, in the same order. */
export function sameOptions(desired: readonly Option[], live: readonly Option[]): boolean {
  return (
    desired.length === live.length &&
    desired.every((option, index) => {
      const other = live[index];
      return other !== undefined && option.value === other.value && sameOption(option, other);
    })
  );
}

/** -1 leaves the position to the service (assumptions A15, A16). */
function sameOrder(desired: Json, live: Json | undefined): boolean {
  return desired === -1 || desired === live;
}
