/** Checks the environments of the plan and apply jobs of a repository on GitHub. */

import type { Check } from '../../model/checkup.ts';
import { count } from '../../report/text/layout.ts';
import { ok } from './checks.ts';
import { doubt, type Gate, gap, judgeReply } from './github-replies.ts';
import { admittedBranches, type Environment, environments, secretNames } from './github-settings.ts';
import { type ActionJob, isExpression } from './workflows.ts';

export async function checkEnvironments(
  gate: Gate,
  branch: string,
  jobs: readonly ActionJob[],
): Promise<readonly Check[]> {
  const [applies, plans] = (['apply', 'plan'] as const).map((name) => jobs.filter(({ command }) => command === name));
  if (applies === undefined || plans === undefined) return [];
  const open = applies.filter(({ environment }) => environment === undefined);
  return [
    ...[...new Set(open.map(({ file }) => file))].map((file) =>
      gap({
        code: 'github-environment-missing',
        message: `The apply job in ${file} names no environment. Anyone who can push a branch can use its secrets.`,
        hint: 'Add environment to the job, and move its secrets there.',
      }),
    ),
    ...jobs.filter(({ environment = '' }) => isExpression(environment)).map(notFixed),
    ...(await checkApply(gate, branch, listNames(applies))),
    ...(await checkPlan(gate, plans, applies)),
  ];
}

function notFixed({ command, file }: ActionJob): Check {
  return doubt({
    code: 'github-settings-unread',
    message: `The environment of the ${command} job in ${file} is an expression. Its settings were not checked.`,
    hint: 'Write the name of the environment.',
  });
}

function listNames(jobs: readonly ActionJob[]): readonly string[] {
  return [...new Set(jobs.flatMap(({ environment = '${{' }) => (isExpression(environment) ? [] : environment)))];
}

async function checkApply(gate: Gate, branch: string, names: readonly string[]): Promise<readonly Check[]> {
  if (names.length === 0) return [];
  return judgeReply(
    'The environments',
    () => environments(gate.github, gate.repository),
    async (found) => {
      const checks: Check[] = [];
      for (const name of names) {
        const environment = found.find((each) => isSame(each.name, name));
        checks.push(...(environment === undefined ? [absent(name)] : await checkOne(gate, branch, environment)));
      }
      return checks;
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
  const { name, reviewers, preventsSelfReview } = environment;
  const gaps = [...(await branchGaps(gate, branch, environment))];
  const where = `Settings, Environments, "${name}"`;
  if (reviewers === 0) {
    gaps.push(
      gap({
        code: 'github-environment-without-reviewers',
        message: `The environment "${name}" has no required reviewers. Anyone who can push can start the apply workflow with a digest, and no reviewer is asked.`,
        hint: `${where}: add required reviewers. A private repository needs GitHub Enterprise for it.`,
      }),
    );
  } else if (!preventsSelfReview) {
    gaps.push(
      doubt({
        code: 'github-self-review-allowed',
        message: `A reviewer of the environment "${name}" can approve a run that the same person started.`,
        hint: `${where}: prevent self-review.`,
      }),
    );
  }
  if (gaps.length > 0) return gaps;
  return [
    ok('github', `The environment "${name}" restricts branches and has ${count(reviewers, 'required reviewer')}.`),
  ];
}

async function branchGaps(
  { github, repository }: Gate,
  branch: string,
  { name, branches }: Environment,
): Promise<readonly Check[]> {
  const admits = (what: string): Check =>
    gap({
      code: 'github-environment-branches-open',
      message: `The environment "${name}" admits ${what}. Anyone who can push there can run a changed workflow with its secrets.`,
      hint: `Settings, Environments, "${name}": select ${branch} as the only deployment branch.`,
    });
  if (branches === 'any') return [admits('every branch')];
  if (branches === 'protected') return [];
  return judgeReply(
    `The branch rule of the environment "${name}"`,
    () => admittedBranches(github, repository, name),
    (admitted) => admitted.filter((each) => each !== branch).map((each) => admits(`"${each}"`)),
  );
}

async function checkPlan(
  { github, repository }: Gate,
  plans: readonly ActionJob[],
  applies: readonly ActionJob[],
): Promise<readonly Check[]> {
  const secrets = new Set(applies.flatMap((job) => job.secrets));
  if (secrets.size === 0) return [];
  const checks = [...new Set(plans.flatMap((job) => job.secrets.filter((each) => secrets.has(each))))].map((name) =>
    doubt({
      code: 'github-plan-has-write-secret',
      message: `Plan and apply both use a secret named ${name}. The name does not show whether the value for plan can write.`,
      hint: 'Use another secret name for plan, with a token that can only read.',
    }),
  );
  for (const name of listNames(plans)) {
    const has = (what: string): Check =>
      gap({
        code: 'github-plan-has-write-secret',
        message: `The environment "${name}" of the plan job has ${what}. Anyone who can push a branch can write to the account.`,
        hint: `Settings, Environments, "${name}": keep only a token there that can only read.`,
      });
    if (listNames(applies).some((each) => isSame(each, name))) {
      checks.push(has('the secrets of apply, because apply uses the same environment'));
      continue;
    }
    const own = new Set(plans.flatMap((job) => job.secrets));
    const found = await judgeReply(
      `The names of the secrets of the environment "${name}"`,
      () => secretNames(github, repository, name),
      (names) => {
        const leaked = names.map((each) => each.toUpperCase()).filter((each) => secrets.has(each) && !own.has(each));
        if (leaked.length > 0) return leaked.map((each) => has(`the secret ${each} of the apply job`));
        return [ok('github', `The environment "${name}" has no secret that only apply uses.`)];
      },
    );
    checks.push(...found);
  }
  return checks;
}
