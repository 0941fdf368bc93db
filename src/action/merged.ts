/** What is merged and not yet applied: from the newest commit that touched the project back to the last one that was applied. */

import { commitsTouching } from '../github/commits.ts';
import { type HostPull, pullsOf } from '../github/pulls.ts';
import type { Approval } from './approval.ts';
import { approvalState } from './approvals.ts';
import { projectFolder } from './read-paths.ts';
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
}

/** Commits to look up at most: what is older and still not applied is no longer found, and needs a new review. */
const MOST_COMMITS = 30;

/** `from`: a commit or the name of a branch; `branch`: pull requests for others do not count. */
export async function mergedSince(
  run: Run,
  host: HostAccess,
  account: string,
  { from, branch }: { readonly from: string; readonly branch: string },
): Promise<Merged> {
  const waiting: Waiting[] = [];
  const notices: string[] = [];
  for await (const pull of pullsFrom(run, host, from)) {
    if (pull.mergedAt === undefined || pull.base !== branch) continue;
    const state = await approvalState(run, host, account, pull);
    notices.push(...state.notices);
    // Whatever was merged before was part of what was applied.
    if (state.applied) return { waiting, applied: pull, notices };
    waiting.push({ pull, approval: state.plan });
  }
  return { waiting, applied: undefined, notices };
}

/** Those that change something, as a sentence for every plan. */
export function waitingText(waiting: readonly Waiting[]): string | undefined {
  const numbers = waiting.filter(({ approval }) => changesSomething(approval)).map(({ pull }) => `#${pull.number}`);
  return numbers.length === 0 ? undefined : `Merged, not yet applied: ${numbers.join(', ')}.`;
}

function changesSomething(approval: Approval | undefined): boolean {
  return approval !== undefined && approval.changes?.length !== 0;
}

/** Each once, newest first. The commit itself counts also when it touches nothing, as one that merges. */
async function* pullsFrom(run: Run, { github, repository }: HostAccess, from: string): AsyncGenerator<HostPull> {
  const commits = async function* () {
    if (/^[0-9a-f]{40}$/.test(from)) yield from;
    yield* await commitsTouching(github, repository, { from, paths: projectFolder(run) });
  };
  const [looked, known] = [new Set<string>(), new Set<number>()];
  for await (const sha of commits()) {
    if (looked.has(sha)) continue;
    if (looked.size === MOST_COMMITS) return;
    looked.add(sha);
    for (const pull of await pullsOf(github, repository, sha)) {
      if (!known.has(pull.number)) yield pull;
      known.add(pull.number);
    }
  }
}
