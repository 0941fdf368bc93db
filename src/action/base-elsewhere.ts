/** Where else the base commit may declare an account: one that another folder had does not lose its policy by being moved. */

import { relative, resolve, sep } from 'node:path';
import { HostError } from '../errors.ts';
import { accountNames, declares, formerTerms, mayDeclare, type ProjectTerms, parseProject } from '../index.ts';
import type { BaseProject } from './base-checkout.ts';
import type { BaseFiles, Place } from './base-files.ts';
import { YAML } from './listed-files.ts';

export interface Elsewhere {
  /** Of other folders, with files of the same names. */
  readonly projects: readonly BaseProject[];
  /** Files with accounts, or with a policy, that belong to no configuration that was found. */
  readonly strays: readonly { readonly path: string; readonly text: string }[];
}

/** Other folders whose configuration is loaded. */
const MOST_FOLDERS = 100;

/** `own`: what the base commit has in the folder of the run. Throws HostError. */
export async function elsewhereIn(
  base: BaseFiles,
  { inputs, cwd }: Pick<Place, 'inputs' | 'cwd'>,
  own: readonly BaseProject[],
): Promise<Elsewhere> {
  const names = inputs.files.map((path) => relative(cwd, resolve(cwd, path)).split(sep).join('/'));
  const folders = new Set(names.flatMap((name) => foldersWith(base.paths, name)));
  folders.delete(base.folder);
  if (folders.size > MOST_FOLDERS) {
    throw new HostError(200, `The base commit has more than ${MOST_FOLDERS} configurations in other folders.`);
  }
  const projects = await base.projectsIn([...folders]);
  const known = new Set([...own, ...projects].flatMap(({ paths }) => paths));
  const strays = [];
  for (const path of base.paths.filter((one) => YAML.test(one) && !known.has(one))) {
    const text = await base.textOf(path);
    if (mayDeclare({ path, text })) strays.push({ path, text });
  }
  return { projects, strays };
}

/** A name such as `trueup.yaml` or `schema/accounts.yaml`. */
function foldersWith(paths: readonly string[], name: string): readonly string[] {
  if (name === '' || name.startsWith('..')) return [];
  const inside = paths.map((path) => `/${path}/`).filter((path) => path.includes(`/${name}/`));
  return inside.map((path) => path.slice(1, Math.max(1, path.indexOf(`/${name}/`))));
}

type Sought = Parameters<typeof formerTerms>[1];
type Options = Parameters<typeof formerTerms>[2];

export interface FormerElsewhere {
  readonly terms: readonly ProjectTerms[];
  /** Where they are from. */
  readonly folders: readonly string[];
  /** Files that may declare the account as well, of which nobody knows which policy they belong to. */
  readonly unclear: readonly string[];
}

/** `isNamed`: some file of the run declares the account; else the environment does, and any policy may be its. */
export function termsElsewhere(
  { projects, strays }: Elsewhere,
  { isNamed, ...sought }: Sought & { readonly isNamed: boolean },
  options: Options,
): FormerElsewhere {
  const found = projects.filter(({ project }) => declares(project, sought, options) !== 'no');
  const unclear = strays.filter((file) => {
    const project = parseProject([file]);
    return declares(project, sought, options) !== 'no' && !(isNamed && accountNames(project).length === 0);
  });
  return {
    terms: found.flatMap(({ project }) => formerTerms(project, sought, options)),
    folders: found.map(({ folder }) => folder || '.'),
    unclear: unclear.map(({ path }) => path),
  };
}
