/** How an earlier policy is named where a plan is compared with it, and what to do where the plan needs a looser one. */

import { shortOf } from './commit-name.ts';
import type { Run } from './run.ts';

/** How a policy is named that is compared with: after "looser than", and after "the policy". */
export interface Naming {
  readonly at: string;
  readonly of: string;
  /** What to do where the plan needs what is looser. `allow`: who may allow it, and how. */
  readonly way: (allow: string) => string;
}

export const OF_BASE: Naming = { at: 'on the base branch', of: 'of the base branch', way: inPull };

/** What a push came on top of. */
export const OF_COMMIT_BEFORE: Naming = { at: 'in the commit before', of: 'of the commit before', way: inPull };

function inPull(allow: string): string {
  return `Change the policy in a pull request of its own, or ${allow}.`;
}

/** An earlier policy that still holds. */
export function ofCommit(commit: string): Naming {
  const short = shortOf(commit);
  return {
    at: `in commit ${short}, and nobody has allowed that for this account so far`,
    of: `of commit ${short} that still holds`,
    way: (allow) => `Make the policy as strict as in commit ${short} again, or ${allow}.`,
  };
}

/** An earlier policy, for an account of which no plan was ever merged and applied: what others were allowed since says nothing of it. */
export function ofCommitUnplanned(commit: string): Naming {
  const short = shortOf(commit);
  return {
    at: `in commit ${short}, and no plan for this account that was applied shows that`,
    of: `of commit ${short}, the last that is known to hold for this account`,
    way: (allow) => `Review whether this account may have what is looser. If so, ${allow}.`,
  };
}

/** An earlier policy that holds until the apply that allows what is looser has passed. */
export function takenOver(commit: string): Naming {
  const short = shortOf(commit);
  return {
    at: `in commit ${short}, and this apply allows that for what is merged next, if it passes`,
    of: `of commit ${short}`,
    way: inPull,
  };
}

/** What a merge that is not yet applied has to keep, whatever its own policy is. */
export function beforeMerge(number: number): Naming {
  return {
    at: `before #${number} was merged`,
    of: `from before #${number} was merged`,
    way: (allow) => `Review what it brings in a new pull request, or ${allow}.`,
  };
}

/** As the rest of a sentence. */
export function allowing({ inputs, event }: Pick<Run, 'inputs' | 'event'>): string {
  if (inputs.command === 'apply')
    return 'let somebody who may decide it start apply manually with the digest of this plan and policy-changes: allow';
  // Whatever each of them needs for itself its own plan says.
  if (event.group !== undefined)
    return 'take its pull requests out of the queue, and plan and merge them one after the other';
  return 'let somebody who may decide it set the input policy-changes to allow for this plan';
}
