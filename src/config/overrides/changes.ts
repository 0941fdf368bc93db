/** Changes that overrides make in one document, by path: parts that are set, added or left out. */

import { isList, type Json, mapping } from '../../model/json.ts';
import type { Path } from '../yaml/position.ts';

/** Changes at a place and below it. */
export interface Changes {
  /** An index past the end of a list adds an item. */
  readonly below: Map<string | number, Changes>;
  /** New value, and its path in the document that holds the overrides. */
  set?: { readonly value: Json; readonly path: Path };
  /** Path of the override that leaves this part out. */
  gone?: Path;
  /** Original index of each item in a changed list. Known after `withChanges`. */
  order?: readonly (string | number)[];
}

/** Returns the changes at a path below, and makes them if they are missing. */
export function openChanges(changes: Changes, path: Path): Changes {
  let found = changes;
  for (const step of path) {
    const next: Changes = found.below.get(step) ?? { below: new Map() };
    found.below.set(step, next);
    found = next;
  }
  return found;
}

/** Returns the value with its changes. Unchanged parts are shared. `made` receives each new mapping or list. */
export function withChanges(original: Json, changes: Changes, made: (container: object) => void): Json {
  const value = changes.set?.value ?? original;
  const { below } = changes;
  if (below.size === 0 || typeof value !== 'object' || value === null) return value;
  const known = new Set<string | number>(isList(value) ? [...value.keys()] : Object.keys(value));
  const added = [...below].flatMap(([step, { set }]) => (set === undefined || known.has(step) ? [] : [step]));
  const kept = [...known, ...added].filter((step) => below.get(step)?.gone === undefined);
  const parts = kept.map((step): Json => {
    const part = (isList(value) ? value[Number(step)] : mapping(value)?.[step]) ?? null;
    const inner = below.get(step);
    return inner === undefined ? part : withChanges(part, inner, made);
  });
  const result = isList(value) ? parts : Object.fromEntries(kept.map((step, index) => [step, parts[index] ?? null]));
  if (isList(value)) changes.order = kept;
  made(result);
  return result;
}

/** Place in a file from which a part of the changed document comes. */
export interface Source {
  /** True if the part is in the document that holds the overrides. */
  readonly overridden: boolean;
  readonly path: Path;
  /** Changes of the part. Undefined if it is unchanged. */
  readonly changes: Changes | undefined;
}

export function findSource(root: Changes, path: Path): Source {
  let changes: Changes | undefined = root;
  let overridden = false;
  let at: Path = [];
  for (const step of path) {
    const original: string | number = (typeof step === 'number' ? changes?.order?.[step] : undefined) ?? step;
    changes = changes?.below.get(original);
    if (changes?.gone !== undefined) return { overridden: true, path: changes.gone, changes: undefined };
    if (changes?.set === undefined) at = [...at, original];
    else [overridden, at] = [true, changes.set.path];
  }
  return { overridden, path: at, changes };
}

/** Returns the path of the first override at a place or below it. Returns undefined if there is none. */
export function firstOverride(changes: Changes | undefined): Path | undefined {
  if (changes === undefined) return undefined;
  const own = changes.set?.path ?? changes.gone;
  if (own !== undefined) return own;
  for (const below of changes.below.values()) {
    const found = firstOverride(below);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns the path of the override that leaves out a part of the original, or a container of the part. */
export function findOmission(root: Changes, path: Path): Path | undefined {
  let changes: Changes | undefined = root;
  for (const step of path) {
    changes = changes?.below.get(step);
    if (changes?.gone !== undefined) return changes.gone;
  }
  return undefined;
}

/** Checks if anything is left out, at any depth. */
export function leavesOut({ gone, below }: Changes): boolean {
  return gone !== undefined || [...below.values()].some(leavesOut);
}
