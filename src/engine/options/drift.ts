/** How an option list left what was applied: ours that are gone, changed or in another order; never what others added. */

import type { OptionChange } from '../../model/change.ts';
import type { Fields, Json } from '../../model/json.ts';
import type { Option } from '../../model/option.ts';
import { asOptions, sameOption } from '../compare.ts';

export function optionDrift(applied: Json, now: Json): readonly OptionChange[] {
  const live = asOptions(now);
  const position = new Map(live.map((option, index) => [option.value, index] as const));
  let last = -1;
  return asOptions(applied).flatMap((before): readonly OptionChange[] => {
    const index = position.get(before.value);
    const after = index === undefined ? undefined : live[index];
    if (index === undefined || after === undefined) return [{ value: before.value, change: 'remove', before }];
    const moved = index < last;
    last = Math.max(last, index);
    if (!sameOption(before, after)) {
      return [{ value: before.value, change: 'update', before, after: ownedMembers(after, before) }];
    }
    return moved ? [{ value: before.value, change: 'move', before, after }] : [];
  });
}

/** What was never applied is nobody's drift: only the members that the applied option has are shown. */
function ownedMembers(option: Option, applied: Option): Fields {
  return Object.fromEntries(Object.entries(option).filter(([member]) => Object.hasOwn(applied, member)));
}
