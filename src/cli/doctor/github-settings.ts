/** Reads the settings of a repository that protect its default branch and its environments. */

import { z } from 'zod';
import { defined } from '../../contract/defined.ts';
import { HostError } from '../../errors.ts';
import type { GitHub } from '../../github/client.ts';
import { type Repository, repositoryPath } from '../../github/repository.ts';
import { unlessAbsent } from '../../github/unless-gone.ts';

export interface BranchRules {
  /** Absent if a commit needs no pull request. */
  readonly pull?: { readonly approvals: number; readonly dismissesStale: boolean; readonly codeOwners: boolean };
  /** Required checks. Without an app, any app or person may report the check. */
  readonly checks: readonly { readonly name: string; readonly app?: number }[];
  readonly blocksForcePush: boolean;
}

const Rules = z.looseObject({
  type: z.string(),
  parameters: z
    .looseObject({
      required_approving_review_count: z.int().optional(),
      dismiss_stale_reviews_on_push: z.boolean().optional(),
      require_code_owner_review: z.boolean().optional(),
      required_status_checks: z
        .array(z.looseObject({ context: z.string(), integration_id: z.int().nullish() }))
        .optional(),
    })
    .optional(),
});

/** Returns the active rules of all rulesets for the branch. Classic branch protection is not a ruleset. */
export async function branchRules(github: GitHub, repository: Repository, branch: string): Promise<BranchRules> {
  const path = `${repositoryPath(repository)}/rules/branches/${encodeURIComponent(branch)}`;
  const rules = await github.list({ path, item: Rules });
  return rules.map(({ type, parameters = {} }) => readRule(type, parameters)).reduce(combineRules, NO_RULES);
}

function readRule(type: string, parameters: NonNullable<z.infer<typeof Rules>['parameters']>): BranchRules {
  if (type === 'non_fast_forward') return { ...NO_RULES, blocksForcePush: true };
  if (type === 'required_status_checks') {
    const { required_status_checks: required = [] } = parameters;
    const checks = required.map((each) => ({
      name: each.context,
      ...defined({ app: each.integration_id ?? undefined }),
    }));
    return { ...NO_RULES, checks };
  }
  if (type !== 'pull_request') return NO_RULES;
  const pull = {
    approvals: parameters.required_approving_review_count ?? 0,
    dismissesStale: parameters.dismiss_stale_reviews_on_push ?? false,
    codeOwners: parameters.require_code_owner_review ?? false,
  };
  return { ...NO_RULES, pull };
}

const Branch = z.looseObject({ protected: z.boolean() });
const Protection = z.looseObject({
  required_pull_request_reviews: z
    .looseObject({
      required_approving_review_count: z.int().optional(),
      dismiss_stale_reviews: z.boolean(),
      require_code_owner_reviews: z.boolean(),
    })
    .optional(),
  required_status_checks: z
    .looseObject({ checks: z.array(z.looseObject({ context: z.string(), app_id: z.int().nullish() })) })
    .optional(),
  allow_force_pushes: z.looseObject({ enabled: z.boolean() }).optional(),
});

/** Returns the classic protection of a branch. Reading it needs administration, unless the branch is unprotected. */
export async function branchProtection(github: GitHub, repository: Repository, branch: string): Promise<BranchRules> {
  const path = `${repositoryPath(repository)}/branches/${encodeURIComponent(branch)}`;
  const { protected: isProtected } = await github.call({ method: 'GET', path, reply: Branch });
  if (!isProtected) return NO_RULES;
  try {
    const found = await github.call({ method: 'GET', path: `${path}/protection`, reply: Protection });
    const reviews = found.required_pull_request_reviews;
    const pull = reviews && {
      approvals: reviews.required_approving_review_count ?? 0,
      dismissesStale: reviews.dismiss_stale_reviews,
      codeOwners: reviews.require_code_owner_reviews,
    };
    const checks = (found.required_status_checks?.checks ?? []).map(({ context, app_id }) => ({
      name: context,
      ...defined({ app: app_id ?? undefined }),
    }));
    return { ...defined({ pull }), checks, blocksForcePush: found.allow_force_pushes?.enabled === false };
  } catch (error) {
    // GitHub also hides the protection from a token without permission by status 404, but with another text.
    if (error instanceof HostError && error.status === 404 && error.message.includes('Branch not protected'))
      return NO_RULES;
    throw error;
  }
}

