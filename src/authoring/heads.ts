/** The outermost level of a declaration as a file has it already: an object by another name, an app or a pair with a variable. */

import type { ParsedFile } from '../config/yaml/parsed-file.ts';
import type { DesiredResource } from '../model/desired.ts';
import { mapping } from '../model/json.ts';
import type { Kind, Level } from '../model/kind.ts';
import { createLocator } from './located.ts';
import type { Placed } from './place.ts';

/** Heads by the path of the file. */
export type Heads = ReadonlyMap<string, Placed>;
export type HeadsOf = (levels: readonly Level[], place: readonly Placed[]) => Heads;

export interface Declaring {
  readonly kind: Kind;
  readonly resource: DesiredResource;
}

/** `declared` identifies the app or pair of a list item, even if it contains variables. */
export function findHeads(documents: readonly ParsedFile[], declared: readonly Declaring[]): HeadsOf {
  const items = new Map<string, Map<string, Placed>>();
  for (const [kind, own] of Map.groupBy(declared, (one) => one.kind)) {
    const [level] = kind.levels;
    if (level?.identity === undefined) continue;
    for (const [path, some] of Map.groupBy(own, ({ resource }) => resource.provenance.file)) {
      const file = documents.find((one) => one.path === path);
      const locate = file && createLocator(file, kind.levels);
      for (const { resource } of some) {
        const fields = locate?.(resource.provenance)?.path[1];
        if (typeof fields !== 'object') continue;
        const key = itemKey(level, resource.spec);
        const heads = items.get(key) ?? new Map<string, Placed>();
        items.set(key, heads.set(path, { key: level.key, fields, isWritten: true }));
      }
    }
  }
  return ([level], [first]) => {
    if (level === undefined || first === undefined) return new Map();
    if (first.entry === undefined) return items.get(itemKey(level, first.fields)) ?? new Map();
    const { entry } = first;
    return new Map(
      documents.flatMap(({ path, value }) => {
        const there = findEntry(Object.keys(mapping(mapping(value)?.[level.key]) ?? {}), entry, level);
        return there === undefined ? [] : [[path, { ...first, entry: there }] as const];
      }),
    );
  };
}

function itemKey({ key, identity }: Level, fields: Placed['fields']): string {
  return `${key}\n${identity?.of(fields)}`;
}

/** The key itself before another spelling of it. */
function findEntry(keys: readonly string[], entry: string, { capture }: Level): string | undefined {
  if (keys.includes(entry)) return entry;
  const canonical = capture?.canonical ?? ((key) => key);
  return keys.find((key) => canonical(key) === canonical(entry));
}
