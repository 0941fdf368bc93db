/** Checks the environments of the plan and apply jobs of a repository on GitHub. */

import { z } from 'zod';
import type { Check } from '../../model/checkup.ts';
import { count } from '../../report/text/layout.ts';
import { ok } from './checks.ts';
import { doubt, type Gate, gap, judgeReply } from './github-replies.ts';
import { type ActionJob, isExpression } from './workflows.ts';

const Environment = z.looseObject({
  name: z.string(),
  protection_rules: z
    .array(
      z.looseObject({
        type: z.string(),
        prevent_self_review: z.boolean().default(false),
        reviewers: z.array(z.unknown()).default([]),
      }),
    )
    .default([]),
  deployment_branch_policy: z.looseObject({ protected_branches: z.boolean() }).nullable(),
});
type Environment = z.infer<typeof Environment>;
const Named = z.looseObject({ name: z.string(), type: z.string().optional() });

export async function checkEnvironments(
  gate: Gate,
  branch: string,
  jobs: readonly ActionJob[],
): Promise<readonly Check[]> {
  const applies = jobs.filter(({ command }) => command === 'apply');
  const plans = jobs.filter(({ command }) => command === 'plan');
  const open = new Set(applies.flatMap(({ file, environment }) => (environment === undefined ? file : [])));
  return [
    ...[...open].map((file) =>
      gap({
        code: 'github-environment-missing',
        message: `The apply job in ${file} names no environment. Every user who can push a branch can use its secrets.`,
        hint: 'Add environment to the job, and move its secrets there.',
      }),
    ),
    ...(await checkApply(gate, branch, listEnvironments(applies))),
    ...(await checkPlan(gate, plans, applies)),
  ];
}

function listEnvironments(jobs: readonly ActionJob[]): readonly string[] {
  return [...new Set(jobs.flatMap(({ environment = '${{' }) => (isExpression(environment) ? [] : environment)))];
}

async function checkApply(gate: Gate, branch: string, names: readonly string[]): Promise<readonly Check[]> {
  if (names.length === 0) return [];
  return judgeReply(
    'The environments',
    () => gate.github.list({ path: `${gate.path}/environments`, member: 'environments', item: Environment }),
    async (found) => {
      const checks = names.map((name) => {
        const environment = found.find((each) => isSame(each.name, name));
        return environment === undefined ? [absent(name)] : checkOne(gate, branch, environment);
      });
      return (await Promise.all(checks)).flat();
    },
  );
}

/** GitHub ignores the case of names of environments. */
function isSame(left: string, right: string): boolean {
  return left.toLowerCase() === right.toLowerCase();
}

function absent(name: string): Check {
  return gap({
    code: 'github-environment-missing',
    message: `The environment "${name}" does not exist. The first apply job creates it without rules.`,
    hint: `Settings, Environments: create "${name}" with a branch rule and required reviewers.`,
  });
}

async function checkOne(gate: Gate, branch: string, environment: Environment): Promise<readonly Check[]> {
  const { name, protection_rules: all } = environment;
  const where = `Settings, Environments, "${name}"`;
  const rules = all.filter(({ type }) => type === 'required_reviewers');
  const reviewers = rules.flatMap((rule) => rule.reviewers).length;
  const gaps = [...(await branchGaps(gate, branch, environment))];
  if (reviewers === 0) {
    gaps.push(
      gap({
        code: 'github-environment-without-reviewers',
        message: `The environment "${name}" has no required reviewers. Every user who can push can start the apply workflow with a digest, and no reviewer is asked.`,
        hint: `${where}: add required reviewers. A private repository needs GitHub Enterprise for it.`,
      }),
    );
  } else if (!rules.some((rule) => rule.prevent_self_review)) {
    gaps.push(
      doubt({
        code: 'github-self-review-allowed',
        message: `A reviewer of the environment "${name}" can approve a run that the same person started.`,
        hint: `${where}: prevent self-review.`,
      }),
    );
  }
  if (gaps.length > 0) return gaps;
  const has = count(reviewers, 'required reviewer');
  return [ok('github', `The environment "${name}" restricts branches and has ${has}.`)];
}

async function branchGaps(
  { github, path }: Gate,
  branch: string,
  { name, deployment_branch_policy: policy }: Environment,
): Promise<readonly Check[]> {
  const admits = (what: string): Check =>
    gap({
      code: 'github-environment-branches-open',
      message: `The environment "${name}" admits ${what}. Every user who can push there can run a changed workflow with its secrets.`,
      hint: `Settings, Environments, "${name}": select ${branch} as the only deployment branch.`,
    });
  if (policy === null) return [admits('every branch')];
  if (policy.protected_branches) return [];
  const below = `${path}/environments/${encodeURIComponent(name)}/deployment-branch-policies`;
  return judgeReply(
    `The branch rule of the environment "${name}"`,
    () => github.list({ path: below, member: 'branch_policies', item: Named }),
    (policies) =>
      policies
        .map((each) => (each.type === 'tag' ? `tag ${each.name}` : each.name))
        .flatMap((each) => (each === branch ? [] : [admits(`"${each}"`)])),
  );
}

async function checkPlan(
  { github, path }: Gate,
  plans: readonly ActionJob[],
  applies: readonly ActionJob[],
): Promise<readonly Check[]> {
  const own = new Set(plans.flatMap(({ secrets }) => secrets));
  const secrets = new Set(applies.flatMap((job) => job.secrets));
  const shared = [...own].filter((name) => secrets.has(name));
  const checks = shared.map((name) =>
    doubt({
      code: 'github-plan-has-write-secret',
      message: `Plan and apply both use a secret named ${name}. The name does not show whether the value for plan can write.`,
      hint: 'Use another secret name for plan, with a token that can only read.',
    }),
  );
  for (const name of secrets.size === 0 ? [] : listEnvironments(plans)) {
    const has = (what: string): Check =>
      gap({
        code: 'github-plan-has-write-secret',
        message: `The environment "${name}" of the plan job has ${what}. Every user who can push a branch can write to the account.`,
        hint: `Settings, Environments, "${name}": keep only a token there that can only read.`,
      });
    if (listEnvironments(applies).some((each) => isSame(each, name))) {
      checks.push(has('the secrets of apply, because apply uses the same environment'));
      continue;
    }
    const found = await judgeReply(
      `The names of the secrets of the environment "${name}"`,
      () =>
        github.list({
          path: `${path}/environments/${encodeURIComponent(name)}/secrets`,
          member: 'secrets',
          item: Named,
        }),
      (named) => {
        const leaked = named
          .map((each) => each.name.toUpperCase())
          .filter((each) => secrets.has(each) && !own.has(each));
        if (leaked.length > 0) return leaked.map((each) => has(`the secret ${each} of the apply job`));
        return [ok('github', `The environment "${name}" has no secret that only apply uses.`)];
      },
    );
    checks.push(...found);
  }
  return checks;
}
