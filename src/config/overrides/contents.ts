/** Contents of a mapping in a document, by identity, and the override of an account for them. */

import { type Fields, isList, type Json, mapping } from '../../model/json.ts';
import type { Level } from '../../model/kind.ts';
import { findValue } from '../check/checked.ts';
import type { Path } from '../yaml/position.ts';
import { type Changes, openChanges } from './changes.ts';

/** A mapping in a document. */
export interface Place {
  readonly changes: Changes;
  readonly raw: Fields;
  /** The mapping with interpolations resolved. */
  readonly filled: Fields;
}

/** An override of an account for one item. */
export interface Given {
  readonly raw: Fields;
  readonly filled: Fields;
  readonly path: Path;
}

export interface Contents {
  of(id: string): readonly Place[];
  names(): readonly string[];
}

/** Returns the contents of a place under the key of a level, by identity. */
export function contents(place: Place, key: string, level: Level): Contents {
  const container = place.raw[key];
  if (!isContainer(level, container)) return { of: () => [], names: () => [] };
  const findPlace = (step: string | number): Place => ({
    changes: openChanges(place.changes, [key, step]),
    raw: mapping(findValue(container, [step])) ?? {},
    filled: mapping(findValue(place.filled[key] ?? {}, [step])) ?? {},
  });
  if (level.each === 'entry' && level.capture?.canonical === undefined) {
    return { of: (id) => (Object.hasOwn(container, id) ? [findPlace(id)] : []), names: () => Object.keys(container) };
  }
  const filled = place.filled[key] ?? {};
  const steps = Map.groupBy(
    listEntries(container).map(([step]) => step),
    (step) => findIdentity(level, step, mapping(findValue(filled, [step])) ?? {}),
  );
  return {
    of: (id) => (steps.get(id) ?? []).map(findPlace),
    names: () => [...steps.keys()].filter((id) => id !== undefined),
  };
}

export function findIdentity(level: Level, step: string | number, filled: Fields): string | undefined {
  if (level.each === 'item') return level.identity?.of(filled);
  return level.capture?.canonical?.(String(step)) ?? String(step);
}

export function isContainer(level: Level, value: Json | undefined): value is readonly Json[] | Fields {
  return level.each === 'item' ? isList(value) : mapping(value) !== undefined;
}

export function listEntries(container: readonly Json[] | Fields): readonly (readonly [string | number, Json])[] {
  return isList(container) ? [...container.entries()] : Object.entries(container);
}
