/** What overrides change in one document, by path: values that are set, parts that are left out, items that are added. */

import { isList, type Json, mapping } from '../../model/json.ts';
import type { Path } from '../yaml/position.ts';

/** A value as written, and its path in the document that holds the overrides. */
export interface Placed {
  readonly value: Json;
  readonly path: Path;
}

/** Changes at one place and below it. */
export interface Changes {
  readonly below: Map<string | number, Changes>;
  /** Replaces what is there. */
  set?: Placed;
  /** Leaves it out: the path of what says so. */
  gone?: Path;
  /** Items that a list has besides. */
  readonly added: Placed[];
  /** Of a list as it becomes: the index that each item had, or where it is from. Known once it is built. */
  order?: readonly (number | Placed)[];
}

export function noChanges(): Changes {
  return { below: new Map(), added: [] };
}

/** Those at a path below; made where there are none. */
export function changesAt(changes: Changes, path: Path): Changes {
  let found = changes;
  for (const step of path) {
    const next = found.below.get(step) ?? noChanges();
    found.below.set(step, next);
    found = next;
  }
  return found;
}

/** The value with its changes. Parts without any are shared with the original; `made` is told of each new mapping or list. */
export function withChanges(original: Json, changes: Changes, made: (container: object) => void): Json {
  const value = changes.set?.value ?? original;
  if (changes.below.size === 0 && changes.added.length === 0) return value;
  if (isList(value)) return listWith(value, changes, made);
  const entries = mapping(value);
  if (entries === undefined) return value;
  const result: Record<string, Json> = {};
  for (const [key, one] of Object.entries(entries)) {
    const below = changes.below.get(key);
    if (below?.gone === undefined) result[key] = below === undefined ? one : withChanges(one, below, made);
  }
  for (const [key, below] of changes.below) {
    if (Object.hasOwn(entries, key) || below.set === undefined) continue;
    result[String(key)] = withChanges(below.set.value, below, made);
  }
  made(result);
  return result;
}

function listWith(list: readonly Json[], changes: Changes, made: (container: object) => void): Json {
  const kept = [...list.keys()].filter((index) => changes.below.get(index)?.gone === undefined);
  changes.order = [...kept, ...changes.added];
  const result = [
    ...kept.map((index) => {
      const below = changes.below.get(index);
      return below === undefined ? (list[index] ?? null) : withChanges(list[index] ?? null, below, made);
    }),
    ...changes.added.map(({ value }) => value),
  ];
  made(result);
  return result;
}

/** Where something in the changed document is written. */
export interface Source {
  /** Whether it is in the document that holds the overrides. */
  readonly overridden: boolean;
  readonly path: Path;
  /** What else is changed there; undefined if nothing is. */
  readonly changes: Changes | undefined;
}

export function sourceOf(root: Changes, path: Path): Source {
  let changes: Changes | undefined = root;
  let overridden = false;
  let at: Path = [];
  for (const step of path) {
    const was: number | Placed | undefined = typeof step === 'number' ? changes?.order?.[step] : undefined;
    if (typeof was === 'object') {
      [overridden, at, changes] = [true, was.path, undefined];
      continue;
    }
    const next: Changes | undefined = changes?.below.get(was ?? step);
    if (next?.gone !== undefined) return { overridden: true, path: next.gone, changes: undefined };
    if (next?.set === undefined) at = [...at, was ?? step];
    else [overridden, at] = [true, next.set.path];
    changes = next;
  }
  return { overridden, path: at, changes };
}

/** The path of the first override at a place or below it; undefined if there is none. */
export function firstOverride({ overridden, path, changes }: Source): Path | undefined {
  return overridden ? path : firstBelow(changes);
}

/** Depth first, in the order in which they were made. */
export function firstBelow(changes: Changes | undefined): Path | undefined {
  if (changes === undefined) return undefined;
  const [added] = changes.added;
  const own = changes.set?.path ?? changes.gone ?? added?.path;
  if (own !== undefined) return own;
  for (const below of changes.below.values()) {
    const found = firstBelow(below);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What leaves out something of the original, or what it is in; undefined if it is kept. */
export function goneAt(root: Changes, path: Path): Path | undefined {
  let changes: Changes | undefined = root;
  for (const step of path) {
    changes = changes?.below.get(step);
    if (changes?.gone !== undefined) return changes.gone;
  }
  return undefined;
}

/** Whether anything is left out, at any depth. */
export function leavesOut({ gone, below }: Changes): boolean {
  return gone !== undefined || [...below.values()].some(leavesOut);
}
