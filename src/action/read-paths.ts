/** What of the checkout decides what a run reads: the files, and the links on the way to them. */

import { relative, sep } from 'node:path';
import type { Project } from '../index.ts';
import { insideOf, wayTo } from './inside.ts';

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

/** From the top of the repository: the project folder and the links on the way to it. Undefined where it reads anything outside of it, or it is the whole repository. */
export function projectFolder(run: Reading): readonly string[] | undefined {
  const { project, cwd, checkout } = run;
  const { top } = checkout;
  const way = wayTo(cwd);
  const folder = way.at(-1) ?? cwd;
  const inside = [...readPaths(project), ...(project.searched ?? [])].every(
    (path) => way.includes(path) || insideOf(folder, path),
  );
  if (top === undefined || folder === top || !inside) return undefined;
  return way.filter((path) => insideOf(top, path)).map((path) => pathFromTop(top, path));
}

/** With slashes. */
export function pathFromTop(top: string, path: string): string {
  return relative(top, path).split(sep).join('/');
}
