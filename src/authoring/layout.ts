/** Which file a declaration goes to: the one that has its neighbours, else one of its own section. */

import { matchesGlob, normalize } from 'node:path/posix';
import type { ParsedFile } from '../config/yaml/parsed-file.ts';
import { isList, type Json, mapping } from '../model/json.ts';
import type { Placed } from './place.ts';

/** Sections whose files are not called by their key. */
const NAMES: Readonly<Record<string, string>> = { eventDefinitions: 'events', associationLimits: 'association-limits' };

/** The file with the most levels of the place; undefined where none has its section and, for entries, its first entry. */
export function fileWith(documents: readonly ParsedFile[], place: readonly Placed[]): ParsedFile | undefined {
  let best: { readonly file: ParsedFile; readonly depth: number } | undefined;
  for (const file of documents) {
    const depth = depthOf(file.value, place);
    if (depth > (best?.depth ?? 0)) best = { file, depth };
  }
  return best?.file;
}

function depthOf(value: Json | undefined, place: readonly Placed[]): number {
  let [found, depth] = [value, 0];
  for (const { key, entry } of place) {
    const container = mapping(found)?.[key];
    if (entry === undefined) return isList(container) ? depth + 1 : depth;
    found = mapping(container)?.[entry];
    if (found === undefined) break;
    depth += 1;
  }
  return depth;
}

/** Whether exactly this place is in a document, declared or only referred to. */
export function isIn(value: Json | undefined, place: readonly Placed[]): boolean {
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
