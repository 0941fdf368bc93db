/** Changes between two lists of options, stages or rules, entry by entry, for reports of values that no plan compared. */

import type { FieldChange, OptionChange } from '../../model/change.ts';
import { equalJson, type Fields, isList, type Json } from '../../model/json.ts';
import { stayingPositions } from '../../model/lists.ts';
import { members } from './options.ts';

/** Adds the changes of the entries, if both values are lists. */
export function withEntries(field: FieldChange): FieldChange {
  const options = entriesBetween(field.before, field.after);
  return options === undefined ? field : { ...field, options };
}

/** Returns undefined if one value is not a list of entries. */
export function entriesBetween(before: Json | undefined, after: Json | undefined): readonly OptionChange[] | undefined {
  const [old, now] = [byValue(before), byValue(after)];
  if (old === undefined || now === undefined) return undefined;
  const places = new Map([...old.keys()].map((value, place) => [value, place] as const));
  const staying = stayingPositions([...now.keys()].map((value) => places.get(value)));
  return [
    ...[...old].flatMap(([value, option]): readonly OptionChange[] =>
      now.has(value) ? [] : [{ value, change: 'remove', before: option }],
    ),
    ...[...now].flatMap(([value, option], place): readonly OptionChange[] => {
      const was = old.get(value);
      if (was === undefined) return [{ value, change: 'add', after: option }];
      const [left, right] = [selectMeaningful(was, option), selectMeaningful(option, was)];
      const isMoved = !staying.has(place);
      if (!equalJson(left, right))
        return [{ value, change: 'update', ...(isMoved ? { moved: true } : {}), before: left, after: right }];
      return !isMoved ? [] : [{ value, change: 'move', before: was, after: option }];
    }),
  ];
}

/** Returns the members to compare. Leaves out empty members, and an order that only one of the two entries has. */
function selectMeaningful(option: Json, counterpart: Json): Fields {
  const isSaid = ([name, value]: readonly [string, Json]): boolean =>
    value !== '' && value !== false && (name !== 'displayOrder' || members(counterpart)[name] !== undefined);
  return Object.fromEntries(Object.entries(members(option)).filter(isSaid));
}

function byValue(list: Json | undefined): ReadonlyMap<string, Json> | undefined {
  if (list === undefined || !isList(list)) return undefined;
  const options = new Map<string, Json>();
  for (const item of list) {
    const { value } = members(item);
    if (typeof value !== 'string') return undefined;
    options.set(value, item);
  }
  return options;
}
