/** Compares our options with the last apply: missing, changed and reordered options. Options of other users are ignored. */

import type { OptionChange } from '../../model/change.ts';
import type { Option } from '../../model/option.ts';
import { sameOption } from '../compare.ts';
import { selectMembers } from './lists.ts';

export function leftSince(applied: readonly Option[], live: readonly Option[]): readonly OptionChange[] {
  const position = new Map(live.map((option, index) => [option.value, index] as const));
  let last = -1;
  return applied.flatMap((before): readonly OptionChange[] => {
    const index = position.get(before.value);
    const after = index === undefined ? undefined : live[index];
    if (index === undefined || after === undefined) return [{ value: before.value, change: 'remove', before }];
    // A member that was never applied cannot drift.
    const isMoved = index < last;
    last = Math.max(last, index);
    if (!sameOption(before, after)) {
      const moved = isMoved && before.displayOrder === undefined ? ({ moved: true } as const) : {};
      return [
        { value: before.value, change: 'update', ...moved, before, after: selectMembers(after, Object.keys(before)) },
      ];
    }
    return isMoved ? [{ value: before.value, change: 'move', before, after }] : [];
  });
}
