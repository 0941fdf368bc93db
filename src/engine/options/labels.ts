/** Detects an option list to be sent that would contain a label twice, because an option of another user is sent along (assumption A31). */

import type { Option } from '../../model/option.ts';
import { byValue } from './lists.ts';

/** Returns groups of options that would share a label and do not share it yet. An account with such a list accepts it. */
export function sharedLabels(before: readonly Option[], after: readonly Option[]): readonly (readonly Option[])[] {
  const live = byValue(before);
  return [...Map.groupBy(after, ({ label }) => label).values()].filter(
    (options) => options.length > 1 && !options.every(({ value, label }) => live.get(value)?.label === label),
  );
}
