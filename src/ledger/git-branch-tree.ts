/** The files of a branch by the ids of their contents, and the numbered parts of a growing file: pure. */

import { createHash } from 'node:crypto';

export type Tree = ReadonlyMap<string, string>;
export type Changes = ReadonlyMap<string, string | null>;

export function partName(file: string, number: number): string {
  return `${file}.${String(number).padStart(6, '0')}`;
}

/** The file itself, then its parts in their order. */
export function listPaths(tree: Tree, file: string): readonly string[] {
  const parts = [...tree.keys()].filter(
    (path) => path.startsWith(`${file}.`) && /^\d{6}$/.test(path.slice(file.length + 1)),
  );
  return [...(tree.has(file) ? [file] : []), ...parts.sort()];
}

export function nextPart(tree: Tree, file: string): string {
  const last = listPaths(tree, file).findLast((path) => path !== file);
  return partName(file, last === undefined ? 1 : Number(last.slice(file.length + 1)) + 1);
}

export function withoutParts(tree: Tree, file: string): readonly (readonly [string, null])[] {
  return listPaths(tree, file).map((path) => [path, null] as const);
}

export function after(tree: Tree, changes: Changes): Tree {
  const next = new Map(tree);
  for (const [path, text] of changes) {
    if (text === null) next.delete(path);
    else next.set(path, blobId(text));
  }
  return next;
}

export function holdsAll(tree: Tree, changes: Changes): boolean {
  return [...changes].every(([path, text]) => (text === null ? !tree.has(path) : tree.get(path) === blobId(text)));
}

/** The id that Git gives a content, by the hash that the repository uses. */
export function blobId(content: string | Uint8Array, algorithm: 'sha1' | 'sha256' = 'sha1'): string {
  const bytes = Buffer.from(content);
  return createHash(algorithm).update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}

/** The file itself and its parts, in their order. */
export function selectParts(tree: Tree, file: string): Tree {
  return new Map(listPaths(tree, file).map((path) => [path, tree.get(path) ?? '']));
}

export function sameTree(a: Tree, b: Tree): boolean {
  return a.size === b.size && [...a].every(([path, id]) => b.get(path) === id);
}
