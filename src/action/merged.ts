/** What is merged and not yet applied: from the newest commit that touched the project back to the last one that was applied. */

import { commitsTouching } from '../github/commits.ts';
import { type HostPull, pullsOf } from '../github/pulls.ts';
import type { Approval } from './approval.ts';
import { approvalState } from './approvals.ts';
import { projectPaths } from './read-paths.ts';
import type { HostAccess, Run } from './run.ts';

export interface Waiting {
  readonly pull: HostPull;
  /** Undefined when it was merged without a plan that anybody saw, as from a fork. */
  readonly approval: Approval | undefined;
}

export interface Merged {
  /** Newest first. */
  readonly waiting: readonly Waiting[];
  /** The first before them of which everything is applied: what it approved is used up. */
  readonly applied: HostPull | undefined;
  readonly notices: readonly string[];
  /** What is older was not looked up, as a sentence: it may wait as well, and counts as not reviewed. */
  readonly cut: string | undefined;
}

/** Two requests each, of the thousand that the token of a workflow has in an hour for all jobs of the repository. */
const MOST_COMMITS = 30;

const CUT = `Only the newest ${MOST_COMMITS} commits that touched files of the project were looked up: what was merged before them and is not applied yet needs a new pull request.`;

/** `from`: a commit or the name of a branch; `branch`: pull requests for others do not count. */
export async function mergedSince(
  run: Run,
  host: HostAccess,
  account: string,
  { from, branch }: { readonly from: string; readonly branch: string },
): Promise<Merged> {
  const waiting: Waiting[] = [];
  const notices: string[] = [];
  const commits = await commitsFrom(run, host, from);
  for await (const pull of pullsOfEach(host, commits.slice(0, MOST_COMMITS))) {
    if (pull.mergedAt === undefined || pull.base !== branch) continue;
    const state = await approvalState(run, host, account, pull);
    notices.push(...state.notices);
    // Whatever was merged before was part of what was applied.
    if (state.applied) return { waiting, applied: pull, notices, cut: undefined };
    waiting.push({ pull, approval: state.plan });
  }
  return { waiting, applied: undefined, notices, cut: commits.length > MOST_COMMITS ? CUT : undefined };
}

/** Those that change something, as a sentence for every plan. */
export function waitingText({ waiting, cut }: Pick<Merged, 'waiting' | 'cut'>): string | undefined {
  const numbers = waiting.filter(({ approval }) => changesSomething(approval)).map(({ pull }) => `#${pull.number}`);
  const text = numbers.length === 0 ? undefined : `Merged, not yet applied: ${numbers.join(', ')}.`;
  const texts = [text, cut].filter((one) => one !== undefined);
  return texts.length === 0 ? undefined : texts.join(' ');
}

function changesSomething(approval: Approval | undefined): boolean {
  return approval !== undefined && approval.changes?.length !== 0;
}

/** Each once, newest first. The commit itself counts also when it touches nothing, as one that merges. */
async function commitsFrom(run: Run, { github, repository }: HostAccess, from: string): Promise<readonly string[]> {
  const touching = await commitsTouching(github, repository, { from, paths: projectPaths(run) });
  return [...new Set([...(/^[0-9a-f]{40}$/.test(from) ? [from] : []), ...touching])];
}

/** Each once. */
async function* pullsOfEach({ github, repository }: HostAccess, commits: readonly string[]): AsyncGenerator<HostPull> {
  const known = new Set<number>();
  for (const sha of commits) {
    for (const pull of await pullsOf(github, repository, sha)) {
      if (!known.has(pull.number)) yield pull;
      known.add(pull.number);
    }
  }
}
