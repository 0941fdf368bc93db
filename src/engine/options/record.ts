/** What a record keeps of an option list: our options, as declared in the file and as the service stores them. Pure. */

import type { Json } from '../../model/json.ts';
import type { Option } from '../../model/option.ts';
import { asOptions, sameOptions } from '../compare.ts';
import { storedOptions } from '../held.ts';
import { isFormOf, loose } from '../stored.ts';

/**
 * What the service makes of the declared options once a list is sent that holds them in the forms that it stored before. An
 * option that somebody changed is as it was stored; undefined where all of them are as declared.
 */
export function storedAfter(stored: Json, declared: Json, sent: Json): Json | undefined {
  const ours = new Map(asOptions(declared).map((option) => [loose(option.value), option]));
  const before = new Map(asOptions(stored).map((option) => [loose(option.value), option]));
  const list = storedOptions(sent, declared).flatMap((option) => {
    const name = loose(option.value);
    const own = ours.get(name);
    const forms = [option, before.get(name)].filter((form) => form !== undefined);
    return own === undefined ? [] : [forms.find((form) => isFormOf(own, form)) ?? own];
  });
  return list.length !== ours.size || sameOptions(asOptions(declared), list) ? undefined : list;
}

/** The list that a call left: `planned` is the whole of it, `recorded` what the service made of ours. */
export function leftOptions(planned: Json, recorded: Json): readonly Option[] {
  const list = asOptions(planned);
  const exact = new Set(list.map(({ value }) => value));
  const forms = Map.groupBy(asOptions(recorded), ({ value }) => loose(value));
  return list.map((option) => {
    const [form, ...others] = forms.get(loose(option.value)) ?? [];
    if (form === undefined || others.length > 0) return option;
    if (form.value !== option.value && exact.has(form.value)) return option;
    return { ...option, ...formedTexts(option, form) };
  });
}

/** What the ledger records of a list that is put back: ours, which `lists` have as they were declared, the older ones first. */
export function restoredOptions(after: Json, lists: readonly Json[]): readonly Option[] {
  const options = asOptions(after);
  const ours = lists.flatMap(asOptions);
  const exact = new Set(ours.map(({ value }) => value));
  const held = Map.groupBy(options, ({ value }) => loose(value));
  return options.flatMap((option) => {
    const name = loose(option.value);
    const isForm = !exact.has(option.value) && held.get(name)?.length === 1;
    const known = ours.filter(({ value }) => value === option.value || (isForm && loose(value) === name));
    const [own] = known;
    const declared = known.find((one) => isFormOf(one, option));
    return own === undefined ? [] : [{ ...option, value: own.value, ...(declared && formedTexts(option, declared)) }];
  });
}

/** The value of the other, and its texts where they are the same but for their form. */
function formedTexts(option: Option, form: Option): Partial<Option> {
  const { value, label, description } = form;
  return {
    value,
    ...(loose(label) === loose(option.label) ? { label } : {}),
    ...(description !== undefined && loose(description) === loose(option.description ?? '') ? { description } : {}),
  };
}
