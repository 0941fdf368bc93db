/** Names of a project that a shell completes: accounts and addresses, from the files and the ledger on disk. Never fails, and calls nobody. */

import { readProject } from '../config/files/load.ts';
import { accountNames, resolveProject } from '../config/resolve.ts';
import { kindsOn } from '../kinds/index.ts';
import type { Project } from '../model/project.ts';
import { DEFAULT_FILE } from './project.ts';
import { recordedAddresses } from './recorded-addresses.ts';

/** What is typed already. */
export interface TypedProject {
  readonly cwd: string;
  readonly files: readonly string[];
  readonly account: string | undefined;
  readonly ledger: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export type Source = 'declared' | 'recorded';

/** Shells pass on what needs no quotes; any other address is typed by hand. */
const PLAIN = /^[\w./:@-]+$/;

export async function completedAccounts(typed: TypedProject): Promise<readonly string[]> {
  const project = await projectOf(typed);
  return project === undefined ? [] : accountNames(project);
}

export async function completedAddresses(typed: TypedProject, sources: readonly Source[]): Promise<readonly string[]> {
  const project = await projectOf(typed);
  if (project === undefined) return [];
  const found = await Promise.all([
    ...(sources.includes('declared') ? [declared(project, typed)] : []),
    ...(sources.includes('recorded') ? [recordedAddresses(project, typed)] : []),
  ]);
  return [...new Set(found.flat())].filter((address) => PLAIN.test(address)).sort();
}

async function projectOf({ cwd, files }: TypedProject): Promise<Project | undefined> {
  return orElse(() => readProject(files.length > 0 ? files : [DEFAULT_FILE], { cwd }), undefined);
}

/** As far as the files can be read. */
async function declared(project: Project, { account, env }: TypedProject): Promise<readonly string[]> {
  return orElse(async () => {
    const options = { kindsOn, env, offline: true, ...(account === undefined ? { shared: true } : { account }) };
    return resolveProject(project, options).desired.resources.map(({ address }) => address);
  }, []);
}

/** A completion shows no error: there is none for it to help with. */
async function orElse<T>(work: () => Promise<T>, other: T): Promise<T> {
  try {
    return await work();
  } catch {
    return other;
  }
}
