/** The option list in a record: our options as declared and as stored. Pure. */

import type { Json } from '../../model/json.ts';
import type { Option } from '../../model/option.ts';
import { asOptions, sameOptions } from '../compare.ts';
import { storedOptions } from '../held.ts';
import { isFormOf, loose } from '../stored.ts';

/**
 * Returns the stored forms after a list was sent in the known forms. An option that another user changed keeps its stored form. Returns
 * undefined if all options are as declared.
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

/** Returns the list that a call left. `planned` is the whole list, and `recorded` has the stored forms of our options. */
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

/** Returns the options to record for a restored list: our options, as `lists` declared them, older lists first. */
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
