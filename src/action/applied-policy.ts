/** What an apply is held to: the policies that its merges have to keep, and for what no plan of a merge explains those from before it. */

import { mergedPolicy } from './merged-policy.ts';
import type { PolicyChanges } from './policy-changes.ts';
import type { Reviewed } from './reviewed.ts';
import type { Run } from './run.ts';
import { unplannedPolicy } from './unplanned-policy.ts';

type About = Parameters<typeof mergedPolicy>[2] & {
  readonly reviewed: Reviewed;
  /** What it is applied as. */
  readonly digest: string | undefined;
};

/** What a pull request was merged with passed this when it was planned; a push without one did not. Undefined: there is nothing to say. */
export async function appliedPolicy(run: Run, account: string, about: About): Promise<PolicyChanges | undefined> {
  const merged = await mergedPolicy(run, account, about);
  if (merged?.refusal !== undefined) return merged;
  const { given, pulls } = about.reviewed;
  const isPlanned = given === undefined && pulls.length > 0 && about.digest !== undefined;
  return isPlanned ? undefined : unplannedPolicy(run, account, about);
}