const NO_RULES: BranchRules = { checks: [], blocksForcePush: false };

/** Returns the rules of a branch that has both. */
export function combineRules(left: BranchRules, right: BranchRules): BranchRules {
  const [one, other] = [left.pull ?? right.pull, right.pull ?? left.pull];
  const pull = one &&
    other && {
      approvals: Math.max(one.approvals, other.approvals),
      dismissesStale: one.dismissesStale || other.dismissesStale,
      codeOwners: one.codeOwners || other.codeOwners,
    };
  return {
    ...defined({ pull }),
    checks: [...left.checks, ...right.checks],
    blocksForcePush: left.blocksForcePush || right.blocksForcePush,
  };
}

const OWNER_FILES = ['.github/CODEOWNERS', 'CODEOWNERS', 'docs/CODEOWNERS'];
const Content = z.looseObject({ encoding: z.literal('base64'), content: z.string() });

/** Returns the text of the CODEOWNERS file in force, or undefined if the default branch has none. */
export async function codeOwnersText(github: GitHub, repository: Repository): Promise<string | undefined> {
  const top = `${repositoryPath(repository)}/contents/`;
  // Status 404 of a file proves its absence only if the token may read contents.
  await github.call({ method: 'GET', path: top, reply: z.array(z.unknown()) });
  for (const path of OWNER_FILES) {
    const found = await unlessAbsent(() => github.call({ method: 'GET', path: `${top}${path}`, reply: Content }));
    if (found !== undefined) return Buffer.from(found.content, 'base64').toString('utf8');
  }
  return undefined;
}

export interface Environment {
  readonly name: string;
  readonly reviewers: number;
  readonly preventsSelfReview: boolean;
  /** Branches and tags whose jobs may use the environment. */
  readonly branches: 'any' | 'protected' | 'selected';
}

const Described = z.looseObject({
  name: z.string(),
  protection_rules: z
    .array(
      z.looseObject({
        type: z.string(),
        prevent_self_review: z.boolean().optional(),
        reviewers: z.array(z.unknown()).optional(),
      }),
    )
    .optional(),
  deployment_branch_policy: z.looseObject({ protected_branches: z.boolean() }).nullable(),
});

export async function environments(github: GitHub, repository: Repository): Promise<readonly Environment[]> {
  const path = `${repositoryPath(repository)}/environments`;
  const found = await github.list({ path, member: 'environments', item: Described });
  return found.map(({ name, protection_rules = [], deployment_branch_policy: policy }) => {
    const rules = protection_rules.filter(({ type }) => type === 'required_reviewers');
    return {
      name,
      reviewers: rules.reduce((sum, { reviewers = [] }) => sum + reviewers.length, 0),
      preventsSelfReview: rules.some((rule) => rule.prevent_self_review === true),
      branches: policy === null ? 'any' : policy.protected_branches ? 'protected' : 'selected',
    };
  });
}

const Named = z.looseObject({ name: z.string() });

/** Returns the names and patterns of the branches and tags that an environment admits. */
export async function admittedBranches(
  github: GitHub,
  repository: Repository,
  name: string,
): Promise<readonly string[]> {
  const path = `${environmentPath(repository, name)}/deployment-branch-policies`;
  const item = Named.extend({ type: z.string().optional() });
  const found = await github.list({ path, member: 'branch_policies', item });
  return found.map((policy) => (policy.type === 'tag' ? `tag ${policy.name}` : policy.name));
}

/** Returns the names of the secrets. Their values cannot be read. */
export async function secretNames(github: GitHub, repository: Repository, name: string): Promise<readonly string[]> {
  const path = `${environmentPath(repository, name)}/secrets`;
  return (await github.list({ path, member: 'secrets', item: Named })).map((secret) => secret.name);
}

function environmentPath(repository: Repository, name: string): string {
  return `${repositoryPath(repository)}/environments/${encodeURIComponent(name)}`;
}
