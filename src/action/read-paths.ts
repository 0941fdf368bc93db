/** What of the checkout decides what a run reads: the files, and the links on the way to them. */

import { join, relative, resolve, sep } from 'node:path';
import { isBranchLocation, type Project } from '../index.ts';
import type { Inputs } from './inputs.ts';
import { insideOf, wayTo } from './inside.ts';
import type { Watched } from './touched.ts';

interface Reading {
  readonly project: Project;
  readonly cwd: string;
  readonly checkout: { readonly top: string | undefined };
}

/** Absolute, each once: every file that was read, and every link on any way to one, where it really lies. */
export function readPaths({ ways = [], searched = [] }: Project): readonly string[] {
  const folders = new Set(searched);
  return [...new Set(ways.flatMap(wayTo))].filter((path) => !folders.has(path));
}

/** Each is a request to the Git host; beyond it, asking for all commits costs less. */
const MOST_PATHS = 20;

/**
 * From the top of the repository: where a commit has to touch something to change what is read, with the links on the way there. Undefined
 * where that is the whole repository, or too many places.
 */
export function projectPaths({ project, cwd, checkout: { top } }: Reading): readonly string[] | undefined {
  if (top === undefined) return undefined;
  const way = wayTo(cwd);
  const own = way.at(-1) === top ? [] : way;
  const folders = [...own.slice(-1), ...(project.searched ?? [])];
  const all = new Set([...own, ...folders, ...readPaths(project)].filter((path) => insideOf(top, path)));
  const places = [...all].filter((path) => !folders.some((folder) => folder !== path && insideOf(folder, path)));
  if (places.includes(top) || places.length > MOST_PATHS) return undefined;
  return places.map((path) => pathFromTop(top, path));
}

/** The files alone, with the links on the way to them and to the working directory. Undefined where there is no checkout. */
export function filePaths({ project, cwd, checkout: { top } }: Reading): readonly string[] | undefined {
  if (top === undefined) return undefined;
  const all = [...wayTo(cwd).slice(0, -1), ...readPaths(project)];
  return all.filter((path) => insideOf(top, path)).map((path) => pathFromTop(top, path));
}

/** The files, with the links on the way to them, and the folders that are searched, empty for the top: the same at each commit. */
export function readPlaces(reading: Reading): readonly Watched[] {
  const files = (filePaths(reading) ?? []).map((path) => ({ path, what: 'all' }) as const);
  return [...files, ...searches(reading)];
}

/** Each folder that is searched, and what a search there can find. */
export function searches({
  project,
  checkout: { top },
}: Omit<Reading, 'cwd'>): readonly (Watched & { what: Search })[] {
  if (top === undefined) return [];
  const { searched = [], reach = {} } = project;
  const files = readPaths(project);
  return searched
    .filter((folder) => insideOf(top, folder))
    .map((folder) => {
      const isHidden = reach[folder] === 'hidden' || files.some((path) => isHiddenIn(folder, path));
      return { path: pathFromTop(top, folder), what: isHidden ? 'hidden' : (reach[folder] ?? 'yaml') };
    });
}

type Search = Exclude<Watched['what'], 'all'>;

function isHiddenIn(folder: string, path: string): boolean {
  const names = relative(folder, path).split(sep).slice(0, -1);
  return names[0] !== '..' && names.some((name) => name.startsWith('.'));
}

/** Absolute; undefined where the ledgers are on a branch. */
export function ledgerFolder({
  inputs: { ledger },
  project: { location },
  cwd,
}: Pick<Reading, 'project' | 'cwd'> & { readonly inputs: Pick<Inputs, 'ledger'> }): string | undefined {
  if (isBranchLocation(ledger)) return undefined;
  return ledger === '' ? join(location?.folder ?? cwd, '.trueup') : resolve(cwd, ledger);
}

/** With slashes. */
export function pathFromTop(top: string, path: string): string {
  return relative(top, path).split(sep).join('/');
}
