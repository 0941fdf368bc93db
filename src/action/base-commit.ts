/** The configuration that a change is compared with, as it was before the change. */

import { defined } from '../contract/defined.ts';
import { adviceOf, sentenceOf, TrueupError } from '../errors.ts';
import { headOf, isBehind } from '../github/branches.ts';
import { commitOf } from '../github/tree.ts';
import { elsewhereIn } from './base-elsewhere.ts';
import { baseFiles } from './base-files.ts';
import type { Base, HostAccess, Run, Unreadable } from './run.ts';

/** Never throws: what cannot be read is a base of its own. */
export async function readBase(run: Omit<Run, 'base'>): Promise<Base> {
  const { base: named, pull } = run.event;
  if (named === undefined) return { state: 'none' };
  try {
    const host = run.host();
    const head = pull?.isMerged === false ? pull.headSha : undefined;
    const merged = await mergedInto(host, head, run.checkout.commit);
    const sha = merged !== undefined && (await isOfBase(host, merged, { named, branch: pull?.base })) ? merged : named;
    return await run.at(sha);
  } catch (error) {
    return unreadable(error);
  }
}

/** What the planned files contain besides the change: the commit that it is merged into, or the change's own where that is checked out. */
export async function plannedOnto(
  { checkout }: Pick<Run, 'checkout'>,
  host: HostAccess,
  head: string,
): Promise<string> {
  return (await mergedInto(host, head, checkout.commit)) ?? checkout.commit;
}

/** For an event that is no change: a commit before it, or the first parent of what is checked out. Never throws. */
export async function baseBefore(run: Omit<Run, 'base'>, earlier: string | undefined): Promise<Base> {
  try {
    const host = run.host();
    const { github, repository } = host;
    const sha = earlier ?? (await commitOf(github, repository, run.checkout.commit)).parents[0];
    return sha === undefined ? { state: 'none' } : await run.at(sha);
  } catch (error) {
    return unreadable(error);
  }
}

/** What a commit says. Never throws. */
export async function baseAt(run: Omit<Run, 'base' | 'at'>, sha: string): Promise<Base> {
  try {
    return await readAt(run, run.host(), sha);
  } catch (error) {
    return { ...unreadable(error), commit: sha };
  }
}

async function readAt(run: Omit<Run, 'base' | 'at'>, host: HostAccess, sha: string): Promise<Base> {
  const files = await baseFiles(run, host, await commitOf(host.github, host.repository, sha));
  const own = await files.projectsIn([files.folder]);
  let around: ReturnType<Extract<Base, { state: 'new' }>['elsewhere']> | undefined;
  const elsewhere = () => {
    around ??= elsewhereIn(files, run, own).catch(unreadable);
    return around;
  };
  const [found] = own;
  const rest = { commit: sha, elsewhere };
  if (found === undefined) return { state: 'new', ...rest };
  const { project, places } = found;
  return { state: 'read', project, places, ...rest };
}

function unreadable(error: unknown): { readonly state: 'unreadable' } & Unreadable {
  const { hint } = adviceOf(error);
  const unanswered = error instanceof TrueupError && error.retryable ? error : undefined;
  return { state: 'unreadable', reason: sentenceOf(error), ...defined({ hint, unanswered }) };
}

/**
 * What is checked out for a pull request is a merge of it into the base branch, which may be newer than the commit that the event names.
 * Undefined where another commit is checked out.
 */
async function mergedInto(
  { github, repository }: HostAccess,
  head: string | undefined,
  commit: string,
): Promise<string | undefined> {
  if (head === undefined || commit === '' || commit === head) return undefined;
  const { parents } = await commitOf(github, repository, commit);
  return parents.length === 2 && parents[1] === head ? parents[0] : undefined;
}

/** The merge that is checked out may be from before the pull request got another base branch. */
async function isOfBase(
  { github, repository }: HostAccess,
  commit: string,
  { named, branch }: { readonly named: string; readonly branch: string | undefined },
): Promise<boolean> {
  if (commit === named) return true;
  if (branch === undefined) return false;
  return isBehind(github, repository, { head: await headOf(github, repository, branch), commit });
}
