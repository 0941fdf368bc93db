/** Options in the form in which the service is known to store them, so that one spelling is compared and sent. Pure. */

import { equalJson, type Json } from '../../model/json.ts';
import type { Option, Tombstone } from '../../model/option.ts';
import { loose } from '../stored.ts';
import { byValue } from './lists.ts';

export interface OptionLists {
  readonly declared: readonly Option[];
  /** As the ledger has them: what was declared at the last apply. */
  readonly applied: readonly Option[];
  readonly retire: readonly Tombstone[];
}

export interface FormedLists extends OptionLists {
  /** An option of these lists as it was declared; one that a tombstone names, under that name. */
  asDeclared(option: Option): Option;
  /** Whether the service stores something of what is declared in another form. */
  readonly differs: boolean;
}

/** `stored`: what the service made of the applied options. What it holds as it is declared stays so. */
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

/** By applied value. A form that the account has no more, or beside the spelling that is declared, says nothing. */
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

/** Member by member: what the file still declares as it was applied is as the service stored it, unless it holds it as declared. */
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
