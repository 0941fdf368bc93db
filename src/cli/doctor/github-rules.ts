/** Checks the rulesets of branches and the CODEOWNERS file of a repository on GitHub. */

import { z } from 'zod';
import { HostError } from '../../errors.ts';
import { unlessAbsent } from '../../github/unless-gone.ts';
import type { Check } from '../../model/checkup.ts';
import { ok } from './checks.ts';
import { type Gate, gap, judgeReply } from './github-replies.ts';
import type { ActionJob } from './workflows.ts';

/** App id of GitHub Actions on github.com. */
const ACTIONS_APP = 15_368;
/** Start of the names of the check runs that the Action writes itself. */
const OWN_CHECK = 'trueup ';

const Rule = z.looseObject({
  type: z.string(),
  parameters: z
    .looseObject({
      required_approving_review_count: z.int().default(0),
      dismiss_stale_reviews_on_push: z.boolean().default(false),
      require_code_owner_review: z.boolean().default(false),
      required_status_checks: z
        .array(z.looseObject({ context: z.string(), integration_id: z.int().nullish() }))
        .default([]),
    })
    .prefault({}),
});
type Rules = readonly z.infer<typeof Rule>[];

export function checkDefaultBranch(gate: Gate, branch: string, jobs: readonly ActionJob[]): Promise<readonly Check[]> {
  const names = new Set(jobs.flatMap(({ command, check }) => (command === 'plan' ? (check ?? []) : [])));
  return checkBranch(gate, branch, (rules) => [
    ...reviewGaps(branch, rules),
    ...checkGaps(gate, branch, rules, names),
    ...forcePushGaps(branch, rules, 'remove merged changes from its history'),
  ]);
}

export function checkLedgerBranch(gate: Gate, branch: string): Promise<readonly Check[]> {
  return checkBranch(gate, branch, (rules) => forcePushGaps(branch, rules, 'replace the records of what was applied'));
}

/** Classic branch protection is not a ruleset. If it may close a gap, the gap is not certain. */
async function checkBranch(
  { github, path }: Gate,
  branch: string,
  judge: (rules: Rules) => readonly Check[],
): Promise<readonly Check[]> {
  const name = encodeURIComponent(branch);
  return judgeReply(
    `The rulesets of ${branch}`,
    () => github.list({ path: `${path}/rules/branches/${name}`, item: Rule }),
    async (rules) => {
      const gaps = judge(rules);
      if (gaps.length === 0) return [ok('github', `The rulesets of ${branch} have every setting.`)];
      const codes = [...new Set(gaps.flatMap(({ code }) => code ?? []))].join(', ');
      return judgeReply(
        `No ruleset of ${branch} prevents ${codes}. Its branch protection`,
        () =>
          github
            .call({ method: 'GET', path: `${path}/branches/${name}/protection`, reply: z.unknown() })
            .catch(isAbsent),
        (protection) =>
          protection === false
            ? gaps
            : gaps.map((each): Check => ({ ...each, status: 'warning', message: `${each.message} ${CLASSIC}` })),
      );
    },
  );
}

const CLASSIC = 'This was read from the rulesets: the classic branch protection, which also exists, was not compared.';

/** GitHub also hides the protection from a token without permission by status 404, but with another text. */
function isAbsent(error: unknown): false {
  if (error instanceof HostError && error.status === 404 && error.message.includes('Branch not protected'))
    return false;
  throw error;
}

function reviewGaps(branch: string, rules: Rules): readonly Check[] {
  const pulls = rules.filter(({ type }) => type === 'pull_request').map(({ parameters }) => parameters);
  const rule = `a ruleset for ${branch}, "Require a pull request before merging"`;
  const settings = [
    {
      isSet: pulls.length > 0,
      code: 'github-pull-request-not-required',
      message: `${branch} accepts pushes without a pull request. Every user who can push can change the configuration without a review.`,
      hint: `Settings, Rules: add ${rule}.`,
    },
    {
      isSet: pulls.some((pull) => pull.required_approving_review_count > 0),
      code: 'github-approval-not-required',
      message: `A pull request into ${branch} needs no approval. Every user who can push can merge a change without a second person.`,
      hint: `Settings, Rules: in ${rule}, require at least one approval.`,
    },
    {
      isSet: pulls.some((pull) => pull.dismiss_stale_reviews_on_push),
      code: 'github-stale-approval-kept',
      message: `An approval of a pull request into ${branch} counts for later commits. An author can add a change after the review and merge it.`,
      hint: `Settings, Rules: in ${rule}, dismiss stale approvals when new commits are pushed.`,
    },
    {
      isSet: pulls.some((pull) => pull.require_code_owner_review),
      code: 'github-code-owner-review-not-required',
      message: `${branch} requires no review by code owners. Any reviewer can approve a change of the policy or of the workflows.`,
      hint: `Settings, Rules: in ${rule}, require review from code owners.`,
    },
  ];
  const missing = settings.filter(({ isSet }) => !isSet).slice(0, pulls.length === 0 ? 1 : undefined);
  return missing.map(({ code, message, hint }) => gap({ code, message, hint }));
}

