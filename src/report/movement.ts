/** Where an option goes that is moved, in words: the numbers that the service orders options by mean nothing to a reader. */

import type { FieldChange } from '../model/change.ts';
import { isList, type Json } from '../model/json.ts';
import { optionName } from '../model/option.ts';

export type Lists = Pick<FieldChange, 'before' | 'after'>;

/** `lists`: all options before and after, in their order; without the list after it, nothing more than that it moves is known. */
export function movementText(value: string, { before, after }: Lists): string {
  const [old, now] = [placeIn(before, value), placeIn(after, value)];
  if (now === undefined) return 'moved';
  const isSame = old !== undefined && old.behind === now.behind;
  if (now.behind === undefined) return isSame ? 'moved, still first' : 'moved to the first place';
  return isSame ? `moved, still behind ${optionName(now.behind)}` : `moved behind ${optionName(now.behind)}`;
}

/** Which option stands in front of it, none for the first one; undefined where the list does not have it. */
function placeIn(list: Json | undefined, value: string): { readonly behind: string | undefined } | undefined {
  if (list === undefined || !isList(list)) return undefined;
  const values = list.map((option) => optionValue(option));
  const index = values.indexOf(value);
  return index < 0 ? undefined : { behind: values[index - 1] };
}

function optionValue(option: Json): string | undefined {
  if (option === null || typeof option !== 'object' || isList(option)) return undefined;
  const { value } = option;
  return typeof value === 'string' ? value : undefined;
}
