/** Decides whether two values of a field are equal, by the rule of the field. The only place that decides it. */

import { isSameFormula } from '../contract/formula.ts';
import type { FieldChange } from '../model/change.ts';
import type { FieldRule, OptionList } from '../model/field-rule.ts';
import { equalJson, type Fields, type Json } from '../model/json.ts';
import type { Kind } from '../model/kind.ts';
import { inDisplayOrder, type Option } from '../model/option.ts';

/**
 * True if the live value satisfies the declared or planned value. An undefined live value is unknown: it satisfies only an order that is
 * left to the service.
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
      return sameOptions(asOptions(desired), asOptions(live), rule.list.order);
  }
}

/** Returns the fields with a meaning, without unset texts, flags and lists, orders that are left to the service, and default values. */
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

/** Returns the fields of `found` that differ from the expected values. Fields that `found` lacks are not compared. */
export function differences(kind: Pick<Kind, 'fields'>, expected: Fields, found: Fields): readonly FieldChange[] {
  return Object.entries(kind.fields).flatMap(([field, rule]) => {
    const before = expected[field];
    const after = found[field];
    return before === undefined || after === undefined || equalField(rule, before, after)
      ? []
      : [{ field, before, after }];
  });
}

/** Returns the expected fields that a resource does not have. Returns all fields if the resource was not found. */
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

/** True if both options are equal in every member that `desired` has. */
export function sameOption(desired: Option, live: Option): boolean {
  return (
    desired.label === live.label &&
    (desired.description === undefined || desired.description === (live.description ?? '')) &&
    (desired.hidden === undefined || desired.hidden === (live.hidden ?? false)) &&
    (desired.probability === undefined || desired.probability === live.probability) &&
    (desired.ticketState === undefined || desired.ticketState === live.ticketState) &&
    (desired.state === undefined || desired.state === live.state) &&
    (desired.arguments === undefined || equalJson(desired.arguments, live.arguments ?? [])) &&
    sameIfShown(desired.shouldApplyNormalization, live.shouldApplyNormalization) &&
    (desired.displayOrder === undefined || desired.displayOrder < 0 || desired.displayOrder === live.displayOrder)
  );
}

/** Most replies do not show the member. */
function sameIfShown(desired: boolean | null | undefined, live: boolean | null | undefined): boolean {
  return desired === undefined || live === undefined || desired === live;
}

/** True if both lists have equal options in the same order. Entries of a sequence are compared without their numbers. */
export function sameOptions(
  desired: readonly Option[],
  live: readonly Option[],
  order: OptionList['order'] = 'number',
): boolean {
  return (
    desired.length === live.length &&
    desired.every((option, index) => {
      const other = live[index];
      const own = order === 'number' ? option : { ...option, displayOrder: -1 };
      return other !== undefined && option.value === other.value && sameOption(own, other);
    })
  );
}

/** -1 leaves the position to the service (assumptions A15, A16). */
function sameOrder(desired: Json, live: Json | undefined): boolean {
  return desired === -1 || desired === live;
}
