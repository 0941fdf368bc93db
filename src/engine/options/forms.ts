/** Options in the form in which the service is known to store them, so that one spelling is compared and sent. Pure. */

import { equalJson, type Json } from '../../model/json.ts';
import type { Option, Tombstone } from '../../model/option.ts';
import { loose } from '../stored.ts';
import { byValue } from './lists.ts';

export interface OptionLists {
  readonly declared: readonly Option[];
  /** Declared options of the last apply, from the ledger. */
  readonly applied: readonly Option[];
  readonly retire: readonly Tombstone[];
}

export interface FormedLists extends OptionLists {
  /** Returns an option as it was declared. An option of a tombstone gets the name in the tombstone. */
  asDeclared(option: Option): Option;
  /** True if the service stores a declared option in another form. */
  readonly differs: boolean;
}

/**
 * Converts the lists to the stored forms. `stored` has the forms of the applied options. An option that the account has as declared keeps
 * its form.
 */
export function inStoredForm(lists: OptionLists, stored: readonly Option[], live: readonly Option[]): FormedLists {
  if (stored.length === 0) return { ...lists, asDeclared: (option) => option, differs: false };
  const known = knownForms(lists.applied, stored, live);
  const formed = (option: Option): Option => {
    const form = known.get(option.value);
    return form === undefined ? option : formOf(option, form);
  };
  const declared = lists.declared.map(formed);
  const retire = lists.retire.map((one) => ({ ...one, value: known.get(one.value)?.stored.value ?? one.value }));
  const originals = new Map(declared.map((option, index) => [option.value, lists.declared[index]] as const));
  const tombstones = new Map(retire.map(({ value }, index) => [value, lists.retire[index]?.value] as const));
  return {
    declared,
    applied: lists.applied.map(formed),
    retire,
    asDeclared: (option) =>
      originals.get(option.value) ?? { ...option, value: tombstones.get(option.value) ?? option.value },
    differs: declared.some((option, index) => !equalJson(asJson(option), asJson(lists.declared[index] ?? option))),
  };
}

interface Form {
  readonly applied: Option;
  readonly stored: Option;
  readonly live: Option;
}

/** Returns the known forms by applied value. A form is ignored if the account lacks it, or has the declared spelling too. */
function knownForms(
  applied: readonly Option[],
  stored: readonly Option[],
  live: readonly Option[],
): ReadonlyMap<string, Form> {
  const held = byValue(live);
  const forms = Map.groupBy(stored, ({ value }) => loose(value));
  const ours = Map.groupBy(applied, ({ value }) => loose(value));
  return new Map(
    applied.flatMap((option) => {
      const name = loose(option.value);
      const [form, ...others] = forms.get(name) ?? [];
      const now = form === undefined ? undefined : held.get(form.value);
      if (form === undefined || now === undefined || others.length > 0 || ours.get(name)?.length !== 1) return [];
      if (form.value !== option.value && held.has(option.value)) return [];
      return [[option.value, { applied: option, stored: form, live: now }] as const];
    }),
  );
}

/** Returns the stored form of an option, member by member, for members that are declared as at the last apply. */
function formOf(option: Option, { applied, stored, live }: Form): Option {
  const members = Object.entries(option).map(([member, value]) => {
    const [was, is, now] = [applied, stored, live].map((one) => asJson(one)[member]);
    return [member, was === value && is !== undefined && now !== value ? is : value] as const;
  });
  return { ...option, ...Object.fromEntries(members) };
}

function asJson(option: Option): Readonly<Record<string, Json>> {
  return { ...option };
}
