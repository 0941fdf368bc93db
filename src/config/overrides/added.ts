/** What no file declares and the account adds. */

import { isList, type Json, mapping } from '../../model/json.ts';
import type { Level } from '../../model/kind.ts';
import { OMIT } from '../schema/overrides.ts';
import type { Path } from '../yaml/position.ts';
import { changesAt } from './changes.ts';
import { type Given, isContainer, type Place } from './contents.ts';
import type { Notes } from './notes.ts';

interface Adding {
  readonly key: string;
  readonly places: readonly Place[];
  readonly level: Level;
  readonly note: Notes;
  readonly id: string;
  names(): readonly string[];
}

/** Something that no file declares: it goes where its section is, or where there is none yet. */
export function add(
  { raw, path }: Given,
  step: string | number,
  { key, places, level, note, id, names }: Adding,
): void {
  const target =
    places.find((place) => isContainer(level, place.raw[key])) ??
    places.findLast((place) => !Object.hasOwn(place.raw, key));
  if (target === undefined) return;
  note.added(path, id, names(), raw);
  const changes = changesAt(target.changes, [key]);
  if (!Object.hasOwn(target.raw, key)) {
    changes.set ??= { value: level.each === 'item' ? [] : {}, path: path.slice(0, -1) };
  }
  const placed = { value: withoutOmits(raw, path, note), path };
  if (level.each === 'item') changes.added.push(placed);
  else changesAt(changes, [step]).set = placed;
}

/** What is new leaves nothing out. */
function withoutOmits(value: Json, path: Path, note: Notes): Json {
  if (isList(value)) {
    const items = value.map((item, index) => withoutOmits(item, [...path, index], note));
    return items.every((item, index) => item === value[index]) ? value : items;
  }
  const entries = mapping(value);
  if (entries === undefined) return value;
  if (Object.hasOwn(entries, OMIT) && isOmit(entries[OMIT])) note.nothingLeftOut([...path, OMIT], undefined, []);
  const kept = Object.entries(entries)
    .filter(([key, one]) => key !== OMIT || !isOmit(one))
    .map(([key, one]) => [key, withoutOmits(one, [...path, key], note)] as const);
  const isSame = kept.length === Object.keys(entries).length && kept.every(([key, one]) => one === entries[key]);
  return isSame ? value : Object.fromEntries(kept);
}

/** An entry of that name is a mapping. */
function isOmit(value: Json | undefined): boolean {
  return value === true || isList(value);
}
