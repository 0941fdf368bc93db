/** What a plan makes that may be what the files dropped, by another name. In doubt it is: a deletion that is held costs one consent. */

import { lazy } from '../../contract/lazy.ts';
import type { Json } from '../../model/json.ts';
import { nearest } from '../../model/nearest.ts';
import { type Alike, MOST_PAIRS, type Named, unnumbered, valuesOf } from './alike.ts';
import type { Made } from './looks-renamed.ts';

/** All that may be it, what is most like it first. */
export function madeLike(made: readonly Made[]): (one: Named) => readonly Alike<Made>[] {
  const byName = lazy(() => Map.groupBy(made, ({ name }) => name));
  const byLabel = lazy(() => Map.groupBy(made, labelOf));
  const byValues = lazy(() => Map.groupBy(made, ({ fields }) => valuesOf(fields)));
  const byHolder = lazy(() => Map.groupBy(made, ({ holder }) => holder));
  return (one) => {
    const [label, values] = [labelOf(one), valuesOf(one.fields)];
    const beside = byHolder().get(one.holder) ?? [];
    const found: readonly Alike<Made>[] = [
      ...because('both have the same name', byName().get(one.name)),
      ...because(`both have the label ${label}`, label === undefined ? [] : byLabel().get(label)).filter(({ other }) =>
        mayHoldSame(one, other),
      ),
      ...because('both have the same options', values === undefined ? [] : byValues().get(values)),
      ...because('their names are nearly the same', beside.length > MOST_PAIRS ? [] : beside.filter(isNear(one))),
    ];
    return [...new Map(found.toReversed().map((like) => [like.other.address, like])).values()].toReversed();
  };
}

function because(why: string, others: readonly Made[] = []): readonly Alike<Made>[] {
  return others.map((other) => ({ other, why }));
}

/** What is before or after the old name makes a new one of it: tier_v2, new_tier. Names that number things are different ones. */
function isNear(one: Named): (other: Named) => boolean {
  return (other) => {
    if (unnumbered(one.name) === unnumbered(other.name) || !mayHoldSame(one, other)) return false;
    const [short = '', long = ''] = [one.name, other.name].sort((a, b) => a.length - b.length);
    const isPart = long.startsWith(`${short}_`) || long.endsWith(`_${short}`);
    return isPart || nearest(one.name, [other.name]) !== undefined;
  };
}

/** Values of the one could be values of the other: nearly all can be written as text. */
function mayHoldSame({ fields: { type: one } }: Named, { fields: { type: other } }: Named): boolean {
  return one === other || [one, other].some(isText) || [one, other].every(isDay);
}

function isText(type: Json | undefined): boolean {
  return type === 'string' || type === 'enumeration';
}

function isDay(type: Json | undefined): boolean {
  return type === 'date' || type === 'datetime';
}

/** Quoted. Case and blanks around it are often all that is corrected. */
function labelOf({ fields: { label, displayName } }: Named): string | undefined {
  const text = label ?? displayName;
  return typeof text === 'string' && text.trim() !== '' ? JSON.stringify(text.trim().toLowerCase()) : undefined;
}
