/** Describes the new position of a moved option in words, because the order numbers of the service tell a reader nothing. */

import type { FieldChange } from '../model/change.ts';
import { isList, type Json } from '../model/json.ts';
import { optionName } from '../model/option.ts';

export type Lists = Pick<FieldChange, 'before' | 'after'>;

/** `lists` has all options before and after, in order. Without the list after, only the move itself is known. */
export function movementText(value: string, { before, after }: Lists): string {
  const [old, now] = [findPlace(before, value), findPlace(after, value)];
  if (now === undefined) return 'moved';
  const isSame = old !== undefined && old.behind === now.behind;
  if (now.behind === undefined) return isSame ? 'moved, still first' : 'moved to the first place';
  return isSame ? `moved, still behind ${optionName(now.behind)}` : `moved behind ${optionName(now.behind)}`;
}

/** Returns the preceding option, which is undefined for the first option. Returns undefined if the list lacks the option. */
function findPlace(list: Json | undefined, value: string): { readonly behind: string | undefined } | undefined {
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
