/** The difference between two lists of options, option by option. */

import type { OptionChange } from '../../model/change.ts';
import { equalJson, type Fields, isList, type Json } from '../../model/json.ts';
import { members } from './options.ts';

/** Returns undefined if one value is not a list of options. A different order alone is no change. */
export function optionsBetween(before: Json | undefined, after: Json | undefined): readonly OptionChange[] | undefined {
  const [old, now] = [byValue(before), byValue(after)];
  if (old === undefined || now === undefined) return undefined;
  return [
    ...[...old].flatMap(([value, option]): readonly OptionChange[] =>
      now.has(value) ? [] : [{ value, change: 'remove', before: option }],
    ),
    ...[...now].flatMap(([value, option]): readonly OptionChange[] => {
      const was = old.get(value);
      if (was === undefined) return [{ value, change: 'add', after: option }];
      const [left, right] = [said(was, option), said(option, was)];
      return equalJson(left, right) ? [] : [{ value, change: 'update', before: left, after: right }];
    }),
  ];
}

/** Returns the members with a meaning. An empty member has none, and neither has an order that the other option lacks. */
function said(option: Json, other: Json): Fields {
  const isSaid = ([name, value]: readonly [string, Json]): boolean =>
    value !== '' && value !== false && (name !== 'displayOrder' || members(other)[name] !== undefined);
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
