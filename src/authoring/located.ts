/** Finds a declared resource in its document by position. */

import type { Step } from '../config/yaml/edit.ts';
import type { ParsedFile } from '../config/yaml/parsed-file.ts';
import type { Provenance } from '../model/finding.ts';
import { type Fields, isList, type Json, mapping } from '../model/json.ts';
import type { Level } from '../model/kind.ts';

export interface Located {
  readonly path: readonly Step[];
  /** As it is written, before anything is interpolated. */
  readonly written: Fields;
}

export type Locator = (at: Provenance) => Located | undefined;

/** Finds by line and column. A repeated alias has the same position twice, so it is not found. */
export function createLocator(file: ParsedFile, levels: readonly Level[]): Locator {
  return locator(file, levels, { root: [], byField: false });
}

/** Finds resources in the overrides of an account, by the position of the resource or of anything in it. */
export function createOverrideLocator(file: ParsedFile, levels: readonly Level[], account: string): Locator {
  return locator(file, levels, { root: ['accounts', account, 'overrides'], byField: true });
}

interface Within {
  readonly root: readonly string[];
  readonly byField: boolean;
}

function locator(file: ParsedFile, levels: readonly Level[], { root, byField }: Within): Locator {
  const found = new Map<string, Located | undefined>();
  const add = (path: readonly (string | number)[], located: Located) => {
    const { line, column } = file.position(path, 'key');
    const key = `${line}:${column}`;
    found.set(key, found.has(key) && found.get(key) !== located ? undefined : located);
  };
  const walk = (value: Json | undefined, depth: number, path: readonly (string | number)[], steps: readonly Step[]) => {
    const level = levels[depth];
    if (level === undefined) {
      const located = { path: steps, written: mapping(value) ?? {} };
      add(path, located);
      if (byField) for (const inside of listPaths(located.written)) add([...path, ...inside], located);
      return;
    }
    const container = mapping(value)?.[level.key];
    if (level.each === 'item') {
      for (const [index, item] of (isList(container) ? container : []).entries())
        walk(item, depth + 1, [...path, level.key, index], [...steps, level.key, selectScalars(item)]);
      return;
    }
    for (const [name, entry] of Object.entries(mapping(container) ?? {}))
      walk(entry, depth + 1, [...path, level.key, name], [...steps, level.key, name]);
  };
  walk(
    root.reduce<Json | undefined>((value, key) => mapping(value)?.[key], file.value),
    0,
    root,
    root,
  );
  return ({ line, column }) => found.get(`${line}:${column}`);
}

/** Returns the paths of all values below a value. */
function listPaths(value: Json): readonly (readonly (string | number)[])[] {
  const entries = isList(value) ? [...value.entries()] : Object.entries(mapping(value) ?? {});
  return entries.flatMap(([key, one]) => [[key], ...listPaths(one).map((path) => [key, ...path])]);
}

function selectScalars(item: Json): Fields {
  return Object.fromEntries(Object.entries(mapping(item) ?? {}).filter(([, value]) => typeof value !== 'object'));
}
