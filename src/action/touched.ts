/** What of some files differs between two commits: folders that did not change are not even read. */

import { FOLDER, LINK, SUBMODULE, type TreeEntry } from '../github/tree.ts';
import type { Trees } from '../github/trees.ts';

export interface Watched {
  /** From the top of the repository, with slashes; empty for the top itself. */
  readonly path: string;
  /**
   * `all`: the file, or everything in the folder. `yaml`: what a search for YAML files in the folder can find. `hidden`: also in folders that
   * start with a dot. `here`: what one finds that looks at the names right there, and below a folder of such a name.
   */
  readonly what: 'all' | 'hidden' | 'yaml' | 'here';
}

const NARROW_TO_WIDE: readonly Watched['what'][] = ['here', 'yaml', 'hidden', 'all'];

export function wider(one: Watched['what'], other: Watched['what'] = one): Watched['what'] {
  return NARROW_TO_WIDE.indexOf(one) > NARROW_TO_WIDE.indexOf(other) ? one : other;
}

type Found = TreeEntry | undefined;

const YAML = /\.ya?ml$/i;

/** The first path that differs; undefined if none does. A link on the way to a file counts as the file. */
export async function touchedPath(
  trees: Trees,
  [from, to]: readonly [TreeEntry, TreeEntry],
  watched: readonly Watched[],
): Promise<string | undefined> {
  for (const { path, what } of watched) {
    const found = await alongPath(trees, [from, to], path);
    if (isSame(found)) continue;
    const touched = what === 'all' ? path : await touchedYaml(trees, found, path, what);
    if (touched !== undefined) return touched;
  }
  return undefined;
}

/** Whether what is there is read, or leads to what is. */
export function isWatched(watched: readonly Watched[], path: string, mode: string): boolean {
  const isYaml = isReadable(path, mode);
  return watched.some(({ path: one, what }) => {
    if (one === path || one.startsWith(`${path}/`)) return true;
    if (one !== '' && !path.startsWith(`${one}/`)) return false;
    return what === 'all' || (isYaml && areSearched(foldersBelow(one, path), what));
  });
}

/** Those on the way from a folder, empty for the top, to a path below it, the highest first. */
export function foldersBelow(folder: string, path: string): readonly string[] {
  return path
    .slice(folder === '' ? 0 : folder.length + 1)
    .split('/')
    .slice(0, -1);
}

/** Whether a search comes down through these folders, the highest first. */
export function areSearched([first, ...below]: readonly string[], what: Exclude<Watched['what'], 'all'>): boolean {
  if (first === undefined || what === 'hidden') return true;
  if (what === 'here') return YAML.test(first);
  return ![first, ...below].some((name) => name.startsWith('.'));
}

/** What is at the path in both; where the way there ends early, what it ends at. */
async function alongPath(trees: Trees, start: readonly [Found, Found], path: string): Promise<readonly [Found, Found]> {
  let found: readonly [Found, Found] = start;
  for (const name of path.split('/').filter((part) => part !== '')) {
    if (isSame(found)) return found;
    const [one, other] = found;
    found = [await stepInto(trees, one, name), await stepInto(trees, other, name)];
  }
  return found;
}

async function stepInto(trees: Trees, entry: Found, name: string): Promise<Found> {
  if (entry === undefined || entry.mode !== FOLDER) return entry;
  return (await trees.entriesOf(entry.id)).get(name);
}

async function touchedYaml(
  trees: Trees,
  found: readonly [Found, Found],
  path: string,
  what: Exclude<Watched['what'], 'all'>,
): Promise<string | undefined> {
  const [one, other] = await Promise.all(found.map((entry) => contentOf(trees, entry)));
  // A link or a file took the place of the folder.
  if (one === undefined || other === undefined) return path;
  for (const name of new Set([...one.keys(), ...other.keys()])) {
    const both = [one.get(name), other.get(name)] as const;
    if (isSame(both) || (areFolders(both) && !areSearched([name], what))) continue;
    const at = path === '' ? name : `${path}/${name}`;
    const isFolder = both.some((entry) => entry?.mode === FOLDER);
    const isRead = both.some((entry) => entry !== undefined && isReadable(name, entry.mode));
    const touched = isFolder
      ? await touchedYaml(trees, both, at, what === 'here' ? 'hidden' : what)
      : isRead
        ? at
        : undefined;
    if (touched !== undefined) return touched;
  }
  return undefined;
}

/** Empty for what does not exist; undefined for what is no folder. */
async function contentOf(trees: Trees, entry: Found): Promise<ReadonlyMap<string, TreeEntry> | undefined> {
  if (entry === undefined) return new Map();
  return entry.mode === FOLDER ? trees.entriesOf(entry.id) : undefined;
}

/** In the one where there is something. */
function areFolders(both: readonly [Found, Found]): boolean {
  return both.every((entry) => entry === undefined || entry.mode === FOLDER);
}

/** A link and a submodule may lead to anything. */
function isReadable(name: string, mode: string): boolean {
  return YAML.test(name) || mode === LINK || mode === SUBMODULE;
}

function isSame([one, other]: readonly [Found, Found]): boolean {
  return one?.id === other?.id && one?.mode === other?.mode;
}
