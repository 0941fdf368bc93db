/** Writes and reads the approvals of plans as check runs, and tells what else carries their name. */

import { HostError, UsageError } from '../errors.ts';
import { addCheck, checksOf, type NewCheck } from '../github/checks.ts';
import type { HostPull } from '../github/pulls.ts';
import { terminalLine } from '../report/escape.ts';
import { type Approval, approvalText, checkName, readApproval } from './approval.ts';
import type { HostAccess, Run } from './run.ts';

export interface ApprovalState {
  /** The latest plan that its reviewers could see: of a merged pull request, from before the merge. */
  readonly plan: Approval | undefined;
  /** The plan, or what took its place, was applied: it approves nothing any more. */
  readonly isSpent: boolean;
  /** So was everything that was merged by then. */
  readonly applied: boolean;
  /** Commits whose policies hold since, where that of the merge was not allowed. */
  readonly held: readonly string[];
  /** Which these are was not found. */
  readonly heldUnknown: boolean;
  /** Digests of every plan that was published for this commit, whether or not it counts. */
  readonly published: readonly string[];
  /** What looks like an approval and counts for nothing. */
  readonly notices: readonly string[];
}

/** Throws UsageError when the token may not write it, or writes as another app than expected. */
export async function keepApproval(
  run: Run,
  { github, repository }: HostAccess,
  headSha: string,
  { approval, ...shown }: Pick<NewCheck, 'conclusion' | 'title' | 'summary'> & { readonly approval: Approval },
): Promise<void> {
  const check = { name: checkName(approval), headSha, ...shown, text: approvalText(approval), detailsUrl: run.runUrl };
  const { app } = await permitted('write', () => addCheck(github, repository, check));
  if (app === expectedApp(run)) return;
  throw new UsageError('comment-author-differs', `The github-token writes check runs as the app ${app}.`, {
    hint: `Set the input comment-author to ${app}[bot].`,
  });
}

export async function approvalState(
  run: Run,
  { github, repository }: HostAccess,
  account: string,
  { number, headSha, mergedAt, base }: Pick<HostPull, 'number' | 'headSha' | 'mergedAt' | 'base'>,
): Promise<ApprovalState> {
  const subject = { folder: run.folder, account, pull: number };
  const name = checkName(subject);
  const checks = await permitted('read', () => checksOf(github, repository, { sha: headSha, name }));
  const ours = checks.filter(({ app }) => app === expectedApp(run));
  const read = ours.flatMap(({ text, completedAt }) => {
    const approval = readApproval(text, subject);
    return approval === undefined ? [] : [{ approval, completedAt }];
  });
  const seen = read.findLast(
    ({ approval: { state }, completedAt }) =>
      (state === 'plan' || state === 'none') &&
      completedAt !== undefined &&
      (mergedAt === undefined || completedAt <= mergedAt),
  );
  const plan = seen?.approval.state === 'plan' ? seen.approval : undefined;
  const over = read.findLast(({ approval }) => isOver(approval))?.approval;
  // A branch may be changed without a new commit: what was compared with the policy of another branch approves nothing here.
  const isForBase = plan?.base === base;
  const strangers = new Set(checks.filter((check) => !ours.includes(check)).map(({ app }) => app));
  return {
    plan: isForBase ? plan : undefined,
    isSpent: read.some(({ approval }) => approval.state === 'targeted' || isOver(approval)),
    applied: read.some(({ approval }) => isOver(approval)),
    held: over?.held ?? [],
    heldUnknown: over?.heldUnknown === true,
    published: read.flatMap(({ approval: { digest } }) => digest ?? []),
    notices: [
      ...[...strangers].map(
        (app) =>
          `The check run "${name}" of #${number} by the app ${terminalLine(app)} is ignored: only ${expectedApp(run)} counts.`,
      ),
      ...(plan === undefined || isForBase ? [] : [otherBase(number, plan, base)]),
    ],
  };
}

function isOver({ state }: Approval): boolean {
  return state === 'applied' || state === 'superseded';
}

function otherBase(number: number, plan: Approval, base: string): string {
  const planned = plan.base === undefined ? 'an unknown branch' : terminalLine(plan.base);
  return `The plan of #${number} is ignored: it was made for ${planned}, and #${number} is for ${terminalLine(base)}.`;
}

/** The app behind the login that the token writes as. */
function expectedApp({ inputs }: Run): string {
  return inputs['comment-author'].replace(/\[bot\]$/, '');
}

async function permitted<T>(level: 'read' | 'write', work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (!(cause instanceof HostError) || (cause.status !== 403 && cause.status !== 404)) throw cause;
    throw new UsageError(
      'checks-permission',
      `The approval of the plan cannot be ${level === 'read' ? 'read' : 'kept'}: ${cause.message}`,
      {
        hint: `Add "checks: ${level}" to the permissions of the workflow. Only the token of a workflow or of a GitHub App can write check runs.`,
        cause,
      },
    );
  }
}