function checkGaps({ isPublicHost }: Gate, branch: string, rules: Rules, names: ReadonlySet<string>): readonly Check[] {
  const checks = rules.flatMap(({ parameters }) => parameters.required_status_checks);
  const hint = `Settings, Rules: in a ruleset for ${branch}, require the check of the plan job, with the source GitHub Actions.`;
  const failed = 'A pull request can be merged although its plan failed.';
  if (checks.length === 0)
    return [gap({ code: 'github-check-not-required', message: `${branch} requires no check. ${failed}`, hint })];
  return [...names].flatMap((name) => {
    const required = checks.filter(({ context }) => context === name || context.startsWith(OWN_CHECK));
    if (required.length === 0)
      return [
        gap({
          code: 'github-check-not-required',
          message: `${branch} does not require the check "${name}". ${failed}`,
          hint,
        }),
      ];
    const apps = required.flatMap(({ integration_id: app }) => app ?? []);
    if (isPublicHost ? apps.includes(ACTIONS_APP) : apps.length > 0) return [];
    const source = apps.length === 0 ? 'any source' : `app ${apps.join(', ')}`;
    const message = `${branch} accepts the check "${name}" from ${source}. The check can be reported as passed without a plan.`;
    return [gap({ code: 'github-check-source-open', message, hint })];
  });
}

function forcePushGaps(branch: string, rules: Rules, harm: string): readonly Check[] {
  if (rules.some(({ type }) => type === 'non_fast_forward')) return [];
  return [
    gap({
      code: 'github-force-push-allowed',
      message: `${branch} accepts force pushes. Every user who can push can ${harm}.`,
      hint: `Settings, Rules: add "Block force pushes" to a ruleset for ${branch}.`,
    }),
  ];
}

const OWNER_FILES = ['.github/CODEOWNERS', 'CODEOWNERS', 'docs/CODEOWNERS'];
const Content = z.looseObject({ encoding: z.literal('base64'), content: z.string() });

/** Paths from the top of the repository, with a new file for each folder. */
export interface OwnedPaths {
  readonly configuration: readonly string[];
  readonly workflows: readonly string[];
}

export function checkOwners({ github, path: top }: Gate, owned: OwnedPaths): Promise<readonly Check[]> {
  const read = <T>(file: string, reply: z.ZodType<T>) =>
    github.call({ method: 'GET', path: `${top}/contents/${file}`, reply });
  return judgeReply(
    'The file CODEOWNERS',
    async () => {
      // Status 404 of a file proves its absence only if the token may read contents.
      await read('', z.unknown());
      for (const file of OWNER_FILES) {
        const found = await unlessAbsent(() => read(file, Content));
        if (found !== undefined) return Buffer.from(found.content, 'base64').toString('utf8');
      }
      return '';
    },
    (text) => {
      const without = (paths: readonly string[]) => paths.filter((path) => !hasOwner(text, path)).slice(0, 1);
      const hint = 'Add the folder and its owners to .github/CODEOWNERS.';
      const gaps = [
        ...without(owned.configuration).map((path) => {
          const message = `${path} has no code owner. Any reviewer can approve a change of the configuration and of its policy.`;
          return gap({ code: 'github-configuration-without-owner', message, hint });
        }),
        ...without(owned.workflows).map((path) => {
          const message = `${path} has no code owner. Any reviewer can approve a change of it that lets a workflow use the token without a plan.`;
          return gap({ code: 'github-workflows-without-owner', message, hint });
        }),
      ];
      return gaps.length === 0 ? [ok('github', 'The configuration and the workflows have code owners.')] : gaps;
    },
  );
}

/** The last line whose pattern matches decides, also if the line names no owner. */
export function hasOwner(text: string, path: string): boolean {
  const lines = text.split(/\r?\n/).flatMap((line) => {
    const [pattern = '', ...owners] = line
      .replace(/(?:^|\s)#.*$/, '')
      .trim()
      .split(/(?<!\\)\s+/);
    return pattern === '' ? [] : [{ pattern: pattern.replaceAll('\\ ', ' '), isOwned: owners.length > 0 }];
  });
  return lines.findLast(({ pattern }) => matches(pattern, path))?.isOwned ?? false;
}

/** Follows `.gitignore` with two exceptions: `docs/*` skips `docs/a/b`, and the signs `!` and `[ ]` are literal. */
function matches(pattern: string, path: string): boolean {
  const isAnchored = pattern.slice(0, -1).includes('/');
  const body = pattern.replace(/^\//, '').replace(/\/$/, '');
  const parts = body.split('/').map((part) => (part === '**' ? part : part.replaceAll(/\*+/g, '*')));
  const found = parts.map((part, index) => {
    const end = index === parts.length - 1 ? '' : '/';
    if (part === '**') return end === '' ? '.+' : '(?:[^/]+/)*';
    return `${part
      .replaceAll(/[.+^${}()|[\]\\]/g, '\\$&')
      .replaceAll('*', '[^/]*')
      .replaceAll('?', '[^/]')}${end}`;
  });
  const below = pattern.endsWith('/') ? '/.+' : isAnchored && parts.at(-1) === '*' ? '' : '(?:/.+)?';
  return new RegExp(`^${isAnchored ? '' : '(?:.*/)?'}${found.join('')}${below}$`).test(path);
}
