/** What of the checkout decides what a run reads: the files, and the links on the way to them. */

import { relative, resolve, sep } from 'node:path';
import { insideOf, wayTo } from './inside.ts';
import type { Run } from './run.ts';

type Reading = Pick<Run, 'inputs' | 'project' | 'cwd' | 'checkout'>;

/** Absolute, each once: every file that was read, and every link, where it really lies. */
export function readPaths({ inputs, project, cwd }: Reading): readonly string[] {
  const links = inputs.files.flatMap((path) => wayTo(resolve(cwd, path)).slice(0, -1));
  const files = project.files.flatMap(({ path }) => wayTo(resolve(cwd, path)));
  return [...new Set([...links, ...files])];
}

/** From the top of the repository: the project folder and the links on the way to it. Undefined where it reads anything outside of it, or it is the whole repository. */
export function projectFolder(run: Reading): readonly string[] | undefined {
  const { project, cwd, checkout } = run;
  const { top } = checkout;
  const way = wayTo(cwd);
  const folder = way.at(-1) ?? cwd;
  const inside = [...readPaths(run), ...(project.searched ?? [])].every(
    (path) => way.includes(path) || insideOf(folder, path),
  );
  if (top === undefined || folder === top || !inside) return undefined;
  return way.filter((path) => insideOf(top, path)).map((path) => pathFromTop(top, path));
}

/** With slashes. */
export function pathFromTop(top: string, path: string): string {
  return relative(top, path).split(sep).join('/');
}
