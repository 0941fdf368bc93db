/** Recognizes values that a service stores in another form: other case, Unicode form or order. Pure. */

import { hasSameOperands } from '../contract/formula.ts';
import type { FieldChange } from '../model/change.ts';
import { equalJson, type Fields, type Json } from '../model/json.ts';
import type { FieldRule, Kind } from '../model/kind.ts';
import type { Option } from '../model/option.ts';
import { asOptions } from './compare.ts';

export interface Forms {
  /** Fields that the service holds in another form, as it holds them. */
  readonly stored: Fields;
  /** Fields that our own call set and that differ in another way. */
  readonly others: readonly FieldChange[];
  /** Fields that differ and that the call did not set, so another user changed them. */
  readonly beside: readonly FieldChange[];
}

export const NO_FORMS: Forms = { stored: {}, others: [], beside: [] };

/** Sorts the differences between sent and shown values. `written` names the fields of our call. Only these can be stored forms. */
export function formsOf(
  kind: Pick<Kind, 'fields'>,
  differing: readonly FieldChange[],
  written: ReadonlySet<string>,
): Forms {
  const isForm = ({ field, before, after }: FieldChange): boolean => {
    const rule = kind.fields[field];
    return rule !== undefined && before !== undefined && after !== undefined && sameButForm(rule, before, after);
  };
  const ours = differing.filter(({ field }) => written.has(field));
  const forms = ours.filter(isForm);
  return {
    stored: Object.fromEntries(forms.flatMap(({ field, after }) => (after === undefined ? [] : [[field, after]]))),
    others: ours.filter((change) => !forms.includes(change)),
    beside: differing.filter((change) => !ours.includes(change)),
  };
}

/** The fields that a call sets: all of them when it creates, or those that it overwrites. What its body names may have had no known value. */
export function writtenBy(before: Fields | null | undefined, expected: Fields, body: unknown): ReadonlySet<string> {
  return new Set([...Object.keys(before ?? expected), ...Object.keys(body ?? {})]);
}

/** True if a plain value is still the stored form of the declared value. */
export function isStored(
  stored: Json | undefined,
  declared: Json,
  now: { readonly applied: Json | undefined; readonly live: Json | undefined },
): boolean {
  const { applied, live } = now;
  if (stored === undefined || applied === undefined || live === undefined) return false;
  return equalJson(applied, declared) && equalJson(live, stored);
}

/** Returns a line for the file. JSON is YAML, and invisible characters are escaped. */
export function declarationOf(field: string, stored: Json, declared: Json | undefined): string {
  return `${field}: ${visible(JSON.stringify(Array.isArray(stored) ? declarable(asOptions(stored), asOptions(declared)) : stored))}`;
}

/** True if two names differ only in letters that the service may change. */
export function sameName(one: string, other: string): boolean {
  return loose(one) === loose(other);
}

function sameButForm(rule: FieldRule, sent: Json, held: Json): boolean {
  switch (rule.compare) {
    case 'exact':
    case 'text':
      return typeof sent === 'string' && typeof held === 'string' && loose(sent) === loose(held);
    case 'formula':
      return typeof sent === 'string' && typeof held === 'string' && hasSameOperands(sent, held);
    case 'order':
      return typeof sent === 'number' && typeof held === 'number';
    case 'options':
      return equalJson(asOptions(sent).map(looseOption).sort(), asOptions(held).map(looseOption).sort());
    case 'flag':
      return false;
  }
}

/** Removes the differences that a service may make: case, Unicode form, and blanks. */
export function loose(text: string): string {
  return text.normalize('NFKC').toLowerCase().trim().replace(/\s+/g, ' ');
}

/** A member that the declaration leaves out is the service's to fill in. */
export function isFormOf(declared: Option, held: Option): boolean {
  const { description = held.description ?? '', hidden = held.hidden ?? false } = declared;
  return looseOption({ ...declared, description, hidden }) === looseOption(held);
}

/** Compares without the number. */
function looseOption({ value, label, description = '', hidden = false }: Option): string {
  return JSON.stringify([loose(value), loose(label), loose(description), hidden]);
}

/** The members that the declaration has; value and label where it has none of the value. */
function declarable(stored: readonly Option[], declared: readonly Option[]): Json {
  return stored.flatMap((option) => {
    const own = declared.find(({ value }) => loose(value) === loose(option.value));
    if (own === undefined) return [];
    return [Object.fromEntries(Object.entries(option).filter(([member]) => Object.hasOwn(own, member)))];
  });
}

function visible(text: string): string {
  return text.replace(/[\p{M}\p{Cf}\p{Zs}]/gu, (mark) =>
    mark === ' '
      ? mark
      : [...mark].map((one) => `\\u${(one.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`).join(''),
  );
}
