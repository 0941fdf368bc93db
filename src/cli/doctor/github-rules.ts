/** Checks the rules of branches and the code owners of a repository on GitHub. */

import type { Check } from '../../model/checkup.ts';
import { count } from '../../report/text/layout.ts';
import { ok } from './checks.ts';
import { hasOwner } from './code-owners.ts';
import { doubt, type Gate, gap, judgeReply, unread } from './github-replies.ts';
import { type BranchRules, branchProtection, branchRules, codeOwnersText, combineRules } from './github-settings.ts';
import type { ActionJob } from './workflows.ts';

/** App id of GitHub Actions on github.com. */
const ACTIONS_APP = 15_368;
/** Start of the names of the check runs that the Action writes itself. */
const OWN_CHECK = 'trueup ';

export function checkDefaultBranch(gate: Gate, branch: string, jobs: readonly ActionJob[]): Promise<readonly Check[]> {
  const plans = jobs.filter(({ command }) => command === 'plan');
  const judge = (rules: BranchRules) => [
    ...reviewGaps(branch, rules),
    ...checkGaps(gate, branch, rules, plans),
    ...forcePushGaps(branch, rules, 'remove merged changes from its history'),
  ];
  const set = ({ pull }: BranchRules) =>
    `${branch} requires pull requests with ${count(pull?.approvals ?? 0, 'approval')}, dismissed by new commits, reviews by code owners, and checks. It blocks force pushes.`;
  return checkBranch(gate, branch, judge, set);
}

export function checkLedgerBranch(gate: Gate, branch: string): Promise<readonly Check[]> {
  const judge = (rules: BranchRules) => forcePushGaps(branch, rules, 'replace the records of what was applied');
  return checkBranch(gate, branch, judge, () => `${branch} blocks force pushes.`);
}

/** Reads classic branch protection only if the rulesets leave a gap. */
function checkBranch(
  { github, repository }: Gate,
  branch: string,
  judge: (rules: BranchRules) => readonly Check[],
  set: (rules: BranchRules) => string,
): Promise<readonly Check[]> {
  const judged = (rules: BranchRules) => {
    const gaps = judge(rules);
    return gaps.length === 0 ? [ok('github', set(rules))] : gaps;
  };
  return judgeReply(
    `The rulesets of ${branch}`,
    () => branchRules(github, repository, branch),
    async (rules) => {
      const gaps = judge(rules);
      if (gaps.length === 0) return judged(rules);
      try {
        return judged(combineRules(rules, await branchProtection(github, repository, branch)));
      } catch (error) {
        const codes = [...new Set(gaps.flatMap(({ code }) => code ?? []))].join(', ');
        return [unread(`No ruleset of ${branch} prevents ${codes}. Its branch protection`, error)];
      }
    },
  );
}

function reviewGaps(branch: string, { pull }: BranchRules): readonly Check[] {
  const rule = `a ruleset for ${branch}, "Require a pull request before merging"`;
  if (pull === undefined) {
    return [
      gap({
        code: 'github-pull-request-not-required',
        message: `${branch} accepts pushes without a pull request. Anyone who can push can change the configuration without a review.`,
        hint: `Settings, Rules: add ${rule}.`,
      }),
    ];
  }
  const gaps: Check[] = [];
  if (pull.approvals === 0) {
    gaps.push(
      gap({
        code: 'github-approval-not-required',
        message: `A pull request into ${branch} needs no approval. Anyone who can push can merge a change without a second person.`,
        hint: `Settings, Rules: in ${rule}, require at least one approval.`,
      }),
    );
  }
  if (!pull.dismissesStale) {
    gaps.push(
      gap({
        code: 'github-stale-approval-kept',
        message: `An approval of a pull request into ${branch} counts for later commits. An author can add a change after the review and merge it.`,
        hint: `Settings, Rules: in ${rule}, dismiss stale approvals when new commits are pushed.`,
      }),
    );
  }
  if (!pull.codeOwners) {
    gaps.push(
      gap({
        code: 'github-code-owner-review-not-required',
        message: `${branch} requires no review by code owners. Any reviewer can approve a change of the policy or of the workflows.`,
        hint: `Settings, Rules: in ${rule}, require review from code owners.`,
      }),
    );
  }
  return gaps;
}

function checkGaps(
  { isPublicHost }: Gate,
  branch: string,
  { checks }: BranchRules,
  plans: readonly ActionJob[],
): readonly Check[] {
  const hint = `Settings, Rules: in a ruleset for ${branch}, require the check of the plan job, with the source GitHub Actions.`;
  const failed = 'A pull request can be merged although its plan failed.';
  if (checks.length === 0)
    return [gap({ code: 'github-check-not-required', message: `${branch} requires no check. ${failed}`, hint })];
  const gaps: Check[] = [];
  for (const { file } of plans.filter(({ check }) => check === undefined)) {
    const message = `The name of the check of ${file} is not fixed. The required checks of ${branch} were not compared with it.`;
    gaps.push(doubt({ code: 'github-settings-unread', message, hint: 'Give the plan job a fixed name.' }));
  }
  for (const name of new Set(plans.flatMap(({ check }) => check ?? []))) {
    const required = checks.filter((each) => each.name === name || each.name.startsWith(OWN_CHECK));
    if (required.length === 0) {
      const message = `${branch} does not require the check "${name}". ${failed}`;
      gaps.push(gap({ code: 'github-check-not-required', message, hint }));
    } else if (!required.some(({ app }) => (isPublicHost ? app === ACTIONS_APP : app !== undefined))) {
      const apps = required.flatMap(({ app }) => app ?? []);
      const source = apps.length === 0 ? 'any source' : `app ${apps.join(', ')}`;
      const message = `${branch} accepts the check "${name}" from ${source}. The check can be reported as passed without a plan.`;
      gaps.push(gap({ code: 'github-check-source-open', message, hint }));
    }
  }
  return gaps;
}

function forcePushGaps(branch: string, { blocksForcePush }: BranchRules, harm: string): readonly Check[] {
  if (blocksForcePush) return [];
  return [
    gap({
      code: 'github-force-push-allowed',
      message: `${branch} accepts force pushes. Anyone who can push can ${harm}.`,
      hint: `Settings, Rules: add "Block force pushes" to a ruleset for ${branch}.`,
    }),
  ];
}

/** Paths from the top of the repository, with a new file for each folder. */
export interface OwnedPaths {
  readonly configuration: readonly string[];
  readonly workflows: readonly string[];
}

export function checkOwners(
  { github, repository }: Gate,
  { configuration, workflows }: OwnedPaths,
): Promise<readonly Check[]> {
  return judgeReply(
    'The file CODEOWNERS',
    () => codeOwnersText(github, repository),
    (text = '') => {
      const without = (paths: readonly string[]) => paths.filter((path) => !hasOwner(text, path)).slice(0, 1);
      const hint = 'Add the folder and its owners to .github/CODEOWNERS.';
      const gaps = [
        ...without(configuration).map((path) =>
          gap({
            code: 'github-configuration-without-owner',
            message: `${path} has no code owner. Any reviewer can approve a change of the configuration and of its policy.`,
            hint,
          }),
        ),
        ...without(workflows).map((path) =>
          gap({
            code: 'github-workflows-without-owner',
            message: `${path} has no code owner. Any reviewer can approve a change of it that lets a workflow use the token without a plan.`,
            hint,
          }),
        ),
      ];
      return gaps.length === 0 ? [ok('github', 'The configuration and the workflows have code owners.')] : gaps;
    },
  );
}
