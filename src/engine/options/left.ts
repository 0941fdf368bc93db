/** Compares our options with the last apply: missing, changed and reordered options. Options of other users are ignored. */

import type { OptionChange } from '../../model/change.ts';
import { stayingPositions } from '../../model/lists.ts';
import type { Option } from '../../model/option.ts';
import { sameOption } from '../compare.ts';
import { membersOf } from './lists.ts';

export function leftSince(applied: readonly Option[], live: readonly Option[]): readonly OptionChange[] {
  const position = new Map(live.map((option, index) => [option.value, index] as const));
  const places = applied.map(({ value }) => position.get(value));
  const staying = isAscending(places) ? undefined : stayingPositions(places);
  return applied.flatMap((before, place): readonly OptionChange[] => {
    const index = places[place];
    const after = index === undefined ? undefined : live[index];
    if (index === undefined || after === undefined) return [{ value: before.value, change: 'remove', before }];
    // A member that was never applied cannot drift.
    const isMoved = staying?.has(place) === false;
    if (!sameOption(before, after)) {
      const moved = isMoved && before.displayOrder === undefined ? ({ moved: true } as const) : {};
      return [
        { value: before.value, change: 'update', ...moved, before, after: membersOf(after, Object.keys(before)) },
      ];
    }
    return isMoved ? [{ value: before.value, change: 'move', before, after }] : [];
  });
}

/** True for most lists, whose order nobody changed. */
function isAscending(places: readonly (number | undefined)[]): boolean {
  const known = places.filter((place) => place !== undefined);
  return known.every((place, index) => place >= (known[index - 1] ?? 0));
}
