/** Chooses the file of a declaration: the file with its neighbours, or a file for its section. */

import { matchesGlob, normalize } from 'node:path/posix';
import type { ParsedFile } from '../config/yaml/parsed-file.ts';
import { isList, type Json, mapping } from '../model/json.ts';
import type { Heads } from './heads.ts';
import type { Placed } from './place.ts';

/** Place of a new declaration. */
export interface Place {
  readonly place: readonly Placed[];
  /** Forms in which files write its object, app or pair. */
  readonly heads: Heads;
}

/** Returns the place in the form of one file. */
export function adaptPlace(path: string, { place, heads }: Place): readonly Placed[] {
  const head = heads.get(path);
  return head === undefined ? place : [head, ...place.slice(1)];
}

/** Sections whose files are not called by their key. */
const NAMES: Readonly<Record<string, string>> = {
  eventDefinitions: 'events',
  associationLabels: 'association-labels',
  associationLimits: 'association-limits',
};

/** Returns the file with the most levels of the place. Returns undefined if no file has the section and, for entries, the first entry. */
export function findFile(documents: readonly ParsedFile[], one: Place): ParsedFile | undefined {
  let best: { readonly file: ParsedFile; readonly depth: number } | undefined;
  for (const file of documents) {
    const depth = measureDepth(file.value, adaptPlace(file.path, one));
    if (depth > (best?.depth ?? 0)) best = { file, depth };
  }
  return best?.file;
}

function measureDepth(value: Json | undefined, place: readonly Placed[]): number {
  let [found, depth] = [value, 0];
  for (const { key, entry, isWritten } of place) {
    const container = mapping(found)?.[key];
    // A file with the item comes before a file with other items.
    if (entry === undefined) return isList(container) ? depth + (isWritten === true ? 2 : 1) : depth;
    found = mapping(container)?.[entry];
    if (found === undefined) break;
    depth += 1;
  }
  return depth;
}

/** True if the document has exactly this place, declared or only referred to. */
export function isIn({ path, value }: ParsedFile, one: Place): boolean {
  const place = adaptPlace(path, one);
  return place.every(({ entry }) => entry !== undefined) && measureDepth(value, place) === place.length;
}

/** `contacts.yaml` for what belongs to an object, else by the section. */
export function buildFileName([first]: readonly Placed[]): string {
  const name = first?.key === 'objects' ? (first.entry ?? '') : (NAMES[first?.key ?? ''] ?? first?.key ?? '');
  return `${name.toLowerCase().replace(/[^a-z0-9_-]+/g, '-')}.yaml`;
}

/** True if an include leads to a file in this folder. Both are relative to the folder of the main file. */
export function isIncluded(documents: readonly ParsedFile[], path: string): boolean {
  return documents.some(({ path: from, value }) => {
    const include = mapping(value)?.['include'];
    const folder = from.includes('/') ? from.slice(0, from.lastIndexOf('/')) : '.';
    return (
      isList(include) &&
      include.some(
        (pattern) => typeof pattern === 'string' && matchesGlob(normalize(path), normalize(`${folder}/${pattern}`)),
      )
    );
  });
}
