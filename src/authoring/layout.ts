/** Which file a declaration goes to: the one that has its neighbours, else one of its own section. */

import { matchesGlob, normalize } from 'node:path/posix';
import type { ParsedFile } from '../config/yaml/parsed-file.ts';
import { isList, type Json, mapping } from '../model/json.ts';
import type { Heads } from './heads.ts';
import type { Placed } from './place.ts';

/** Where something goes that no file declares. */
export interface Place {
  readonly place: readonly Placed[];
  /** How files that have its object, app or pair write that. */
  readonly heads: Heads;
}

/** In the words of one file. */
export function placeIn(path: string, { place, heads }: Place): readonly Placed[] {
  const head = heads.get(path);
  return head === undefined ? place : [head, ...place.slice(1)];
}

/** Sections whose files are not called by their key. */
const NAMES: Readonly<Record<string, string>> = { eventDefinitions: 'events', associationLimits: 'association-limits' };

/** The file with the most levels of the place; undefined where none has its section and, for entries, its first entry. */
export function fileWith(documents: readonly ParsedFile[], one: Place): ParsedFile | undefined {
  let best: { readonly file: ParsedFile; readonly depth: number } | undefined;
  for (const file of documents) {
    const depth = depthOf(file.value, placeIn(file.path, one));
    if (depth > (best?.depth ?? 0)) best = { file, depth };
  }
  return best?.file;
}

function depthOf(value: Json | undefined, place: readonly Placed[]): number {
  let [found, depth] = [value, 0];
  for (const { key, entry, isWritten } of place) {
    const container = mapping(found)?.[key];
    // A file that has the item itself before one that has others.
    if (entry === undefined) return isList(container) ? depth + (isWritten === true ? 2 : 1) : depth;
    found = mapping(container)?.[entry];
    if (found === undefined) break;
    depth += 1;
  }
  return depth;
}

/** Whether exactly this place is in a document, declared or only referred to. */
export function isIn({ path, value }: ParsedFile, one: Place): boolean {
  const place = placeIn(path, one);
  return place.every(({ entry }) => entry !== undefined) && depthOf(value, place) === place.length;
}

/** `contacts.yaml` for what belongs to an object, else by the section. */
export function fileNameOf([first]: readonly Placed[]): string {
  const name = first?.key === 'objects' ? (first.entry ?? '') : (NAMES[first?.key ?? ''] ?? first?.key ?? '');
  return `${name.toLowerCase().replace(/[^a-z0-9_-]+/g, '-')}.yaml`;
}

/** Whether an include of one of the files leads to a file in this folder, both from the folder of the main file. */
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
