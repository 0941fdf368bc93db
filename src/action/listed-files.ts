/** The files and links of a commit as the Git host lists them, and where a search may find some of them. */

import { relative, sep } from 'node:path';
import { HostError } from '../errors.ts';
import { LINK, type ListedEntry } from '../github/tree.ts';

/** By their paths from the top of the repository, with slashes. */
export type Files = ReadonlyMap<string, ListedEntry>;

export type Contents = (path: string, file: ListedEntry) => Promise<Buffer>;

export const YAML = /\.ya?ml$/i;

export function fromTop(top: string, path: string): string {
  return relative(top, path).split(sep).join('/');
}

/** A file, a link, or a folder in which a search may find something. What a link leads to is known when all links are there. */
export function mayBeThere(files: Files, path: string): boolean {
  return files.has(path) || isByLink(files, path) || [...files].some(([file, entry]) => isFoundIn(path, file, entry));
}

function isFoundIn(folder: string, file: string, entry: ListedEntry): boolean {
  const start = folder === '' ? '' : `${folder}/`;
  const folders = file.slice(start.length).split('/').slice(0, -1);
  if (!file.startsWith(start) || folders.some((name) => name.startsWith('.'))) return false;
  return YAML.test(file) || isLink(entry);
}

/** Whether the path, or a folder on the way to it, is a link. */
export function isByLink(files: Files, path: string): boolean {
  const parts = path.split('/');
  return parts.some((_, at) => isLink(files.get(parts.slice(0, at + 1).join('/'))));
}

export function isLink(file: ListedEntry | undefined): boolean {
  return file?.mode === LINK;
}

export function tooMuch(): HostError {
  return new HostError(200, 'The configuration of the base commit is too large to be compared.');
}
