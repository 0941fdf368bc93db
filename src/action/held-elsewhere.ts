/** The policies that an account has to keep from another folder: one that nothing was applied from yet may go on with what that folder had. */

import { join, relative } from 'node:path';
import { defaultHead } from '../github/branches.ts';
import { commitOf } from '../github/tree.ts';
import { declares, formerTerms, type Plan, type Reconciler } from '../index.ts';
import { decidedBy } from './applied.ts';
import type { BaseProject } from './base-checkout.ts';
import { baseAt, baseBefore } from './base-commit.ts';
import { shortOf } from './commit-name.ts';
import { isOf, soughtOf } from './former-policy.ts';
import { realPathOf } from './inside.ts';
import { type Merged, mergedSince } from './merged.ts';
import { commitsOver } from './merged-over.ts';
import type { Older } from './older-merges.ts';
import { policiesOf } from './policies.ts';
import { policyBases } from './policy-bases.ts';
import { UNRECORDED } from './recorded.ts';
import type { Base, Run } from './run.ts';
import { untold } from './untold-policy.ts';
import { configurationOptions } from './variables.ts';

export interface Held {
  /** Commits whose policies hold. */
  readonly held: readonly string[];
  /** Commits up to which the policies are decided, by what no change of files can have put there. */
  readonly within?: readonly string[];
  /** Commits that no pull request brought: what was there before them holds. */
  readonly pushed?: readonly string[];
  /** Merges whose policies hold where they are stricter: they came before those that are looked up. */
  readonly older?: Older['merges'];
  /** Which these are was not found. */
  readonly heldUnknown: boolean;
}

/** What is there at the base is compared anyway; this is what the merges of the other folders have to keep. */
export async function heldElsewhere(
  run: Run,
  reconciler: Reconciler,
  plan: Plan,
  merged: Pick<Merged, 'waiting' | 'pushed'>,
): Promise<Held> {
  const found: Held[] = [];
  for (const { project, account } of await accountsElsewhere(run, reconciler, plan, merged))
    found.push(await heldThere(run, reconciler, plan, { project, account }));
  return {
    held: [...new Set(found.flatMap(({ held }) => held))],
    heldUnknown: found.some(({ heldUnknown }) => heldUnknown),
  };
}

interface There {
  readonly project: BaseProject;
  /** Its name there. */
  readonly account: string;
}

/** At the base, and before anything was merged here: a folder that was moved is gone since. */
async function accountsElsewhere(
  run: Run,
  reconciler: Reconciler,
  plan: Plan,
  { waiting, pushed }: Pick<Merged, 'waiting' | 'pushed'>,
): Promise<readonly There[]> {
  const said = await run.base();
  const bases = [said.state === 'none' ? await baseBefore(run, undefined) : said];
  const { github, repository } = run.host();
  const [first, push] = [await waiting.at(-1)?.over(), pushed.at(-1)];
  const parents = push === undefined ? [] : (await commitOf(github, repository, push)).parents;
  const earlier = new Set([...(first === undefined ? [] : commitsOver(first)), ...parents]);
  for (const commit of earlier) {
    const base = await run.at(commit);
    const failure = base.state === 'unreadable' ? base.unanswered : undefined;
    if (failure !== undefined) throw untold(failure, `of commit ${shortOf(commit)}`);
    bases.push(base);
  }
  const found = new Map<string, There>();
  for (const base of bases) {
    for (const one of await accountsAt(run, reconciler, plan, base)) {
      const key = JSON.stringify([one.project.folder, one.account]);
      if (!found.has(key)) found.set(key, one);
    }
  }
  return [...found.values()];
}

async function accountsAt(run: Run, { account }: Reconciler, plan: Plan, base: Base): Promise<readonly There[]> {
  if (base.state === 'none' || base.state === 'unreadable') return [];
  const elsewhere = await base.elsewhere();
  // The comparison with the base tells of it, where that needs it.
  if ('reason' in elsewhere) return [];
  const sought = soughtOf(account, plan);
  const options = configurationOptions(run);
  // A folder that had the account goes on in another one only where that says so itself.
  const isHere = base.state === 'read' && isOf(base.project, run, sought);
  const isMeant = ({ project }: BaseProject) => {
    const declared = declares(project, sought, options);
    return declared === 'yes' || (declared === 'maybe' && !isHere);
  };
  return elsewhere.projects.filter(isMeant).flatMap((project) =>
    formerTerms(project.project, sought, options).map((terms) => ({
      project,
      account: terms.account ?? account.name,
    })),
  );
}

/** Its check runs tell, as they do for the merges of its own. */
async function heldThere(run: Run, reconciler: Reconciler, plan: Plan, { project, account }: There): Promise<Held> {
  const host = run.host();
  const { branch, commit } = await defaultHead(host.github, host.repository);
  const { workspace, checkout } = run;
  const top = checkout.top ?? realPathOf(workspace);
  const folder = relative(realPathOf(workspace), join(top, project.folder)).replaceAll('\\', '/') || '.';
  const cwd = join(top, project.folder);
  const there = { ...run, folder, cwd, at: (sha: string) => baseAt({ ...run, cwd }, sha) };
  const since = { from: commit, branch, paths: project.places, ...UNRECORDED };
  const { waiting, applied, heldUnknown, pushed, older } = await mergedSince(there, host, account, since);
  const held = applied?.held ?? [];
  const merges = { merged: waiting, older: older.merges, pushed, held, within: decidedBy(applied) };
  const { after, unclear } = await policyBases(run, policiesOf(run, reconciler, plan), merges);
  return { held: after, heldUnknown: heldUnknown || older.gaps.length > 0 || unclear !== undefined };
}
